//! One match as text.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;

use super::colours::{coloured, seat_name, seat_style};
use super::columns;
use super::text::{BOLD, DIM, RED, counted};
use juez_core::{
    By, Drawing, End, Hook, HookLog, Observer, Outcome, Ply, Reason, Record, Seat, SeatFault,
};
use juez_match::registry::{AnyGame, AnyTable, MadeMove, Onlooker, Step};

/// Matches with more hands list only the last one.
const MAX_LISTED_HANDS: u32 = 4;

/// An onlooker that prints each move below the table on which it was made, with the bot's drawing.
pub(super) struct ShowEachMove<'a, W: Write> {
    out: &'a mut W,
    /// The player of each seat; empty if unknown.
    names: Vec<String>,
    observer: Observer,
    /// The table of the next decision. Printed only after that decision, which can draw on it.
    table: Option<Drawing>,
}

impl<'a, W: Write> ShowEachMove<'a, W> {
    /// Prints to `out` from the view of `observer`.
    pub fn new(out: &'a mut W, names: Vec<String>, observer: Observer) -> Self {
        ShowEachMove { out, names, observer, table: None }
    }

    /// Prints at once. A closed output is noticed when the result is printed.
    fn put(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }

    /// Prints the pending table, with the bot's drawing if the decision was made.
    pub fn put_table(&mut self, how: Option<&Ply>) {
        if let Some(table) = self.table.take() {
            self.put(&coloured(&noted(&table, how)));
        }
    }

    fn name(&self, seat: Seat) -> String {
        let name = self.names.get(seat.index()).cloned();
        seat_name(seat, &name.unwrap_or_else(|| format!("seat {seat}")))
    }
}

impl<W: Write> Onlooker for ShowEachMove<'_, W> {
    fn begins(&mut self, table: &dyn AnyTable) {
        self.table = Some(table.draw(self.observer));
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        self.put_table(None);
        self.table = Some(table.draw(self.observer));
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.put_table(Some(step.how));
        let how = match step.how.by {
            // Forced moves are counted at the end of the match.
            By::Bot | By::Human | By::Forced => String::new(),
            By::Given => " (given)".to_string(),
            By::Substitute => " (played by the referee)".to_string(),
            By::Takeover => " (taken over)".to_string(),
        };
        let name = self.name(step.seat);
        let mut text =
            format!("{DIM}ply {}{DIM:#}  {name} {BOLD}{}{BOLD:#}{how}\n", step.ply - 1, step.mv);
        text += &printed(step.how.log.as_deref().unwrap_or_default());
        self.put(&text);
        self.table = Some(step.table.draw(self.observer));
    }

    fn over(&mut self, _: &Outcome, _: &dyn AnyTable) {
        self.put_table(None);
    }

    fn wrote(&mut self, log: &HookLog) {
        let HookLog { seat, hook, log, .. } = log;
        if log.is_empty() {
            return;
        }
        // Output of a bot that is starting comes before the first table.
        if !hook.begins() {
            self.put_table(None);
        }
        self.put(&format!("{} {DIM}in {hook}{DIM:#}\n{}", self.name(*seat), printed(log)));
    }

    fn fault(&mut self, fault: &SeatFault, _: &[String]) {
        self.put_table(None);
        // The full card needs the whole match, so it comes at the end.
        let SeatFault { seat, ply, fault } = fault;
        let (name, why) = (self.name(*seat), &fault.why);
        let line = format!(
            "{DIM}ply {ply}{DIM:#}  {name} {RED}{}{RED:#} in {}: {why}\n",
            fault.kind, fault.hook
        );
        self.put(&columns::printed(&line));
    }
}

/// Formats the lines that a bot wrote.
fn printed(log: &[String]) -> String {
    let lines = log.iter().flat_map(|line| columns::prose(line, 8));
    lines.map(|line| format!("        {DIM}{line}{DIM:#}\n")).collect()
}

/// Returns a table with the marks and plots of the decision made on it.
pub(super) fn noted(table: &Drawing, how: Option<&Ply>) -> Drawing {
    let marks = how.and_then(|how| how.marks.as_deref()).unwrap_or_default();
    table.with_marks(marks).with_plots(how.map_or(&[], |how| &how.plots))
}

/// Formats the final table unless it was `shown`, the moves as `observer` saw them, the result and
/// its reason.
pub(super) fn summary(
    game: &dyn AnyGame,
    record: &Record,
    shown: bool,
    observer: Observer,
) -> anyhow::Result<String> {
    let mut text = String::new();
    if !shown {
        text = coloured(&game.draw(record)?) + "\n";
    }
    text += &moves(record, &game.moves_for(record, observer)?);
    if let Some(end) = &record.end {
        let _ = write!(text, "\n{}", result(record, end));
    }
    Ok(text)
}

/// Formats the moves. A game without deals is listed in rounds of one move per seat, other games by
/// hand with the seat of each move; a long match shows only its last hand.
fn moves(record: &Record, made: &[MadeMove]) -> String {
    if record.deals.is_empty() {
        let seats = record.players.len().max(1);
        let cells = record.moves.chunks(seats).enumerate().map(|(i, round)| {
            let cell = format!("{:>3}. {}", i + 1, round.join(" "));
            let width = (seats * 5 + 6).max(cell.len() + 1);
            (format!("{cell:<width$}"), width)
        });
        return side_by_side("", cells);
    }
    let last = made.last().map_or(0, |mv| mv.deal);
    let first = if last >= MAX_LISTED_HANDS { last } else { 0 };
    let mut text = String::new();
    if first > 0 {
        text = format!("{DIM}{} hands, the last of them{DIM:#}\n", last + 1);
    }
    for deal in first..=last {
        let cell = |MadeMove { seat, text: mv, .. }: &MadeMove| {
            (format!("{DIM}{seat}{DIM:#} {}  ", seat_name(*seat, mv)), mv.chars().count() + 4)
        };
        let cells = made.iter().filter(|mv| mv.deal == deal).map(cell);
        text += &side_by_side(&format!("hand {}  ", deal + 1), cells);
    }
    text
}

/// Lays out cells, each with its width in columns, behind a title. Wraps at the edge of the screen.
fn side_by_side(title: &str, cells: impl Iterator<Item = (String, usize)>) -> String {
    let (indent, mut column) = (title.len(), title.len());
    let mut text = title.to_string();
    for (cell, width) in cells {
        if column + width > columns::width() && column > 0 {
            let _ = write!(text, "\n{:indent$}", "");
            column = indent;
        }
        text += &cell;
        column += width;
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn result(record: &Record, end: &End) -> String {
    let plies = counted(record.moves.len(), "ply", "plies");
    let mut text = format!("{BOLD}result{BOLD:#}  {} after {plies}\n", who(record, end));
    let why = columns::prose(&why(record, end), 8).join("\n        ");
    let _ = writeln!(text, "{BOLD}why{BOLD:#}     {why}\n");
    let names = end.ranks.iter().map(|(seat, _)| name(record, seat).chars().count());
    let width = names.max().unwrap_or(0).max("player".len());
    let head = format!("seat  {:<width$}  rank  points", "player");
    let _ = write!(text, "{DIM}{head}{DIM:#}");
    for (seat, rank) in end.ranks.iter() {
        let (style, name, points) = (seat_style(seat), name(record, seat), end.points[seat]);
        let _ = write!(
            text,
            "\n{:>4}  {style}{name:<width$}{style:#}  {rank:>4}  {points:>6}",
            seat.to_string()
        );
    }
    text
}

fn name(record: &Record, seat: Seat) -> &str {
    record.players.get(seat.index()).map_or("?", |player| &player.name)
}

fn who(record: &Record, end: &End) -> String {
    let ranks = end.ranks.as_slice();
    // Named once even with both seats of a pair.
    let mut seen = HashSet::new();
    let best = Seat::all(end.ranks.seats()).filter(|&seat| end.ranks[seat] == 1);
    let best: Vec<String> = best
        .map(|seat| (seat, name(record, seat)))
        .filter(|(_, name)| seen.insert(*name))
        .map(|(seat, name)| seat_name(seat, name))
        .collect();
    match (end.reason, best.len()) {
        (Reason::Stopped, _) => "stopped before its end".to_string(),
        _ if ranks.iter().all(|&rank| rank == 1) => "a draw".to_string(),
        (_, 1) => format!("{} wins", best[0]),
        _ => format!("{} win", best.join(" and ")),
    }
}

/// Explains in a sentence why the match ended.
pub(super) fn why(record: &Record, end: &End) -> String {
    match end.reason {
        Reason::Finished => "finished by the rules".to_string(),
        Reason::MaxPlies => "max_plies: the limit of plies is reached, which is a draw".to_string(),
        Reason::Repetition => {
            "repetition: the same position for the third time is a draw".to_string()
        }
        Reason::Stopped => "stopped".to_string(),
        Reason::Forfeit => {
            let fault = end.faults.iter().rfind(|fault| fault.fault.hook != Hook::Finish);
            fault.map_or("forfeit".to_string(), |SeatFault { seat, ply, fault }| {
                let name = name(record, *seat);
                format!("forfeit by {name} (seat {seat}) at ply {ply}: {}", fault.kind)
            })
        }
    }
}
