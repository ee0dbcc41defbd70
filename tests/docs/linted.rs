//! The lint of blocks of code in the documentation.

use juez::registry::{MatchSetup, Mind, PlayerSpec, game};
use juez::script::{BotSpec, LANGUAGES, LintMessage};

use super::fragments;
use super::page::Block;

/// Returns true if a block is a script that must run.
pub fn runs(block: &Block) -> bool {
    LANGUAGES.iter().any(|language| language.id == block.language) && !block.is("fails")
}

/// Returns the messages of the lint about a block; a fragment is put into a bot that runs it.
pub fn messages(block: &Block) -> Vec<LintMessage> {
    let language = LANGUAGES.iter().find(|language| language.id == block.language);
    let language = language.expect("a script language");
    let source = match (block.is("fragment"), language.id) {
        (false, _) => block.text.clone(),
        (true, "lua") => fragments::lua_bot(&block.text),
        (true, _) => fragments::rhai_bot(&block.text),
    };
    let spec = BotSpec::from_source(language, &format!("block.{}", language.id), &source);
    let mind = match spec {
        Ok(spec) => Mind::Script(spec),
        // A file for a command that must fail.
        Err(_) if block.file().is_some() => return Vec::new(),
        Err(error) => panic!("{error}"),
    };
    let player = PlayerSpec { name: "block".into(), mind };
    let game = game(&block.game).expect("pages name games that are there");
    game.lint(&MatchSetup::new(Vec::new()), &player).expect("the setup is right")
}
