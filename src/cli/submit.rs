//! `juez submit`.

use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ureq::Agent;

use super::columns::printed;
use super::text::{BOLD, DIM, RED};
use super::verdict::Verdict;
use juez_class::same_name;
use juez_core::plain;
use juez_match::registry::game_of;
use juez_script::Bundle;

/// Timeout for answers of the class.
const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(clap::Args)]
#[command(after_help = "\
Sends a bot to a class (`juez class`) and creates a version of it. An existing bot of that name is \
updated; otherwise a new one is created. The page of the class gives the token.

Exit code: 0 sent and able to play, 1 sent and something is wrong with it, 2 not sent.")]
pub(super) struct SubmitArgs {
    /// Address of the class, as http://192.168.1.20:7878
    url: String,
    /// The bot: a script, or a folder with main.lua or main.rhai
    bot: PathBuf,
    /// Token for programs, from the page of the class [default: the variable JUEZ_TOKEN]
    #[arg(long)]
    token: Option<String>,
    /// Name in the class [default: that of the file or folder]
    #[arg(long)]
    name: Option<String>,
    /// The game of a new bot [default: the one that the bot names]
    #[arg(long)]
    game: Option<String>,
}

pub(super) fn run(args: &SubmitArgs) -> anyhow::Result<Verdict> {
    let (language, bundle) = Bundle::read(&args.bot)?;
    let name = match &args.name {
        Some(name) => name.clone(),
        None => name_of(&args.bot)?,
    };
    let mut files = bundle.files;
    // In a class the main file of every bot has the same name.
    if let Some(text) = files.remove(&bundle.main) {
        files.insert(format!("main.{}", language.id), text);
    }
    let token = args.token.clone().or_else(|| std::env::var("JUEZ_TOKEN").ok());
    let token = token.context("--token is missing: the page of the class makes one")?;
    let class = ClassClient::new(&args.url, &token);
    let team = class.ask("GET", "", None)?["me"]["person"]["team"].clone();
    let bots = class.ask("GET", "/bots", None)?;
    let is_it = |bot: &&Value| {
        let has_name = bot["name"].as_str().is_some_and(|other| same_name(other, &name));
        has_name && bot["team"] == team && bot["language"] == language.id
    };
    let found = bots.as_array().into_iter().flatten().find(is_it);
    let id = match found {
        Some(bot) => bot["id"].clone(),
        None => {
            let game = match &args.game {
                Some(game) => game.clone(),
                None => game_of(&args.bot)?.info().id.to_string(),
            };
            let new = json!({"game": game, "language": language.id, "name": name, "files": files});
            class.ask("POST", "/bots", Some(new))?["id"].clone()
        }
    };
    let bot = format!("/bots/{id}");
    // Keeps the present draft as a version.
    class.ask("POST", &bot, Some(json!({"change": "keep"})))?;
    let page = class.ask("GET", &bot, None)?;
    let draft = json!({"revision": page["draft"]["revision"], "files": files});
    class.ask("PUT", &format!("{bot}/draft"), Some(draft))?;
    let version = class.ask("POST", &bot, Some(json!({"change": "keep"})))?;
    let check = json!({"game": page["bot"]["game"], "language": language.id, "files": files});
    let problems = class.ask("POST", "/check", Some(check))?;
    let mut out = anstream::stdout();
    let shown = plain(&name);
    writeln!(
        out,
        "{BOLD}{shown}{BOLD:#} is version {version} in the class: {}/class/bot/{id}",
        class.url
    )?;
    let mut verdict = Verdict::Done;
    for problem in problems.as_array().into_iter().flatten() {
        let style = if problem["error"] == true { RED } else { DIM };
        let at = match (problem["file"].as_str(), problem["line"].as_u64()) {
            (Some(file), Some(line)) => format!("{file}:{line}: "),
            _ => String::new(),
        };
        let text = format!("{at}{}", problem["message"].as_str().unwrap_or_default());
        writeln!(out, "{style}{}{style:#}", printed(&plain(&text)))?;
        if problem["error"] == true {
            verdict = Verdict::Failed;
        }
    }
    Ok(verdict)
}

/// Returns the name of a bot's file or folder.
fn name_of(path: &Path) -> anyhow::Result<String> {
    let folder = Bundle::folder(path);
    let path = folder.as_deref().unwrap_or(path);
    let path = path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
    Ok(path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// A client of a class, authorized by a token.
struct ClassClient {
    agent: Agent,
    url: String,
    bearer: String,
}

impl ClassClient {
    fn new(url: &str, token: &str) -> ClassClient {
        let config =
            Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false);
        let (agent, url) = (config.build().into(), url.trim_end_matches('/').to_string());
        ClassClient { agent, url, bearer: format!("Bearer {}", token.trim()) }
    }

    /// Sends a request below `/api/class` and returns the answer.
    ///
    /// # Errors
    /// If the class cannot be reached, or its message if it refuses.
    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> anyhow::Result<Value> {
        let uri = format!("{}/api/class{path}", self.url);
        let request = ureq::http::Request::builder().method(method).uri(&uri);
        let request = request.header("authorization", &self.bearer);
        let answer = match body {
            Some(body) => {
                let request = request.header("content-type", "application/json");
                self.agent.run(request.body(body.to_string())?)
            }
            None => self.agent.run(request.body(())?),
        };
        let mut answer =
            answer.with_context(|| format!("cannot reach the class at {}", self.url))?;
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let read: Value = serde_json::from_str(&text).unwrap_or_default();
        match answer.status().as_u16() {
            200..300 => Ok(read),
            401 => bail!("the class does not know this token: its page gives a new one"),
            status => match read["error"].as_str() {
                Some(why) => bail!("{}", plain(why)),
                None => bail!("{} answers {status}: is a class there?", self.url),
            },
        }
    }
}
