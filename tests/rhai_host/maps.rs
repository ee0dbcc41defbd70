//! Keys that a map does not have.

use super::*;

#[test]
fn reading_an_absent_key_gives_nothing() {
    assert_eq!(body("let m = #{ a: 1 }; let k = \"b\"; `${m.b == ()} ${m[k] == ()} ${#{ a: 1 }[k] == ()} ${m?.b == ()} ${m.b ?? 7}`").answer(), "true true true true 7");
    assert_eq!(
        body("let m = #{ a: #{} }; `${m.a.b == ()} ${m.c?.d == ()} ${m}`").answer(),
        "true true #{\"a\": #{}}"
    );
    assert_eq!(body("`${this.best ?? 3} ${\"best\" in this} ${this}`").answer(), "3 false #{}");
}

#[test]
fn setting_a_key_of_nothing_names_the_key() {
    let nothing = why("this.counts.x = 1");
    assert!(nothing.starts_with("() (nothing) has no x: "), "{nothing}");
    assert!(why("let n = 5; n.x = 1").contains("has no x"), "{}", why("let n = 5; n.x = 1"));
}

#[test]
fn counting_with_a_value_in_its_place_works() {
    let source = "fn start(info) { this.seen = #{}; }
        fn next_move(view) { for k in [\"e2\", \"e3\", \"e2\"] { this.seen[k] = (this.seen[k] ?? 0) + 1; } `${this.seen}` }";
    assert_eq!(play(source).answer(), "#{\"e2\": 2, \"e3\": 1}");
}

#[test]
fn adding_to_an_absent_key_names_it_and_leaves_the_map_as_it_was() {
    assert_eq!(
        why("let m = #{ a: 1 }; m.tally += 1"),
        "the map has no \"tally\" yet: write m.tally = (m.tally ?? 0) + ... to begin with 0"
    );
    assert_eq!(
        why("this.seen = #{}; this.seen[`e${1 + 1}`] -= 1"),
        "the map has no \"e2\" yet: write this.seen[\"e2\"] = (this.seen[\"e2\"] ?? 0) - ... to begin with 0"
    );
    assert_eq!(
        why("let m = #{ score: 1 }; m.scroe *= 2"),
        "the map has no \"scroe\" yet, so nothing can be added to it; did you mean score?"
    );
    for add in
        ["m.x += 1", "m[\"x\"] += 1", "m[k] **= 2", "m[`${k}`] += 1", "a[0].x += 1", "m.in.x += 1"]
    {
        let tried = format!(
            "let k = \"x\"; let m = #{{ in: #{{}} }}; let a = [m]; let r = \"\"; try {{ {add}; }} catch (e) {{ r = e; }} \
             print(r); `${{m}} ${{a}}`"
        )
        .replace("in:", "inner:")
        .replace("m.in.x", "m.inner.x");
        let played = body(&tried);
        assert_eq!(played.answer(), "#{\"inner\": #{}} [#{\"inner\": #{}}]", "{add}");
        assert!(played.log()[0].starts_with("the map has no \"x\" yet"), "{add}: {played:?}");
    }
}

#[test]
fn adding_to_a_key_that_is_there_works_whatever_the_index_is() {
    let played = body(
        "let n = 0; let at = |k| { n += 1; k }; let m = #{ a: [1, 2], b: #{ c: 3 } };
         m.a[at.call(1)] += 5; m[at.call(\"b\")].c *= 2; m.b[at.call(\"c\")] -= 1;
         let g = [[1, 2], [3, 4]]; g[at.call(1)][at.call(0)] += 10; this.k = 2; this[at.call(\"k\")] **= 3;
         `${m} ${g} ${this.k} ${n}`",
    );
    assert_eq!(played.answer(), "#{\"a\": [1, 7], \"b\": #{\"c\": 5}} [[1, 2], [13, 4]] 8 6");
    // A random index is evaluated once.
    let played = body(
        "let m = [0, 0, 0, 0]; for i in 0..8 { m[view.random(4)] += 1; } `${m.reduce(|s, x| s + x, 0)}`",
    );
    assert_eq!(played.answer(), "8");
}

#[test]
fn a_key_of_another_file_is_no_variable_of_this_one() {
    let played = |body: &str| {
        let main = format!("import \"consts\" as consts; fn next_move(view) {{ {body} }}");
        let files = [("main.rhai", &*main), ("consts.rhai", "const KEY = \"x\";")];
        play_with(&files, 1, Limits::default(), &[])
    };
    let here = "let KEY = \"here\"; let m = #{ x: 2 }; m[consts::KEY] += 1; `${m}`";
    assert_eq!(played(here).answer(), "#{\"x\": 3}");
    let absent = played("let KEY = \"a\"; let m = #{ a: 2 }; m[consts::KEY] += 1");
    assert!(absent.fault().why.starts_with("the map has no \"x\" yet"), "{absent:?}");
    let nothing = played("let m = #{}; m[consts::KEY] - 1");
    assert!(nothing.fault().why.contains("; m[consts::KEY] is () (nothing)"), "{nothing:?}");
}

#[test]
fn what_is_done_with_nothing_says_what_was_read() {
    let beyond = "give it a value first, or read it with another in its place";
    assert_eq!(
        why("this.count + 1"),
        format!(
            "+ does not work between () (nothing) and a number; this.count is () (nothing): {beyond}, this.count ?? 0"
        )
    );
    assert_eq!(
        why("this.count = 1; 2 * this.cuont"),
        "* does not work between a number and () (nothing); this.cuont is () (nothing); did you mean count?"
    );
    assert!(
        why("let m = #{ a: 1 }; let b = m.bb; print(1); b - 1").contains("; m.bb is () (nothing)")
    );
    assert!(why("let b = (); b - 1").contains("; b is () (nothing)"));
    assert_eq!(
        why("this.list.push(1)"),
        format!(
            "push does not work with () (nothing) and a number; this.list is () (nothing): {beyond}, this.list ?? 0"
        )
    );
    assert!(why("this.a.b.c").starts_with("() (nothing) has no b: was nothing found"));
    assert!(why("this.a.b.c").contains("; this.a is () (nothing)"));
    assert!(why("let m = #{}; m.rows[2]").contains("; m.rows is () (nothing)"));
    assert!(why("if this.ready { 1 }").contains("got () (nothing); this.ready is () (nothing)"));
    let fault =
        play(&format!("fn start(info) {{ this.me = info.saet + 1; }} {NOOP}")).fault().clone();
    assert!(fault.why.ends_with("info.saet is () (nothing); did you mean seat?"), "{}", fault.why);
}

#[test]
fn comparing_with_nothing_is_no_error() {
    assert_eq!(value("this.best == () && this.best != 1 && !(this.best < 5)"), "true");
}
