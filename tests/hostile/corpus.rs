//! Attacks as files: reads their headers and writes their bots into a folder.

use juez::core::{FaultKind, Hook};
use std::fs;
use std::path::Path;

/// The languages with a corpus.
pub const LANGUAGES: [&str; 2] = ["lua", "rhai"];

/// Every hook, in the order of a match.
pub const HOOKS: [Hook; 4] = [Hook::Load, Hook::Start, Hook::NextMove, Hook::Finish];

/// The end of an attack: a kind of fault, or `None` if it has no effect.
pub type End = Option<FaultKind>;

/// One attack.
#[derive(Debug)]
pub struct Case {
    /// `lua`, `rhai`.
    pub language: String,
    /// Its place in the corpus of its language, which decides its seat.
    pub index: usize,
    /// The file's name without extension.
    pub name: String,
    /// The attempt.
    pub summary: String,
    /// The hooks that it runs in.
    pub hooks: Vec<Hook>,
    /// True if the file is the bot itself.
    pub whole: bool,
    expect: Vec<(Option<Hook>, Vec<End>)>,
    body: String,
}

/// Reads every attack of a language, by name; none if it has no folder.
pub fn read(language: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile").join(language);
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let case = |(index, path): (usize, &std::path::PathBuf)| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Case::parse(language, index, &name, &text).unwrap_or_else(|why| panic!("{why}"))
    };
    paths.iter().enumerate().map(case).collect()
}

impl Case {
    /// Reads the header of a file.
    pub fn parse(language: &str, index: usize, name: &str, text: &str) -> Result<Case, String> {
        let file = format!("{name}.{language}");
        let comment = if language == "lua" { "-- " } else { "// " };
        let mut header = text.lines().map_while(|line| line.strip_prefix(comment));
        let summary = header.next().filter(|line| !line.starts_with("expect"));
        let summary = summary.ok_or(format!("{file}: the first line must describe the attack"))?;
        let mut case = Case {
            language: language.to_string(),
            index,
            name: name.to_string(),
            summary: summary.to_string(),
            hooks: HOOKS.to_vec(),
            whole: false,
            expect: Vec::new(),
            body: text.to_string(),
        };
        let mut repeats = Vec::new();
        for (line, number) in header.zip(2..) {
            // The attack can have its own comments below the header.
            let Some((key, value)) = line.split_once(": ") else { break };
            case.read_line(key, value, &mut repeats)
                .map_err(|why| format!("{file}:{number}: {why}"))?;
        }
        if let Some(hook) = case.hooks.iter().find(|hook| case.expected(**hook).is_empty()) {
            return Err(format!("{file}: no `expect:` for {hook}"));
        }
        let lines = text.lines().take_while(|line| line.starts_with(comment.trim())).count();
        let mut body: String = text.lines().skip(lines).map(|line| format!("{line}\n")).collect();
        for (i, times) in repeats.iter().enumerate() {
            if i == 0 {
                body = body.replace("@@@", times);
            }
            body = body.replace(&format!("@@{}@", i + 1), times);
        }
        case.body = body;
        Ok(case)
    }

    fn read_line(
        &mut self,
        key: &str,
        value: &str,
        repeats: &mut Vec<String>,
    ) -> Result<(), String> {
        match key.split_once(' ').unwrap_or((key, "")) {
            ("expect", hook) => {
                let hook = if hook.is_empty() { None } else { Some(read_hook(hook)?) };
                let kinds = value.split('|').map(str::trim).map(read_end);
                self.expect.push((hook, kinds.collect::<Result<_, _>>()?));
            }
            ("hooks", "") => {
                self.hooks = value.split_whitespace().map(read_hook).collect::<Result<_, _>>()?;
            }
            ("repeat", "") => {
                let (text, times) = value.rsplit_once(' ').ok_or("repeat: TEXT TIMES")?;
                let times = times.parse().map_err(|_| format!("no number: {times:?}"))?;
                repeats.push(text.replace("\\n", "\n").repeat(times));
            }
            ("whole", "") => self.whole = value == "yes",
            _ => return Err(format!("no header line called {key:?}")),
        }
        Ok(())
    }

    /// Returns the possible ends in a hook.
    pub fn expected(&self, hook: Hook) -> &[End] {
        let of = |wanted| self.expect.iter().find(|(hook, _)| *hook == wanted);
        of(Some(hook)).or_else(|| of(None)).map_or(&[], |(_, kinds)| kinds)
    }

    /// Writes the bot that attacks in one hook into a folder.
    pub fn write(&self, hook: Hook, folder: &Path) {
        let put = |stem: &str, text: &str| {
            let path = folder.join(format!("{stem}.{}", self.language));
            fs::write(path, text).expect("a temporary folder can be written to");
        };
        if self.whole {
            return put("main", &self.body);
        }
        put("attack", &self.body);
        put("main", &if self.language == "lua" { lua_main(hook) } else { rhai_main(hook) });
    }
}

fn lua_main(hook: Hook) -> String {
    let call =
        |at, argument| if at == hook { format!("attack({argument})") } else { String::new() };
    format!(
        "local attack = require(\"./attack\")\n{}\nlocal bot = {{}}\n\
         function bot.start(info) {} end\n\
         function bot.next_move(view) {} return view:moves()[1] end\n\
         function bot.finish(result) {} end\nreturn bot\n",
        call(Hook::Load, ""),
        call(Hook::Start, "info"),
        call(Hook::NextMove, "view"),
        call(Hook::Finish, "result"),
    )
}

fn rhai_main(hook: Hook) -> String {
    let call = |at, argument| {
        if at == hook { format!("hostile::attack({argument});") } else { String::new() }
    };
    format!(
        "import \"attack\" as hostile;\n{}\nfn start(info) {{ {} }}\n\
         fn next_move(view) {{ {} view.moves()[0] }}\nfn finish(result) {{ {} }}\n",
        call(Hook::Load, "()"),
        call(Hook::Start, "info"),
        call(Hook::NextMove, "view"),
        call(Hook::Finish, "result"),
    )
}

fn read_hook(text: &str) -> Result<Hook, String> {
    let found = HOOKS.into_iter().find(|hook| hook.name() == text);
    found.ok_or(format!("no hook called {text:?}"))
}

fn read_end(text: &str) -> Result<End, String> {
    if text == "none" {
        return Ok(None);
    }
    let kind = serde_json::from_value(text.into());
    kind.map(Some).map_err(|_| format!("no kind of fault called {text:?}"))
}
