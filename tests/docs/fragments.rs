//! Fragments of code as whole programs, and the output that their comments promise.

/// Returns a Lua bot that runs a fragment as the body of its first `next_move(view)`, and plays its
/// answer or any move.
pub fn lua_bot(fragment: &str) -> String {
    format!(
        "local bot = {{}}\nfunction bot.next_move(view)\n  local function page()\n{fragment}\n  end\n  \
         local run = if bot.asked then nil else page\n  bot.asked = true\n  \
         return run and run() or view:moves()[1]\nend\nreturn bot\n"
    )
}

/// Returns a Rhai bot that does the same. Functions, constants and imports go outside `next_move`.
pub fn rhai_bot(fragment: &str) -> String {
    let (mut outside, mut inside) = (String::new(), String::new());
    let mut in_function = false;
    for line in fragment.lines() {
        in_function |= line.starts_with("fn ");
        let top = in_function || line.starts_with("const ") || line.starts_with("import ");
        let part = if top { &mut outside } else { &mut inside };
        part.push_str(line);
        part.push('\n');
        if line.trim_end().ends_with('}') && (line.starts_with('}') || line.starts_with("fn ")) {
            in_function = false;
        }
    }
    format!(
        "{outside}\nfn next_move(view) {{\nif \"asked\" in this {{ return view.moves()[0]; }}\n\
         this.asked = true;\nlet _page = {{\n{inside}}};\nview.moves()[0]\n}}\n"
    )
}

/// Returns the lines that a fragment promises to print: the text after `mark` in its comments.
pub fn promised(fragment: &str, mark: &str) -> Vec<String> {
    let said = |line: &str| Some(line.split_once(mark)?.1.trim().to_string());
    fragment.lines().filter_map(said).collect()
}

/// Returns the errors that a fragment promises to end in.
pub fn errors(fragment: &str) -> Vec<String> {
    promised(fragment, " error: ")
}

#[test]
fn functions_of_a_fragment_move_out_of_next_move() {
    let bot = rhai_bot("fn f(x) { x }\nfn g(x) {\n    x\n}\nprint(f(1)); //> 1\n");
    assert!(bot.starts_with("fn f(x) { x }\nfn g(x) {\n    x\n}\n\nfn next_move"), "{bot}");
    assert_eq!(promised(&bot, "//> "), ["1"]);
}
