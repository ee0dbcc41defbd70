//! `adaptive`: a level of the master that follows the strength of a person.

use anyhow::{Context, bail, ensure};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::human::hands::is_human;
use super::options::HouseRules;
use super::text::{BOLD, DIM, tell};
use super::writer::replace;
use juez_core::{LevelResult, Levels, Team};
use juez_match::registry::{ADAPTIVE, AnyGame, PlayerSpec, level_player};

/// Matches of a game that are kept.
const MOST_KEPT: usize = 1000;
/// Bars of the curve, from the lowest level to the highest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// True if a player on the command line is an opponent that follows a person.
pub(super) fn is_adaptive(text: &str) -> bool {
    PlayerSpec::split_name(text).1 == ADAPTIVE
}

pub(super) struct Adaptive {
    game: &'static str,
    levels: Levels,
    path: PathBuf,
    history: History,
    /// The player of each seat, as on the command line.
    players: Vec<String>,
    teams: Vec<Team>,
    /// The seat of the person.
    person: usize,
    /// The level of the opponents in the next match.
    level: usize,
}

/// The file: the matches of each game, oldest first.
#[derive(Default, Serialize, Deserialize)]
struct History(BTreeMap<String, Vec<LevelResult>>);

impl History {
    fn parse(text: &str) -> anyhow::Result<History> {
        let history: History = serde_json::from_str(text)?;
        let mut scores = history.0.values().flatten().map(|one| one.score);
        ensure!(scores.all(|score| (0.0..=1.0).contains(&score)), "a score is from 0 to 1");
        Ok(history)
    }
}

impl Adaptive {
    /// Reads the matches so far, if one of the players is `adaptive`; one takes every seat that no
    /// player is named for. Without a `file` the matches are in the user's data folder.
    ///
    /// # Errors
    /// If there is not exactly one person, other bots play, the game has no levels at this table, or
    /// the file cannot be read.
    pub fn read(
        players: &[String],
        game: &'static dyn AnyGame,
        rules: &HouseRules,
        file: Option<&Path>,
    ) -> anyhow::Result<Option<Adaptive>> {
        if !players.iter().any(|text| is_adaptive(text)) {
            ensure!(
                file.is_none(),
                "--levels keeps matches against adaptive, and it does not play"
            );
            return Ok(None);
        }
        let id = game.info().id;
        let mut people = (0..players.len()).filter(|&nth| is_human(&players[nth]));
        let (Some(person), None) = (people.next(), people.next()) else {
            bail!(
                "adaptive follows one person: juez play {id} human adaptive; juez levels {id} BOT measures a bot"
            );
        };
        let others = || (0..players.len()).filter(|&nth| nth != person);
        ensure!(
            others().all(|nth| is_adaptive(&players[nth])),
            "adaptive plays in every seat but yours: juez play {id} human adaptive"
        );
        let named = if players.len() > 2 { players.len() } else { 0 };
        let rules = rules.json(game)?;
        let options = game.options(&game.info().with_seats(&rules, named))?;
        let levels = game.scale_under(&options)?;
        let teams = game.teams_at(&options, 0)?;
        let mut players = players.to_vec();
        if players.len() == 2 {
            players.resize(teams.len(), players[1 - person].clone());
        }
        ensure!(
            players.len() == teams.len(),
            "{} players at a table of {} seats: juez play {id} human adaptive fills them",
            players.len(),
            teams.len()
        );
        let path = match file {
            Some(path) => path.to_path_buf(),
            None => {
                let folders =
                    etcetera::choose_base_strategy().context("no folder for user data")?;
                folders.data_dir().join("juez").join("levels.json")
            }
        };
        let history = match fs::read_to_string(&path) {
            Ok(text) => History::parse(&text)
                .with_context(|| format!("{} is no file of levels", path.display()))?,
            Err(error) if error.kind() == ErrorKind::NotFound => History::default(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let level = 0;
        let mut adaptive =
            Adaptive { game: id, levels, path, history, players, teams, person, level };
        adaptive.level = adaptive.levels.estimate(adaptive.results()).next_level();
        Ok(Some(adaptive))
    }

    fn results(&self) -> &[LevelResult] {
        self.history.0.get(self.game).map(Vec::as_slice).unwrap_or_default()
    }

    fn is_partner(&self, seat: usize) -> bool {
        seat != self.person && self.teams[seat] == self.teams[self.person]
    }

    /// Returns the player of each seat, with its level in place of `adaptive`.
    pub fn players(&self) -> Vec<String> {
        let bot = |seat| {
            let partner = self.is_partner(seat).then(|| self.levels.partner(self.level));
            level_player(partner.unwrap_or(self.level))
        };
        let player = |(seat, text): (usize, &String)| match PlayerSpec::split_name(text) {
            (Some(name), ADAPTIVE) => format!("{name}={}", bot(seat)),
            (None, ADAPTIVE) => bot(seat),
            _ => text.clone(),
        };
        self.players.iter().enumerate().map(player).collect()
    }

    /// Adds a match with the scores of the players, and writes the file.
    pub fn add(&mut self, scores: &[f64]) -> anyhow::Result<()> {
        let has_partner = (0..self.teams.len()).any(|seat| self.is_partner(seat));
        let (level, score) = (self.level, scores[self.person]);
        let of_game = self.history.0.entry(self.game.to_string()).or_default();
        of_game.push(LevelResult { level, score, has_partner });
        let excess = of_game.len().saturating_sub(MOST_KEPT);
        of_game.drain(..excess);
        self.level = self.levels.estimate(of_game).next_level();
        if !self.path.exists() {
            if let Some(folder) = self.path.parent() {
                let cannot = || format!("cannot write {}", self.path.display());
                fs::create_dir_all(folder).with_context(cannot)?;
            }
            tell(format_args!("your level is kept in {}", self.path.display()));
        }
        replace(&self.path, &serde_json::to_vec(&self.history)?)
    }

    /// Returns the person's level in words, with its curve.
    pub fn report(&self) -> String {
        let estimate = self.levels.estimate(self.results());
        let bar = |level: f64| {
            let share = level / (self.levels.count() + 1) as f64;
            BARS[((share * BARS.len() as f64) as usize).min(BARS.len() - 1)]
        };
        let curve: String = self.levels.curve(self.results()).into_iter().map(bar).collect();
        format!(
            "you: level {BOLD}{:.1}{BOLD:#} ± {:.1}, next opponent: level {} of {}  {DIM}{curve}{DIM:#}",
            estimate.level(),
            estimate.margin(),
            self.level,
            self.levels.count(),
        )
    }
}
