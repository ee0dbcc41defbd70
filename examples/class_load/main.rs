//! Load test of `juez class`: students type and run; prints the durations of the page's requests.
//!
//! `cargo run --release --example class_load -- URL JOIN_CODE [STUDENTS] [SECONDS] [PAUSE] [SLOW] [VIEWERS]`
//!
//! SLOW is a number of additional students who keep sending, three at once, a draft that uses all
//! available CPU time. VIEWERS is a number of pages that follow the ladder of Quoridor; they belong to
//! the students in turn. At the end it prints whether each viewer saw the newest ladder.
//!
//! `class_load --week DIR MATCHES` repeats the matches of the ladder in the folder of a class that is closed
//! on earlier days until there are MATCHES, as after a week.

mod week;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use ureq::Agent;

/// Default milliseconds between two changes of a draft, as of a student who types without a pause.
const TYPING: u64 = 900;
/// Changes of a draft between two runs.
const CHANGES: u32 = 18;
/// Checks that a slow student requests at once.
const AT_ONCE: usize = 3;
/// A draft whose loading is stopped by the clock; it uses little fuel.
const SLOW_DRAFT: &str = "local s = string.rep('a', 15000000)
local t, u = s .. 'b', s .. 'c'
while true do
    local a, b = t < u, u < t
end
";
/// The purpose of a request, and the time until its response.
type Took = (&'static str, Duration);

struct Student {
    agent: Agent,
    url: String,
    cookie: String,
    took: Sender<Took>,
}

impl Student {
    fn join(url: &str, code: &str, name: &str, took: Sender<Took>) -> anyhow::Result<Student> {
        let agent: Agent =
            Agent::config_builder().timeout_global(Some(Duration::from_secs(60))).build().into();
        let mut student = Student { agent, url: url.to_string(), cookie: String::new(), took };
        let body = json!({"code": code, "name": name});
        let uri = format!("{url}/api/class/join");
        let begun = Instant::now();
        let request = ureq::http::Request::post(uri).header("content-type", "application/json");
        let answer = student.agent.run(request.body(body.to_string())?)?;
        student.took.send(("join", begun.elapsed()))?;
        let cookie =
            answer.headers().get("set-cookie").map(|cookie| cookie.to_str()).transpose()?;
        student.cookie =
            cookie.and_then(|text| text.split(';').next()).unwrap_or_default().to_string();
        Ok(student)
    }

    fn ask(
        &self,
        what: &'static str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> anyhow::Result<Value> {
        let request =
            ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        let request =
            request.header("cookie", &self.cookie).header("content-type", "application/json");
        let begun = Instant::now();
        let mut answer = self.agent.run(request.body(body.to_string())?)?;
        let text = answer.body_mut().read_to_string()?;
        self.took.send((what, begun.elapsed()))?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Has a slow draft checked until the end, several times at once.
    fn hold_up(&self, end: Instant) -> anyhow::Result<()> {
        let check =
            json!({"game": "quoridor", "language": "lua", "files": {"main.lua": SLOW_DRAFT}});
        let again = || {
            while Instant::now() < end {
                // Repeats refused and abandoned checks.
                let _ = self.ask("check of a slow draft", "POST", "/api/class/check", &check);
                thread::sleep(Duration::from_millis(100));
            }
        };
        thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(again))));
        Ok(())
    }

    /// Waits for the first move of a match.
    fn first_move(&self, id: &str, begun: Instant) -> anyhow::Result<()> {
        let uri = format!("{}/api/stream?match={id}&observer=public", self.url);
        let request = ureq::http::Request::get(uri).header("cookie", &self.cookie);
        let answer = self.agent.run(request.body(())?)?;
        for line in BufReader::new(answer.into_body().into_reader()).lines() {
            let line = line?;
            anyhow::ensure!(!line.contains("\"type\":\"fault\""), "the bot fails: {line}");
            if line.contains("\"type\":\"move\"") {
                self.took.send(("run to first move", begun.elapsed()))?;
                break;
            }
        }
        Ok(())
    }

    /// Follows the ladder until the end. Returns the numbers of matches that it showed, which never
    /// fall.
    fn view(&self, end: Instant) -> anyhow::Result<Vec<u64>> {
        let uri = format!("{}/api/stream?match=ladder-quoridor", self.url);
        let request = ureq::http::Request::get(uri).header("cookie", &self.cookie);
        let answer = Agent::new_with_defaults().run(request.body(())?)?;
        let mut shown = Vec::new();
        for line in BufReader::new(answer.into_body().into_reader()).lines() {
            if let Some(data) = line?.strip_prefix("data: ") {
                let message: Value = serde_json::from_str(data)?;
                shown.extend(message["ladder"]["matches"].as_u64());
            }
            if Instant::now() >= end {
                break;
            }
        }
        Ok(shown)
    }

    /// Types and runs until the end.
    fn work(&self, end: Instant, pause: Duration) -> anyhow::Result<()> {
        let new = json!({"game": "quoridor", "language": "lua", "name": "Racer"});
        let id = self.ask("new bot", "POST", "/api/class/bots", &new)?["id"].clone();
        let page =
            self.ask("open the page", "GET", &format!("/api/class/bots/{id}"), &Value::Null)?;
        let source = page["draft"]["files"]["main.lua"].as_str().unwrap_or_default().to_string();
        let (mut revision, mut changes) = (1, 0);
        while Instant::now() < end {
            changes += 1;
            let files = json!({ "main.lua": format!("{source}\n-- {changes}\n") });
            let draft = json!({"revision": revision, "files": files});
            let path = format!("/api/class/bots/{id}");
            if changes % CHANGES == 0 {
                let new = json!({"game": "quoridor", "players": ["draft", "greedy"], "pace_ms": 0});
                let body = json!({"draft": draft, "match": new});
                let begun = Instant::now();
                let started = self.ask("run", "POST", &format!("{path}/run"), &body)?;
                revision = started["revision"].as_i64().unwrap_or(revision);
                if let Some(id) = started["id"].as_str() {
                    self.first_move(id, begun)?;
                }
                self.ask("open the page", "GET", &path, &Value::Null)?;
            } else {
                let saved = self.ask("save", "PUT", &format!("{path}/draft"), &draft)?;
                revision = saved["revision"].as_i64().unwrap_or(revision);
                let check = json!({"game": "quoridor", "language": "lua", "files": files});
                self.ask("check", "POST", "/api/class/check", &check)?;
            }
            thread::sleep(pause);
        }
        Ok(())
    }
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, folder, matches] = &args[..]
        && flag == "--week"
    {
        return week::fill(folder.as_ref(), matches.parse()?);
    }
    let [url, code, rest @ ..] = &args[..] else {
        anyhow::bail!("URL JOIN_CODE [STUDENTS] [SECONDS] [PAUSE] [SLOW] [VIEWERS]")
    };
    let number = |at: usize, usual: u64| rest.get(at).map_or(Ok(usual), |text| text.parse());
    let (students, seconds, pause) = (number(0, 30)?, number(1, 60)?, number(2, TYPING)?);
    let (slow, viewers) = (number(3, 0)?, number(4, 0)?);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (took, all) = channel();
    let threads: Vec<_> = (0..students + slow)
        .map(|n| {
            let (url, code, took) = (url.clone(), code.clone(), took.clone());
            thread::spawn(move || {
                // Students do not begin at the same moment.
                thread::sleep(Duration::from_millis(n * 37));
                let name = format!("Student {n} {}", std::process::id());
                let student = Student::join(&url, &code, &name, took)?;
                let pages = viewers / students.max(1) + u64::from(n < viewers % students.max(1));
                thread::scope(|scope| {
                    let view = || student.view(end);
                    let views: Vec<_> = (0..if n < students { pages } else { 0 })
                        .map(|_| scope.spawn(view))
                        .collect();
                    let worked = if n < students {
                        student.work(end, Duration::from_millis(pause))
                    } else {
                        student.hold_up(end)
                    };
                    let views = views.into_iter().map(|view| view.join().expect("no panic"));
                    worked.and_then(|()| views.collect::<anyhow::Result<Vec<_>>>())
                })
            })
        })
        .collect();
    drop(took);
    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    all.iter().for_each(|(what, time)| times.entry(what).or_default().push(time));
    let mut views: Vec<Vec<u64>> = Vec::new();
    for thread in threads {
        views.extend(thread.join().expect("no panic")?);
    }
    if !views.is_empty() {
        let messages: usize = views.iter().map(Vec::len).sum();
        let rises = views.iter().all(|shown| shown.is_sorted());
        let first = views.iter().filter_map(|shown| shown.first()).min().unwrap_or(&0);
        let last = || views.iter().filter_map(|shown| shown.last());
        let (least, most) = (last().min().unwrap_or(&0), last().max().unwrap_or(&0));
        println!(
            "{} viewers of the ladder, {messages} messages, in order: {rises}; matches {first} to {least}..{most}",
            views.len()
        );
    }
    println!("{students} students and {slow} with a slow draft, {seconds} s; milliseconds");
    println!("{:22} {:>7} {:>7} {:>7} {:>7}", "request", "number", "median", "p95", "most");
    for (what, mut times) in times {
        times.sort();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "{what:22} {:>7} {:>7.1} {:>7.1} {:>7.1}",
            times.len(),
            at(0.5),
            at(0.95),
            at(1.0)
        );
    }
    Ok(())
}
