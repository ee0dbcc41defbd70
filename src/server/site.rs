//! The server: its address, its routes, its beginning and its end.

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

use super::api::{self, Shared};
use super::door::{self, Caller, Door, Manners};
use super::guard::{self, Names};
use super::rate::Rate;
use super::visitor::{self, Kept};
use super::{Hall, Visitor, assets};

/// How long open connections are waited for at the end.
const GOODBYE: Duration = Duration::from_secs(3);
/// How many uploaded files are made films of at once.
const FILMS: usize = 2;

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Another program has the port.
    #[error(
        "{0} is taken, perhaps by another juez: end that one, or choose another port with --bind {ip}:0 \
         (0 is any that is free)",
        ip = shown_ip(.0)
    )]
    Taken(SocketAddr),
    /// The system does not give us the address.
    #[error("cannot listen at {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system stops us later.
    #[error("the server cannot run: {0}")]
    Run(#[from] io::Error),
}

fn shown_ip(address: &SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

/// A server that has its address and does not answer yet.
pub struct Site {
    listener: TcpListener,
    address: SocketAddr,
    kept: Option<Visitor>,
}

impl Site {
    /// Takes the address; port 0 is any that is free.
    ///
    /// # Errors
    /// If it is not to be had.
    pub fn bind(address: SocketAddr) -> Result<Site, SiteError> {
        let listen = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => SiteError::Taken(address),
            _ => SiteError::Listen { address, source },
        };
        let listener = TcpListener::bind(address).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        Ok(Site { listener, address, kept: None })
    }

    /// Keeps the place of `owner` for the first visitor whose page is there.
    pub fn kept_for(self, owner: Visitor) -> Site {
        Site { kept: Some(owner), ..self }
    }

    /// The address with its real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser on this machine.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{address}")
    }

    /// Whether other machines can reach it.
    pub fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Answers requests until `end` comes, then leaves the hall in order: what runs goes on when its
    /// store is opened again.
    ///
    /// # Errors
    /// If the system has no threads or sockets left.
    pub fn run(
        self,
        hall: &Arc<Hall>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), SiteError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve(hall.clone(), end));
        // A request that does not end is left.
        runtime.shutdown_timeout(GOODBYE);
        hall.close();
        Ok(served?)
    }

    async fn serve(
        self,
        hall: Arc<Hall>,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let door = Door::new(listener, Manners::default());
        let (close, closing) = watch::channel(false);
        let kept = self.kept.map(|visitor| Arc::new(Kept::of(visitor)));
        let app = app(hall, Names::of(self.address), kept, closing.clone());
        let mut ended = closing;
        let told = async move {
            end.await;
            let _ = close.send(true);
        };
        let app = app.into_make_service_with_connect_info::<Caller>();
        let serving = axum::serve(door, app).with_graceful_shutdown(told);
        let late = async move {
            // An error is that its other end is gone, which is the end too.
            let _ = ended.wait_for(|closing| *closing).await;
            tokio::time::sleep(GOODBYE).await;
        };
        tokio::select! {
            served = serving.into_future() => served,
            () = late => Ok(()),
        }
    }
}

/// Every route with all that guards it.
fn app(
    hall: Arc<Hall>,
    names: Names,
    kept: Option<Arc<Kept>>,
    closing: watch::Receiver<bool>,
) -> Router {
    let films = Arc::new(Semaphore::new(FILMS));
    let shared = Shared { hall, begun: Arc::new(Rate::new()), films, closing };
    Router::new()
        .route("/", get(assets::page))
        .route("/drop", get(assets::page))
        .route("/m/{id}", get(assets::page))
        .merge(api::routes(shared))
        .fallback(get(assets::file))
        .layer(from_fn_with_state(kept, visitor::tell_apart))
        .layer(from_fn_with_state(names, guard::only_ours))
        .layer(from_fn(guard::always_answers))
        .layer(from_fn(guard::with_headers))
        .layer(from_fn(door::attend))
}
