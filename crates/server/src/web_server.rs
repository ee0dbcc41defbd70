//! The server: its address, its routes, its start and its end.

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Redirect;
use axum::routing::get;
use std::future::{Future, poll_fn};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::watch;

use super::api::{self, ApiState};
use super::class::{self, ClassApi, ClassSite};
use super::connections::{self, Activity, ConnectionLimits, LimitedListener};
use super::cookie::{self, KeyHolder};
use super::guard::{self, HostNames};
use super::minute_limit::MinuteLimit;
use super::open_streams::OpenStreams;
use super::{assets, docs};
use juez_lobby::Lobby;

/// Time left to open connections on shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Reason why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum WebServerError {
    #[error(
        "{0} is taken, perhaps by another juez: end that one, or choose another port with --bind {ip}:0 \
         (0 is any that is free)",
        ip = shown_ip(.0)
    )]
    Taken(SocketAddr),
    /// The address is not available.
    #[error("cannot listen at {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("the server cannot run: {0}")]
    Run(#[from] io::Error),
}

/// Formats the host of an address for a URL.
pub(super) fn shown_ip(address: &SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

/// Returns the address of this machine in its network, or loopback without one.
fn own_ip(is_v4: bool) -> IpAddr {
    // Documentation addresses: nothing is sent, the system only chooses a route.
    let (any, far, loopback) = match is_v4 {
        true => ("0.0.0.0:0", "192.0.2.1:9", Ipv4Addr::LOCALHOST.into()),
        false => ("[::]:0", "[2001:db8::1]:9", Ipv6Addr::LOCALHOST.into()),
    };
    let found = UdpSocket::bind(any).and_then(|socket| {
        socket.connect(far)?;
        socket.local_addr()
    });
    found.map_or(loopback, |address| address.ip())
}

/// A server that is bound to its address but does not answer yet.
pub struct WebServer {
    listener: TcpListener,
    address: SocketAddr,
    key: Option<String>,
    allowed: Vec<String>,
    site: Option<Arc<ClassSite>>,
}

impl WebServer {
    /// Binds the address; port 0 is any free one.
    ///
    /// # Errors
    /// If the address is taken or not available.
    pub fn bind(address: SocketAddr) -> Result<WebServer, WebServerError> {
        let listen = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => WebServerError::Taken(address),
            _ => WebServerError::Listen { address, source },
        };
        let listener = TcpListener::bind(address).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        Ok(WebServer { listener, address, key: None, allowed: Vec::new(), site: None })
    }

    /// Gives the first visitor who opens an address with `?key=KEY` the identity of that text as a
    /// cookie.
    pub fn with_key(self, key: String) -> WebServer {
        WebServer { key: Some(key), ..self }
    }

    /// Serves a class, whose visitors log in.
    pub fn with_class(self, site: Arc<ClassSite>) -> WebServer {
        WebServer { site: Some(site), ..self }
    }

    /// Answers under these host names too, at any port, as tunnels and port maps need.
    pub fn allow_hosts(self, names: &[String]) -> WebServer {
        WebServer { allowed: names.to_vec(), ..self }
    }

    /// Returns the address with its actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address for a browser; one that other machines can reach, if the server listens
    /// on the network.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(own_ip(address.is_ipv4()));
        }
        format!("http://{address}")
    }

    /// True if other machines can reach it.
    pub fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Answers requests until `end` completes, then closes the lobby. Polls `end` before the first answer. Running matches continue when
    /// its archive is opened again.
    ///
    /// # Errors
    /// If the system has no threads or sockets left.
    pub fn run(
        self,
        lobby: &Arc<Lobby>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), WebServerError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve(lobby.clone(), end));
        // Requests that do not end are abandoned.
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        lobby.close();
        Ok(served?)
    }

    async fn serve(
        self,
        lobby: Arc<Lobby>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let listener = LimitedListener::new(listener, ConnectionLimits::default());
        let (close, closing) = watch::channel(false);
        let holder = self.key.map(|key| Arc::new(KeyHolder::new(key)));
        let names = HostNames::of(self.address, self.allowed);
        let app = app(lobby, names, holder, self.site, closing.clone());
        let mut ended = closing;
        let mut end = Box::pin(end);
        // Polled before the first connection is accepted, because a signal is lost until a future
        // waits for it.
        let has_ended = poll_fn(|context| Poll::Ready(end.as_mut().poll(context).is_ready())).await;
        let closed = async move {
            if !has_ended {
                end.await;
            }
            let _ = close.send(true);
        };
        let app = app.into_make_service_with_connect_info::<Activity>();
        let serving = axum::serve(listener, app).with_graceful_shutdown(closed);
        let late = async move {
            // An error means that the sender is gone, so the server ends too.
            let _ = ended.wait_for(|closing| *closing).await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            served = serving.into_future() => served,
            () = late => Ok(()),
        }
    }
}

/// Returns all routes with their guards.
fn app(
    lobby: Arc<Lobby>,
    names: HostNames,
    holder: Option<Arc<KeyHolder>>,
    site: Option<Arc<ClassSite>>,
    closing: watch::Receiver<bool>,
) -> Router {
    let start_limit = Arc::new(MinuteLimit::of_starts());
    let streams = Arc::new(OpenStreams::new());
    let state = ApiState {
        lobby: lobby.clone(),
        start_limit: start_limit.clone(),
        streams: streams.clone(),
        ladder: site.as_ref().map(|site| site.ladder.clone()),
        tournaments: site.as_ref().map(|site| site.tournaments.clone()),
        closing,
    };
    let common = Router::new()
        .route("/drop", get(assets::page))
        .route("/m/{id}", get(assets::page))
        .route("/docs", get(assets::page))
        .route("/docs/{*page}", get(assets::page))
        .merge(api::routes(state))
        .merge(docs::routes())
        .fallback(get(assets::file));
    let app = match site {
        None => common
            .route("/", get(assets::page))
            .layer(from_fn_with_state(holder, cookie::identify))
            .layer(from_fn_with_state(names, guard::only_ours)),
        Some(site) => common
            .route("/", get(|| async { Redirect::to("class") }))
            .route("/tables", get(assets::page))
            .route("/class", get(assets::page))
            .route("/class/{page}", get(assets::page))
            .route("/class/bot/{id}", get(assets::page))
            .route("/class/ladder/{of}", get(assets::page))
            .route("/class/tournaments/{id}", get(assets::page))
            .merge(class::routes(ClassApi::new(site.clone(), lobby, start_limit, streams)))
            .layer(from_fn_with_state(site.clone(), class::identify))
            .layer(from_fn_with_state(names, guard::only_ours))
            .layer(from_fn_with_state(site, class::note)),
    };
    app.layer(from_fn(guard::always_answers))
        .layer(from_fn(guard::with_headers))
        .layer(from_fn(connections::track))
}
