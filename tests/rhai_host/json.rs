//! `parse_json` and `to_json`.

use super::*;

fn read(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    value(&format!("parse_json(\"{text}\")"))
}

#[test]
fn all_of_json_is_read() {
    assert_eq!(
        read(r#"{"a": [1, 2.5, -3e2, true, null], "b": {"c": "x"}}"#),
        "#{\"a\": [1, 2.5, -300.0, true, ()], \"b\": #{\"c\": \"x\"}}"
    );
    assert_eq!(read(r#""\ud83d\ude00 \/ \u0041 \n""#), "😀 / A \n");
    assert_eq!(
        read("[9223372036854775807, 9223372036854775808, 1e300]"),
        "[9223372036854775807, 9.223372036854776e18, 1e300]"
    );
    assert_eq!(read(r#"{"a": 1, "a": 2}"#), "#{\"a\": 2}");
    assert_eq!(read(" 7 "), "7");
    assert_eq!(read("null"), "");
}

#[test]
fn what_is_no_json_is_caught_and_has_a_place() {
    for (text, begins) in [
        ("{bad", "this is not valid JSON, line 1, column 2: key must be a string"),
        ("[1, 2", "this is not valid JSON, line 1, column 5: EOF while parsing a list"),
        ("[1,]", "this is not valid JSON, line 1, column 4: trailing comma"),
        ("1e999", "this is not valid JSON, line 1, column"),
        ("", "this is not valid JSON, line 1, column 0: EOF while parsing a value"),
    ] {
        let caught = body(&format!(
            "let r = \"\"; try {{ parse_json(\"{text}\") }} catch (e) {{ r = e; }} r"
        ));
        assert!(caught.answer().starts_with(begins), "{text}: {}", caught.answer());
    }
    let fault =
        play("fn next_move(view) {\n  let x = 1;\n  parse_json(\"{bad\")\n}").fault().clone();
    assert_eq!((fault.file.as_deref(), fault.line), (Some("bot.rhai"), Some(3)));
    assert!(fault.why.starts_with("this is not valid JSON"), "{}", fault.why);
}

#[test]
fn nesting_has_an_end() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let nested = |depth| body(&format!("let v = parse_json(\"{}\"); \"t1\"", nested(depth)));
    assert_eq!(nested(100).answer(), "t1");
    assert!(nested(200).fault().why.contains("recursion limit exceeded"));
}

#[test]
fn what_is_written_is_json_and_reads_back() {
    assert_eq!(
        value(
            r#"#{ a: "x\u0007\t\"\\", b: [1, 2.5, true, ()], c: 'z', d: #{ e: 1e300 } }.to_json()"#
        ),
        r#"{"a":"x\u0007\t\"\\","b":[1,2.5,true,null],"c":"z","d":{"e":1e+300}}"#
    );
    assert_eq!(body("let m = #{ a: \"\\u0001\", b: [1.5, -2] }; `${parse_json(m.to_json()) == m} ${[1, \"a\"].to_json()}`").answer(), "true [1,\"a\"]");
    assert_eq!(why("#{ a: 0.0 / 0.0 }.to_json()"), "JSON has no number NaN");
    assert_eq!(why("#{ a: [1.0 / 0.0] }.to_json()"), "JSON has no number inf");
    assert_eq!(why("#{ a: |x| x }.to_json()"), "JSON cannot hold a function");
    assert_eq!(why("#{ a: 0..3 }.to_json()"), "JSON cannot hold a range");
    assert_eq!(why("#{ a: view }.to_json()"), "JSON cannot hold a view");
}
