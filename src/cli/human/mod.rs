//! A person at this terminal.
//!
//! | file | contents |
//! |---|---|
//! | `typed` | interpretation of a typed line |
//! | `prompt` | line input with completion |
//! | `hands` | people who hold the cards of both partners |

pub(super) mod hands;
mod prompt;
mod typed;

use parking_lot::Mutex;
use rustyline::error::ReadlineError;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use super::colours::{coloured, seat_name};
use super::columns::{printed, width};
use super::text::{BOLD, DIM, RED};
use juez_core::Seat;
use juez_core::{NO_BREAK, wrap};
use juez_match::registry::{Asked, Choice, Person};
use prompt::{Prompt, Words, prompt};
use typed::{Typed, listed, read};

/// Moves of others shown to a person who joins late.
const RECENT_MOVES: usize = 12;

const HELP: &str = "  \
  e2        a move, as it is written in the list; TAB completes it
  #3        the third move of the list; 3 does too where no move begins so
  e3        the beginning of several moves: the rest comes next, or undo
  moves     every legal move
  table     the table once more
  why e3h   the rule that forbids a move
  undo      takes back the moves typed so far
  resign    gives the match up; Ctrl-C leaves and gives it up too";

/// A person at this terminal, in one seat or several.
pub(super) struct TerminalPerson {
    hidden: bool,
    state: Mutex<State>,
}

struct State {
    /// True once the person has left, or the input has ended.
    left: bool,
    line: Prompt,
    /// Seats taken, each with the ply of its last decision.
    seats: BTreeMap<Seat, Option<u32>>,
    /// The seat asked last, and the ply of its previous decision.
    last: Option<Seat>,
    since: Option<u32>,
    /// The part of the move typed so far.
    half: String,
}

impl TerminalPerson {
    /// Opens the terminal. `hidden` says whether seats must not see each other's hands.
    pub fn new(hidden: bool) -> anyhow::Result<TerminalPerson> {
        let (line, seats, half) = (prompt()?, BTreeMap::new(), String::new());
        let state = State { left: false, line, seats, last: None, since: None, half };
        Ok(TerminalPerson { hidden, state: Mutex::new(state) })
    }

    /// True once the person has left, or the input has ended.
    pub fn has_left(&self) -> bool {
        self.state.lock().left
    }
}

impl Person for TerminalPerson {
    fn sits_down(&self, seat: Seat, _: &[String]) {
        let mut state = self.state.lock();
        state.seats.insert(seat, None);
        (state.last, state.half) = (None, String::new());
    }

    fn choose(&self, asked: &Asked<'_>) -> Choice {
        let mut state = self.state.lock();
        if state.left {
            return Choice::Resign;
        }
        match asked.refused {
            Some(why) => put(printed(&format!("  {RED}no:{RED:#} {why}"))),
            None => {
                if self.hidden && state.seats.len() > 1 && state.last != Some(asked.seat) {
                    self.hand_over(&mut state, asked);
                }
                state.last = Some(asked.seat);
                state.since = state.seats.insert(asked.seat, Some(asked.ply)).flatten();
                show_table(&state, asked);
                show_moves(asked, false);
            }
        }
        let choice = self.ask(&mut state, asked);
        state.half.clear();
        choice
    }
}

impl TerminalPerson {
    /// Lets two people change places before a hand is shown.
    fn hand_over(&self, state: &mut State, asked: &Asked<'_>) {
        let name = name(asked, asked.seat);
        // Scrolls the other hand out of sight.
        put("\n".repeat(40));
        put(printed(&format!("It is the turn of {name}. Everyone else, please look away.")));
        self.read_line(state, "Enter shows the hand> ", &[]);
    }

    /// Asks until there is a choice for the referee.
    fn ask(&self, state: &mut State, asked: &Asked<'_>) -> Choice {
        loop {
            let begun = if state.half.is_empty() { "" } else { " " };
            let prompt = format!("seat {}{begun}{}> ", asked.seat, state.half);
            let Some(text) = self.read_line(state, &prompt, asked.legal) else {
                return Choice::Resign;
            };
            match read(&state.half, &text, asked.legal) {
                Typed::Move(mv) => return Choice::Move(mv),
                Typed::Half(half) => {
                    show_half(&half, asked.legal);
                    state.half = half;
                }
                Typed::Nothing => put(format!("  {DIM}a move, or ? for help{DIM:#}")),
                Typed::Help => put(HELP),
                Typed::Moves => show_moves(asked, true),
                Typed::Table => show_table(state, asked),
                Typed::Undo if state.half.is_empty() => {
                    put(format!(
                        "  {DIM}nothing is typed yet; moves already made cannot be undone{DIM:#}"
                    ));
                }
                Typed::Undo => {
                    put(format!("  {DIM}{} is taken back{DIM:#}", state.half));
                    state.half.clear();
                }
                Typed::Why(mv) if asked.legal.contains(&mv) => put(format!("  {mv} is legal")),
                Typed::Why(mv) => return Choice::Move(mv),
                Typed::Resign => match self.read_line(state, "resign? yes or no> ", &[]) {
                    Some(answer) if !is_yes(&answer) => {
                        put(format!("  {DIM}the match continues{DIM:#}"));
                    }
                    _ => return Choice::Resign,
                },
            }
        }
    }

    /// Reads a line; `None` once the person leaves or the input ends.
    fn read_line(&self, state: &mut State, prompt: &str, legal: &[String]) -> Option<String> {
        if let Some(words) = state.line.helper_mut() {
            *words = Words { half: state.half.clone(), legal: legal.to_vec() };
        }
        match state.line.readline(prompt) {
            Ok(text) => return Some(text),
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => put(format!("  {DIM}nothing more to read{DIM:#}")),
            Err(error) => put(format!("  {RED}cannot read:{RED:#} {error}")),
        }
        state.left = true;
        None
    }
}

/// True if an answer is `yes` or the start of it, in any case.
fn is_yes(answer: &str) -> bool {
    let answer = answer.trim().to_lowercase();
    !answer.is_empty() && "yes".starts_with(&answer)
}

/// Prints a line. A closed output is noticed when the result is printed.
fn put(text: impl std::fmt::Display) {
    let mut out = anstream::stdout();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

fn name(asked: &Asked<'_>, seat: Seat) -> String {
    let name = asked.players.get(seat.index()).map_or("?", String::as_str);
    format!("{} (seat {seat})", seat_name(seat, name))
}

/// Shows the moves played since the seat last chose, and the current table.
fn show_table(state: &State, asked: &Asked<'_>) {
    let all = asked.past;
    let since = match state.since {
        Some(ply) => &all[(ply as usize + 1).min(all.len())..],
        None => &all[all.len().saturating_sub(RECENT_MOVES)..],
    };
    let mut text = String::new();
    for (seat, mv) in since {
        let forced = if *seat == asked.seat { ", the only move" } else { "" };
        let _ = write!(text, "\n  {} {BOLD}{mv}{BOLD:#}{forced}", name(asked, *seat));
    }
    // Moves come below the table, so that a short terminal shows them with the question.
    put(format!("\n{}{text}", coloured(&(asked.draw)())));
}

/// Shows the legal moves, or the short ones with a count of the rest.
fn show_moves(asked: &Asked<'_>, every: bool) {
    let moves = if every { asked.legal.to_vec() } else { listed(asked.legal) };
    let word = |(i, mv): (usize, &String)| {
        if every { mv.clone() } else { format!("#{}{NO_BREAK}{mv}{NO_BREAK}", i + 1) }
    };
    let words: Vec<String> = moves.iter().enumerate().map(word).collect();
    let more = asked.legal.len() - moves.len();
    let title = format!("{}, ply {}", name(asked, asked.seat), asked.ply);
    put(format!("{title}: {} legal moves", asked.legal.len()));
    for line in wrap(&words.join(" "), width() - 2) {
        put(format!("  {}", line.trim_end()));
    }
    if more > 0 {
        put(format!("  {DIM}and {more} more: moves lists them, ? helps{DIM:#}"));
    }
}

/// Shows the possible continuations of a half-typed move.
fn show_half(half: &str, legal: &[String]) {
    let rest: Vec<&str> =
        legal.iter().filter(|mv| mv.starts_with(half)).map(String::as_str).collect();
    if let [only] = rest[..] {
        return put(format!("  {BOLD}{only}{BOLD:#}? Enter plays it, undo takes it back"));
    }
    for line in wrap(&rest.join(" "), width() - 2) {
        put(format!("  {line}"));
    }
    put(format!("  {DIM}type the rest, or undo{DIM:#}"));
}
