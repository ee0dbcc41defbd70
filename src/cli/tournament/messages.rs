//! Messages for the events of a running tournament.

use std::collections::{BTreeMap, BTreeSet};

use super::announcement::count;
use juez_core::{Fault, SeatFault, plain_lines};
use juez_grading::report::listed;
use juez_tournament::{Event, Leader};

/// Limit on the lines about one bot's faults; the report has the rest.
const MAX_FAULT_LINES: usize = 3;
const MAX_LEADERS: usize = 3;

/// A formatter of events that remembers reported faults.
#[derive(Default)]
pub(super) struct Messages {
    /// Reported kinds of faults by bot.
    faults: BTreeMap<String, BTreeSet<String>>,
}

impl Messages {
    /// Formats an event if it is worth a message: rounds, benchings, matches that could not be
    /// played, and new faults.
    pub fn of(&mut self, event: &Event) -> Vec<String> {
        let count = |number: &u32, what| count((*number).into(), what);
        let line = match event {
            Event::Started { stored: 0, .. }
            | Event::Sized { settled: false, .. }
            | Event::RoundFinished { .. }
            | Event::Workers { .. }
            | Event::Interrupted { .. }
            | Event::Finished { failed: 0, .. } => return Vec::new(),
            Event::Started { scheduled, stored, .. } => {
                format!("{stored} of {} are already stored", count(scheduled, "match"))
            }
            Event::RoundStarted { title, pairings, matches, byes, .. } => {
                let (pairings, matches) = (count(pairings, "pairing"), count(matches, "match"));
                let byes = listed(byes);
                let bye = if byes.is_empty() { byes } else { format!("; a bye for {byes}") };
                format!("{title}: {pairings}, {matches}{bye}")
            }
            Event::Sized { rounds, deals, matches_each, matches, .. } => {
                let size = match matches_each {
                    Some(each) => format!("{} for each bot", count(each, "match")),
                    None => {
                        let (rounds, deals) = (count(rounds, "round"), count(deals, "deal"));
                        format!("{rounds}, {deals} for each pairing")
                    }
                };
                let matches = count(matches, "match");
                format!("sized by the time matches take: {size}, {matches} in all")
            }
            Event::MatchFinished { players, faults, .. } => {
                return faults.iter().filter_map(|fault| self.new_fault(players, fault)).collect();
            }
            Event::MatchRetried { number, attempt, error } => {
                format!("match {number} is played again: attempt {attempt} failed: {error}")
            }
            Event::MatchFailed { number, error } => {
                format!("match {number} could not be played: {error}")
            }
            Event::Notice { text } => text.clone(),
            Event::WorkerRefused { worker, matches, why } => format!(
                "results of worker {worker} are rejected: {why}; {} are removed and played again. \
                 Remove its user on the server, or it keeps taking matches",
                count(matches, "match")
            ),
            Event::Benched { entrant, after, faults } => format!(
                "{entrant} is benched after match {after}: {} in a row lost to its own faults",
                count(faults, "match")
            ),
            Event::Finished { failed, .. } => {
                format!("{} could not be played", count(failed, "match"))
            }
        };
        vec![line]
    }

    /// Formats a fault with the name of its bot, unless the bot has made one of the same kind in
    /// the same hook and line before.
    fn new_fault(&mut self, players: &[String], fault: &SeatFault) -> Option<String> {
        let bot = players.get(fault.seat.index())?;
        let Fault { kind, hook, file, line, .. } = &fault.fault;
        let alike = format!("{kind} in {hook} {file:?} {line:?}");
        let seen = self.faults.entry(bot.clone()).or_default();
        let is_new = seen.len() < MAX_FAULT_LINES && seen.insert(alike);
        is_new.then(|| format!("{bot}: {}", plain_lines(&fault.fault.to_string())))
    }
}

/// Formats the leaders, as in `ana 78 %, bo 61 %, cy 55 %`; empty before the first match.
pub(super) fn leaders(leaders: &[Leader]) -> String {
    let played = leaders.iter().filter(|leader| leader.matches > 0).take(MAX_LEADERS);
    let reported = played.map(|leader| format!("{} {:.0} %", leader.name, 100.0 * leader.score));
    reported.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use juez_core::{FaultKind, Hook, Seat};

    pub fn finished(number: u32, players: [&str; 2], faults: &[SeatFault]) -> Event {
        Event::MatchFinished {
            number,
            round: 0,
            players: players.map(str::to_string).to_vec(),
            ranks: vec![1, 2],
            points: vec![1, 0],
            reason: "finished".to_string(),
            faults: faults.to_vec(),
            stored: false,
        }
    }

    fn at(seat: u8, fault: Fault) -> SeatFault {
        SeatFault { seat: Seat::new(seat), ply: 4, fault }
    }

    fn illegal(why: &str) -> Fault {
        Fault::new(FaultKind::IllegalMove, Hook::NextMove, "e3h", why)
    }

    fn script(line: u32) -> Fault {
        Fault::new(FaultKind::Script, Hook::NextMove, "", "nil").at("eve.lua", line)
    }

    #[test]
    fn a_fault_is_told_once_of_each_bot_whatever_the_move() {
        let mut messages = Messages::default();
        let crosses = || illegal("e3h crosses e3v");
        let of = |messages: &mut Messages, faults: &[SeatFault]| {
            messages.of(&finished(0, ["eve", "bo"], faults))
        };
        let reported = of(&mut messages, &[at(0, crosses())]);
        assert_eq!(reported, ["eve: illegal move in next_move: e3h crosses e3v"]);
        assert_eq!(of(&mut messages, &[at(0, illegal("a1h overlaps a1h"))]), [""; 0]);
        let reported = of(&mut messages, &[at(0, illegal("a1h overlaps a1h")), at(0, script(3))]);
        assert_eq!(reported, ["eve: eve.lua:3: script error in next_move: nil"]);
        let reported = of(&mut messages, &[at(0, crosses()), at(1, crosses())]);
        assert_eq!(reported, ["bo: illegal move in next_move: e3h crosses e3v"]);
    }

    #[test]
    fn a_bot_that_fails_in_ever_new_ways_is_told_of_three_times() {
        let mut messages = Messages::default();
        for line in 1..10 {
            let reported = messages.of(&finished(line, ["eve", "bo"], &[at(0, script(line))]));
            assert_eq!(reported.len(), usize::from(line <= 3), "{line}");
        }
        assert_eq!(messages.of(&finished(11, ["eve", "bo"], &[at(1, script(1))])).len(), 1);
    }

    #[test]
    fn benchings_lost_matches_and_rounds_have_a_line() {
        let mut messages = Messages::default();
        let one = |messages: &mut Messages, event| messages.of(&event).join("\n");
        let benched = Event::Benched { entrant: "eve".to_string(), after: 31, faults: 5 };
        assert_eq!(
            one(&mut messages, benched),
            "eve is benched after match 31: 5 matches in a row lost to its own faults"
        );
        let round = Event::RoundStarted {
            round: 1,
            title: "round 2".to_string(),
            pairings: 4,
            matches: 8,
            byes: vec!["ana".to_string()],
        };
        assert_eq!(one(&mut messages, round), "round 2: 4 pairings, 8 matches; a bye for ana");
        let failed = Event::MatchFailed { number: 7, error: "no worker".to_string() };
        assert_eq!(one(&mut messages, failed), "match 7 could not be played: no worker");
        let end = Event::Finished { played: 9, failed: 1 };
        assert_eq!(one(&mut messages, end), "1 match could not be played");
        assert_eq!(one(&mut messages, Event::Finished { played: 9, failed: 0 }), "");
    }

    #[test]
    fn the_top_three_are_those_who_have_played() {
        let leader = |name: &str, score, matches| Leader { name: name.to_string(), score, matches };
        let all = [
            leader("ana", 0.776, 9),
            leader("new", 0.0, 0),
            leader("bo", 0.5, 8),
            leader("cy", 0.4, 9),
            leader("di", 0.3, 9),
        ];
        assert_eq!(leaders(&all), "ana 78 %, bo 50 %, cy 40 %");
        assert_eq!(leaders(&[]), "");
    }

    #[test]
    fn how_much_is_played_is_told_once_it_is_settled() {
        let sized = |matches_each, settled| {
            let event = Event::Sized { rounds: 3, deals: 4, matches_each, matches: 1200, settled };
            Messages::default().of(&event)
        };
        assert_eq!(sized(Some(20), false), [""; 0]);
        let reported =
            "sized by the time matches take: 20 matches for each bot, 1 200 matches in all";
        assert_eq!(sized(Some(20), true), [reported]);
        let reported = "sized by the time matches take: 3 rounds, 4 deals for each pairing, 1 200 matches in all";
        assert_eq!(sized(None, true), [reported]);
    }
}
