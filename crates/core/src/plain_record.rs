//! The texts of a record, made plain when it is read.

use super::{
    Branch, HookLog, Mark, Player, Ply, Record, plain, plain_lines, plain_map, plain_value,
};

impl Record {
    /// Makes plain every text that the author of a file can choose. A record that juez wrote does
    /// not change. Faults and plots are made plain when they are read.
    pub fn make_plain(&mut self) {
        let Record {
            format,
            game,
            rules: _,
            options,
            seed: _,
            branch,
            players,
            limits: _,
            time: _,
            without,
            hide_names: _,
            given_deals: _,
            deals,
            moves,
            plies,
            logs,
            end: _,
        } = self;
        [format, game].into_iter().for_each(tidy);
        plain_map(options);
        if let Some(Branch { of: Some(of), .. }) = branch {
            tidy(of);
        }
        for Player { name, bot: _, source } in players {
            tidy(name);
            source.iter_mut().for_each(tidy);
        }
        without.iter_mut().chain(moves).for_each(tidy);
        deals.iter_mut().for_each(plain_value);
        for Ply { log, marks, .. } in plies {
            log.iter_mut().flatten().for_each(tidy_line);
            for Mark { place, label, colour } in marks.iter_mut().flatten() {
                place.iter_mut().chain([label]).chain(colour).for_each(tidy);
            }
        }
        logs.iter_mut().flat_map(|HookLog { log, .. }| log).for_each(tidy_line);
    }
}

/// Returns true for printable ASCII, which most texts are.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

fn tidy(text: &mut String) {
    if !is_plain(text) {
        *text = plain(text);
    }
}

/// Makes a line of a log plain; it can have tabs.
fn tidy_line(text: &mut String) {
    if !is_plain(text) {
        *text = plain_lines(text).replace(['\n', '\r'], "\u{fffd}");
    }
}
