//! Reads the settings of a search, such as `late_move_reduction=60,wall=150`.

use std::sync::Arc;

use juez_games::quoridor::master::net::Net;
use juez_games::quoridor::master::{FourStyle, WallDepths, Weights};
use juez_search::{BestFirstSettings, Settings};

/// The settings of a search.
#[derive(Clone)]
pub struct Setup {
    pub settings: Settings,
    pub best_first: BestFirstSettings,
    /// True to search matches of two best first instead of by alpha-beta.
    pub is_best_first: bool,
    pub four: FourStyle,
    pub weights: Weights,
    pub wall_depths: WallDepths,
    pub net: Option<Arc<Net>>,
    /// Binary logarithm of the number of table entries.
    pub entries: u32,
    /// Percentage of the limit that it uses.
    pub share: u64,
    /// True to clear all tables between moves.
    pub clears_tables: bool,
}

impl Setup {
    /// Reads settings separated by commas; the others keep their defaults.
    ///
    /// # Errors
    /// If a setting is unknown or has an invalid value.
    pub fn read(text: &str) -> Result<Setup, String> {
        let mut setup = Setup {
            settings: Settings::default(),
            best_first: BestFirstSettings::default(),
            is_best_first: false,
            four: FourStyle::default(),
            weights: Weights::default(),
            wall_depths: WallDepths::default(),
            net: Some(Arc::new(Net::built_in())),
            entries: 18,
            share: 100,
            clears_tables: false,
        };
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| format!("expected name=value, not {pair}"))?;
            setup.set(name, value)?;
        }
        Ok(setup)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if (name, value) == ("value", "distance") {
            (self.weights, self.net) = (Weights::DISTANCE, None);
            return Ok(());
        }
        if (name, value) == ("net", "none") {
            self.net = None;
            return Ok(());
        }
        if name == "net" {
            let bytes = std::fs::read(value).map_err(|error| format!("{value}: {error}"))?;
            let net = Net::read(&bytes).ok_or_else(|| format!("{value}: not a network"))?;
            self.net = Some(Arc::new(net));
            return Ok(());
        }
        if name == "search" {
            self.is_best_first = value == "best-first";
            let is_known = self.is_best_first || value == "alpha-beta";
            return if is_known { Ok(()) } else { Err(format!("unknown search {value}")) };
        }
        if name == "four" {
            self.four = match value {
                "greedy" => FourStyle::Greedy,
                "paranoid" => FourStyle::Paranoid,
                "best-reply" => FourStyle::BestReply,
                "max-n" => FourStyle::MaxN,
                _ => return Err(format!("unknown style {value}")),
            };
            return Ok(());
        }
        let number: i32 =
            value.parse().map_err(|_| format!("{name}: expected a number, not {value}"))?;
        let (weights, wall_depths) = (&mut self.weights, &mut self.wall_depths);
        let best_first = &mut self.best_first;
        match name {
            "late_move_reduction" => self.settings.late_move_reduction = number,
            "full_depth_moves" => self.settings.full_depth_moves = number as usize,
            "aspiration_window" => self.settings.aspiration_window = number,
            "table_min_depth" => self.settings.table_min_depth = number,
            "iir_min_depth" => self.settings.iir_min_depth = number,
            "repetition_score" => self.settings.repetition_score = number,
            "exploration" => best_first.exploration = number as u32,
            "doubling" => best_first.doubling = number,
            "max_gap" => best_first.max_gap = number,
            "first_play_reduction" => best_first.first_play_reduction = number,
            "likely" => best_first.likely = number,
            "list_depth" => best_first.list_depth = number,
            "wall" => *weights = Weights { turn: weights.turn, ..Weights::even(number) },
            "turn" => weights.turn = number,
            "gain_only" => wall_depths.gain_only = number,
            "closing" => wall_depths.closing = number,
            "guards" => wall_depths.guards = number,
            "entries" => self.entries = number as u32,
            "share" => self.share = number as u64,
            "clears_tables" => self.clears_tables = number != 0,
            _ => return Err(format!("unknown setting {name}")),
        }
        Ok(())
    }
}
