//! Joining, coming back, leaving.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use tokio::sync::Semaphore;

use super::identity::{COOKIE, Secret};
use super::requests::{Answer, ClassApi};
use super::wire::{ClassState, CodeOf, JoinInfo, JoinRequest, Me};
use crate::class::{ClassError, ClassErrorKind, Login, Person};
use crate::server::body::{EmptyBody, JsonBody, uncached};
use crate::server::connections::Peer;
use crate::server::error::{Refusal, Result};
use crate::server::minute_limit::MinuteLimit;
use crate::server::{blocking, words};

/// Days for which a browser keeps the cookie.
const LIFETIME_DAYS: u32 = 200;
/// Teacher keys that are tried at once: the hash of one takes memory.
static KEYS: Semaphore = Semaphore::const_new(2);

/// The class as the visitor may see it.
pub(super) async fn state(
    State(api): State<ClassApi>,
    person: Option<Extension<Person>>,
) -> Answer {
    api.answer(move |api| {
        let class = api.class();
        let me = person.map(|Extension(person)| Me { team: Vec::new(), person });
        let me = me.map(|me| Ok::<_, ClassError>(Me { team: class.team(me.person.team)?, ..me }));
        let me = me.transpose()?;
        let teaches = me.as_ref().is_some_and(|me| me.person.is_teacher());
        let join = teaches.then(|| {
            let (addresses, reached) = (api.site.addresses().to_vec(), api.site.was_reached());
            Ok::<_, ClassError>(JoinInfo { code: class.join_code()?, addresses, reached })
        });
        Ok::<_, ClassError>(ClassState { open: class.is_open()?, me, join: join.transpose()? })
    })
    .await
}

/// A new person joins; the answer is the return code.
pub(super) async fn join(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    JsonBody(JoinRequest { code, name }): JsonBody<JoinRequest>,
) -> Answer {
    count(&api.site.joins, peer)?;
    let name = name.unwrap_or_default();
    let joined = blocking::request(move || api.class().join(&code, &name)).await;
    let (login, code) = joined?;
    let body = CodeOf { name: login.person.name.clone(), code };
    Ok(logged_in(login, Json(body)))
}

/// A person comes back by their return code.
pub(super) async fn come_back(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    JsonBody(JoinRequest { code, .. }): JsonBody<JoinRequest>,
) -> Answer {
    let site = api.site.clone();
    let login = blocking::request(move || api.class().come_back(&code)).await;
    // The right code is taken at any time: to guess one of 60 bits is hopeless.
    let login = match login {
        Err(error) if error.kind() == ClassErrorKind::Unknown => {
            count(&site.returns, peer)?;
            return Err(error.into());
        }
        login => login?,
    };
    Ok(logged_in(login, StatusCode::NO_CONTENT))
}

pub(super) async fn teach(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    JsonBody(JoinRequest { code, .. }): JsonBody<JoinRequest>,
) -> Answer {
    // At the machine itself the teacher comes in however many others try.
    if !peer.0.is_some_and(|address| api.site.is_own(address)) {
        count(&api.site.keys, peer)?;
    }
    let turn = blocking::turn(&KEYS).await;
    let login = blocking::run(turn, move || api.class().teach(&code)).await?;
    Ok(logged_in(login, StatusCode::NO_CONTENT))
}

pub(super) async fn leave(
    State(api): State<ClassApi>,
    Extension(Secret(secret)): Extension<Secret>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    let answer = api.done(move |api| api.class().log_out(&secret)).await?;
    Ok(with_cookie(answer, "", 0))
}

fn count(limit: &MinuteLimit<IpAddr>, Peer(address): Peer) -> Result<()> {
    if limit.count(address) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_attempts()))
}

fn logged_in(login: Login, body: impl IntoResponse) -> Response {
    let seconds = LIFETIME_DAYS * 24 * 60 * 60;
    let mut response = with_cookie(uncached(body), &login.secret, seconds);
    response.extensions_mut().insert(login.person);
    response
}

fn with_cookie(mut response: Response, secret: &str, seconds: u32) -> Response {
    // Plain http in a school's network, so the cookie cannot be for https alone. Changes need a POST,
    // and those of other sites are refused.
    let cookie = format!("{COOKIE}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}");
    let cookie: HeaderValue = cookie.parse().expect("hex digits");
    response.headers_mut().append(SET_COOKIE, cookie);
    response
}
