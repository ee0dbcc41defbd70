//! Sources that are expensive to parse: lines repeated thousands of times are refused or compiled,
//! in both languages, in memory proportional to their length. libFuzzer reports slow ones.

use juez::script::{BotSpec, LANGUAGES, LoadError, STACK, live_bytes};
use std::thread;

/// Maximum length of the source, unless `JUEZ_FUZZ_LONGEST` is set.
const LONGEST: usize = 16 * 1024;
/// Limits on the heap: bytes per byte of source, and a constant part for expanded constants.
const BYTES_A_BYTE: usize = 2_000;
const BYTES_BESIDE: usize = 96 << 20;

/// Compiles the source that the bytes describe.
pub fn run(data: &[u8]) {
    let source = expanded(&String::from_utf8_lossy(data));
    let compiled = thread::Builder::new().stack_size(STACK).spawn(move || compile(&source));
    if let Err(panic) = compiled.expect("a thread can be started").join() {
        std::panic::resume_unwind(panic);
    }
}

fn compile(source: &str) {
    for &language in LANGUAGES {
        let before = live_bytes();
        match BotSpec::from_source(language, &format!("bot.{}", language.id), source) {
            Ok(_) => {}
            Err(LoadError::Syntax(error)) => assert!(!error.message.is_empty()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let grown = usize::try_from(live_bytes() - before).unwrap_or(0);
        let most = BYTES_A_BYTE * source.len() + BYTES_BESIDE;
        assert!(grown < most, "{}: {grown} bytes of {}", language.id, source.len());
    }
}

/// Returns the source of a recipe. A line `N text` is the text repeated two to the power N times,
/// with `@` replaced by the number of the repetition.
fn expanded(recipe: &str) -> String {
    let longest = std::env::var("JUEZ_FUZZ_LONGEST").ok().and_then(|text| text.parse().ok());
    let longest = longest.unwrap_or(LONGEST);
    let mut source = String::new();
    for line in recipe.lines() {
        let counted =
            line.split_once(' ').and_then(|(n, text)| Some((n.parse::<u32>().ok()?, text)));
        let (power, text) = counted.unwrap_or((0, line));
        for number in 0..1u32 << power.min(20) {
            let text = text.replace('@', &number.to_string());
            if source.len() + text.len() >= longest {
                return source;
            }
            source.push_str(&text);
        }
        source.push('\n');
    }
    source
}
