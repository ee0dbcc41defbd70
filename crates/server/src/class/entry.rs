//! Joining, coming back, leaving.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use tokio::sync::Semaphore;

use super::identity::Secret;
use super::requests::{Answer, ClassApi};
use super::site::ClassSite;
use super::wire::{ClassState, CodeOf, JoinInfo, JoinRequest, Me};
use crate::body::{EmptyBody, JsonBody, uncached};
use crate::connections::Peer;
use crate::error::{Refusal, Result};
use crate::minute_limit::MinuteLimit;
use crate::{blocking, words};
use juez_class::{ClassError, ClassErrorKind, Joined, Login, Origin, Person, fresh_secret};

/// Lifetime of a cookie in seconds.
const LIFETIME: u32 = 200 * 24 * 60 * 60;
/// Limit on concurrent checks of teacher keys: each hash takes memory.
static KEYS: Semaphore = Semaphore::const_new(2);

/// Returns the class as the visitor can see it.
pub(super) async fn state(
    State(api): State<ClassApi>,
    person: Option<Extension<Person>>,
    headers: HeaderMap,
) -> Answer {
    let browser = ClassSite::secret(&headers, &api.site.browser_cookie);
    api.answer(move |api| {
        let class = api.class();
        let me = person.map(|Extension(person)| Me { team: Vec::new(), person });
        let me = me.map(|me| Ok::<_, ClassError>(Me { team: class.team(me.person.team)?, ..me }));
        let me = me.transpose()?;
        let teaches = me.as_ref().is_some_and(|me| me.person.is_teacher());
        let join = teaches.then(|| {
            let (addresses, reached) = (api.site.addresses().to_vec(), api.site.was_reached());
            let (code, asks) = (class.join_code()?, class.asks_about_second_names()?);
            let (classmates_play, ladder) = (class.classmates_play()?, class.has_ladder()?);
            Ok::<_, ClassError>(JoinInfo {
                code,
                addresses,
                reached,
                asks,
                classmates_play,
                ladder,
            })
        });
        let browser = browser.filter(|_| me.is_none());
        let wait = browser.map(|browser| class.wait_of(&browser)).transpose()?.flatten();
        let (open, join) = (class.is_open()?, join.transpose()?);
        Ok::<_, ClassError>(ClassState { open, me, wait, join })
    })
    .await
}

/// Joins a new person. Responds with the return code, or that the teacher was asked.
pub(super) async fn join(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    JsonBody(JoinRequest { code, name }): JsonBody<JoinRequest>,
) -> Answer {
    count(&api.site.joins, peer)?;
    let (name, site) = (name.unwrap_or_default(), api.site.clone());
    let browser = browser(&site, &headers)?;
    let secret = browser.clone();
    let joined = move || api.class().join(&code, &name, origin(&secret, peer));
    let answer = match blocking::request(joined).await? {
        Joined::In(login, code) => entered(&site, login, code),
        Joined::Waits(wait) => uncached((StatusCode::ACCEPTED, Json(wait))),
    };
    Ok(with_cookie(answer, &site.browser_cookie, &browser, LIFETIME))
}

/// Logs in an accepted person. Responds with the return code.
pub(super) async fn enter(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    let site = api.site.clone();
    let browser = browser(&site, &headers)?;
    let entering = move || api.class().enter(origin(&browser, peer));
    let (login, code) = blocking::request(entering).await?;
    Ok(entered(&site, login, code))
}

/// Logs a person in by their return code.
pub(super) async fn come_back(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    JsonBody(JoinRequest { code, .. }): JsonBody<JoinRequest>,
) -> Answer {
    let site = api.site.clone();
    let browser = browser(&site, &headers)?;
    let secret = browser.clone();
    let coming = move || api.class().come_back(&code, origin(&secret, peer));
    let login = blocking::request(coming).await;
    // Only wrong codes count: guessing 60 bits is hopeless, and right codes must work at any time.
    let login = match login {
        Err(error) if error.kind() == ClassErrorKind::Unknown => {
            count(&site.returns, peer)?;
            return Err(error.into());
        }
        login => login?,
    };
    let answer = logged_in(&site, login, StatusCode::NO_CONTENT);
    Ok(with_cookie(answer, &site.browser_cookie, &browser, LIFETIME))
}

pub(super) async fn teach(
    State(api): State<ClassApi>,
    Extension(peer): Extension<Peer>,
    JsonBody(JoinRequest { code, .. }): JsonBody<JoinRequest>,
) -> Answer {
    // Attempts of others must not lock the teacher out of the class's own machine.
    if !peer.0.is_some_and(|address| api.site.is_own(address)) {
        count(&api.site.keys, peer)?;
    }
    let site = api.site.clone();
    let turn = blocking::turn(&KEYS).await;
    let login = blocking::run(turn, move || api.class().teach(&code)).await?;
    Ok(logged_in(&site, login, StatusCode::NO_CONTENT))
}

pub(super) async fn leave(
    State(api): State<ClassApi>,
    Extension(Secret(secret)): Extension<Secret>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    let site = api.site.clone();
    let answer = api.done(move |api| api.class().log_out(&secret)).await?;
    Ok(with_cookie(answer, &site.session_cookie, "", 0))
}

/// Returns the secret of a browser, or a fresh one.
fn browser(site: &ClassSite, headers: &HeaderMap) -> Result<String, ClassError> {
    ClassSite::secret(headers, &site.browser_cookie).map_or_else(fresh_secret, Ok)
}

fn origin(browser: &str, Peer(address): Peer) -> Origin<'_> {
    Origin { browser, address }
}

fn count(limit: &MinuteLimit<IpAddr>, Peer(address): Peer) -> Result<()> {
    if limit.count(address) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_attempts()))
}

/// Responds to a new person.
fn entered(site: &ClassSite, login: Login, code: String) -> Response {
    let body = CodeOf { name: login.person.name.clone(), code };
    logged_in(site, login, Json(body))
}

fn logged_in(site: &ClassSite, login: Login, body: impl IntoResponse) -> Response {
    let mut response = with_cookie(uncached(body), &site.session_cookie, &login.secret, LIFETIME);
    response.extensions_mut().insert(login.person);
    response
}

fn with_cookie(mut response: Response, name: &str, secret: &str, seconds: u32) -> Response {
    // Without `Secure`, because school networks use plain http. Changes need a POST, and POSTs from
    // other sites are refused.
    let cookie = format!("{name}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}");
    let cookie: HeaderValue = cookie.parse().expect("letters and digits");
    response.headers_mut().append(SET_COOKIE, cookie);
    response
}
