//! The rights of people in the lobby.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::words;
use juez_class::{
    BotId, BotSummary, Class, ClassError, ClassErrorKind, LadderName, Person, PlayableBot,
    SourceFiles, check_files, language_of,
};
use juez_core::Weights;
use juez_lobby::{Author, OfferedBot, Policy, RefusalKind};
use juez_lobby::{BotChoice, LobbyError, VisitorId};
use juez_match::registry::{AnyGame, game};
use juez_script::{BotSpec, Bundle};

/// Limit on a person's concurrent matches.
const MAX_RUNNING: usize = 6;
/// Limit on the bytes of a person's stored matches: some ten thousand matches of small bots.
const MAX_STORED: u64 = 100 << 20;

/// The rights of the people of a class. They can name bots of their team, opened ones, and ones
/// that classmates offer; they can read logs of their team's bots. The teacher can read everything
/// and stop any match.
pub struct ClassPolicy {
    class: Arc<Class>,
    /// The class's own weights by the id of their game.
    weights: BTreeMap<&'static str, Weights>,
}

impl fmt::Debug for ClassPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClassPolicy({})", self.class.path().display())
    }
}

impl ClassPolicy {
    /// Returns the rights of the people of this class. In its matches, the master of a game plays
    /// with these weights, by the game's id.
    pub fn new(class: Arc<Class>, weights: BTreeMap<&'static str, Weights>) -> ClassPolicy {
        ClassPolicy { class, weights }
    }

    fn person(&self, visitor: &VisitorId) -> Option<Person> {
        self.class.person(visitor.person()?).ok()
    }

    /// Returns a bot for a seat, with the id of its game.
    fn offered(
        &self,
        by: &Person,
        id: BotId,
        version: Option<u32>,
    ) -> Result<(String, OfferedBot), ClassError> {
        let found = self.class.playable_bot(by, id, version)?;
        Ok((found.bot.game.clone(), offered(by, found)?))
    }
}

/// Returns a version of a bot for a seat of this person's match.
///
/// # Errors
/// If the files are not a bot.
pub(super) fn offered(by: &Person, found: PlayableBot) -> Result<OfferedBot, ClassError> {
    let name = found.name_for(by);
    let PlayableBot { bot, version, files } = found;
    let spec = spec_of(&name, &bot.language, files)?;
    Ok(OfferedBot { spec, author: Some(Author::Bot(bot.id)), version: Some(version) })
}

fn refused(error: ClassError) -> LobbyError {
    let kind = match error.kind() {
        ClassErrorKind::Missing => RefusalKind::Missing,
        ClassErrorKind::Conflict => RefusalKind::Conflict,
        _ => RefusalKind::Broken,
    };
    LobbyError::Refused { kind, why: error.to_string() }
}

/// Returns the bot of these files, not compiled yet.
///
/// # Errors
/// If the language is unknown, or the files are not a bot.
pub(super) fn spec_of(
    name: &str,
    language: &str,
    files: SourceFiles,
) -> Result<BotSpec, ClassError> {
    let language = language_of(language)?;
    check_files(language, &files)?;
    let bundle = Bundle::from_texts(&format!("main.{}", language.id), files);
    Ok(BotSpec::uncompiled(name.to_string(), language, bundle))
}

/// Parses a player's name as a bot and an optional version: `bot/12`, `bot/12/3`.
fn numbers(player: &str) -> Option<(BotId, Option<u32>)> {
    let mut parts = player.strip_prefix("bot/")?.split('/');
    let id = parts.next()?.parse().ok()?;
    let version = parts.next().map(str::parse).transpose().ok()?;
    parts.next().is_none().then_some((id, version))
}

impl Policy for ClassPolicy {
    fn bots(&self, by: &VisitorId) -> Vec<(&'static str, BotChoice)> {
        let Some(by) = self.person(by) else { return Vec::new() };
        let choice = |bot: BotSummary| {
            let game = game(&bot.game).ok()?.info().id;
            let summary = bot.language().ok()?.title.to_string();
            let (player, level, options) = (format!("bot/{}", bot.id), None, Vec::new());
            let authors = Some(bot.authors).filter(|_| bot.team != by.team);
            Some((game, BotChoice { player, name: bot.name, authors, summary, level, options }))
        };
        let bots = self.class.playable_bots(&by).unwrap_or_default();
        bots.into_iter().filter_map(choice).collect()
    }

    fn read(
        &self,
        name: &str,
        game: &dyn AnyGame,
        by: &VisitorId,
    ) -> Option<Result<OfferedBot, LobbyError>> {
        let (id, version) = numbers(name)?;
        let person = self.person(by)?;
        match self.offered(&person, id, version) {
            Ok((of, _)) if of != game.info().id => None,
            offered => Some(offered.map(|(_, bot)| bot).map_err(refused)),
        }
    }

    fn weights(&self, game: &str) -> Option<Weights> {
        self.weights.get(game).cloned()
    }

    fn has_authors(&self) -> bool {
        true
    }

    fn may_read(&self, by: &VisitorId, author: Author) -> bool {
        let wrote = |by: &Person| match author {
            Author::Bot(bot) => self.class.own_bot(by, bot).is_ok(),
            Author::Team(team) => by.team == team,
        };
        self.person(by).is_some_and(|by| by.is_teacher() || wrote(&by))
    }

    fn again(
        &self,
        by: &VisitorId,
        author: Author,
        name: &str,
    ) -> Result<Option<OfferedBot>, LobbyError> {
        let closed = || {
            let (kind, why) = (RefusalKind::Forbidden, words::not_open_to_you(name));
            LobbyError::Refused { kind, why }
        };
        let by = self.person(by).ok_or_else(closed)?;
        let bot = match author {
            _ if by.is_teacher() => return Ok(None),
            Author::Team(team) if by.team == team => return Ok(None),
            Author::Team(_) => return Err(closed()),
            Author::Bot(bot) => bot,
        };
        if self.class.readable_bot(&by, bot).is_ok() {
            return Ok(None);
        }
        self.offered(&by, bot, None).map(|(_, bot)| Some(bot)).map_err(|error| match error.kind() {
            ClassErrorKind::Missing => closed(),
            _ => refused(error),
        })
    }

    fn played_soundly(&self, author: Author, version: u32) {
        if let Author::Bot(bot) = author {
            // A failure to note it must not change the end of a match.
            let _ = self.class.note_sound(bot, version);
        }
    }

    fn lists(&self, by: &VisitorId) -> Option<Vec<VisitorId>> {
        let Some(by) = self.person(by) else { return Some(Vec::new()) };
        if by.is_teacher() {
            return None;
        }
        let team = self.class.team(by.team).unwrap_or_default();
        Some(team.iter().map(|person| VisitorId::of_person(person.id)).collect())
    }

    fn has_bot(&self, bot: i64) -> bool {
        // An error must not make a bot look deleted.
        self.class.ladder_name(bot).map_or(true, |named| named.is_some())
    }

    fn version_name(&self, author: Author, version: u32) -> Option<String> {
        let Author::Bot(bot) = author else { return None };
        let LadderName { name, authors, .. } = self.class.ladder_name(bot).ok()??;
        Some(format!("{name} {version} ({authors})"))
    }

    fn decides(&self, by: &VisitorId, owner: &VisitorId) -> bool {
        by == owner || self.person(by).is_some_and(|by| by.is_teacher())
    }

    fn most_running(&self) -> Option<usize> {
        Some(MAX_RUNNING)
    }

    fn hosts(&self) -> Vec<VisitorId> {
        let people = self.class.people().unwrap_or_default();
        let teachers = people.iter().filter(|person| person.is_teacher());
        teachers.map(|person| VisitorId::of_person(person.id)).collect()
    }

    fn was_removed(&self, owner: &VisitorId) -> bool {
        owner.person().is_some_and(|id| self.class.was_removed(id).unwrap_or(false))
    }

    fn most_stored_bytes(&self) -> Option<u64> {
        Some(MAX_STORED)
    }

    fn name(&self, of: &VisitorId) -> Option<String> {
        self.person(of).map(|person| person.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_named_by_its_numbers_alone() {
        assert_eq!(numbers("bot/12"), Some((12, None)));
        assert_eq!(numbers("bot/12/3"), Some((12, Some(3))));
        for other in ["bot/", "bot/x", "bot/1/", "bot/1/2/3", "bot/1/-2", "greedy", "../bot/1"] {
            assert_eq!(numbers(other), None, "{other}");
        }
    }
}
