#!/bin/sh
# rhai 1.27.0: Engine::parse_json, and parse_json of scripts, read text with the lexer of Rhai. Valid JSON is refused (\/ and
# surrogate pairs in strings, which many writers produce), and what is no JSON is read (comments, hexadecimal numbers,
# underscores in numbers, a comma at the end). The documentation calls it "parse JSON".
dependencies='rhai = { version = "=1.27.0", features = ["serde"] }
serde_json = "=1.0.140"'
. "$(dirname "$0")/rust.inc" <<'RS'
use rhai::Engine;

fn main() {
    let engine = Engine::new();
    let check = |text: &str, is_json: bool| {
        let rhai = engine.parse_json(text, true);
        let json = serde_json::from_str::<serde_json::Value>(text);
        println!("{text}  rhai: {}, serde_json: {}", rhai.is_ok(), json.is_ok());
        assert_eq!(json.is_ok(), is_json);
        assert_ne!(rhai.is_ok(), is_json, "it reads {text} as JSON is read");
    };
    for valid in [r#"{"url":"http:\/\/host\/a"}"#, r#"{"face":"\ud83d\ude00"}"#] {
        check(valid, true);
    }
    for wrong in [r#"{"a":0x10}"#, r#"{"a":1_000}"#, r#"{"a":1,}"#, r#"{"a":1 /* one */}"#] {
        check(wrong, false);
    }
}
RS
