//! Seats that people take over and give back: the same on a thread and in a worker.

use juez::core::{By, PlayedBy, Player, Reason, Record};
use juez::registry::{Asked, Choice, MatchSetup, Mind, Onlooker, Person, Step};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::tables::{lua, on_a_thread, setup};
use crate::workers::Workers;

/// A person who says at some plies who decides; at all others the bot does.
struct Now(BTreeMap<u32, Choice>);

impl Now {
    fn new(says: impl IntoIterator<Item = (u32, Choice)>) -> Arc<Now> {
        Arc::new(Now(says.into_iter().collect()))
    }
}

impl Person for Now {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        self.0.get(&asked.ply).cloned().unwrap_or(Choice::Bot)
    }
}

/// Lets `person` attend a seat of the setup, which keeps its player.
fn attend(setup: &mut MatchSetup, seat: usize, person: Arc<Now>) {
    let player = setup.players[seat].player();
    let bot = Some(Box::new(setup.players[seat].mind.clone()));
    setup.players[seat].mind = Mind::Attended { bot, person, player };
}

/// A bot that counts its own decisions and answers with the number.
const COUNTING: &str = "local n = 0
return { next_move = function(view)
    n = n + 1
    print(n)
    return view:path(view.seat)[1]
end }";

fn chosen(record: &Record, seat: usize) -> Vec<By> {
    record.plies.iter().skip(seat).step_by(2).map(|ply| ply.by).collect()
}

pub fn a_person_takes_a_seat_over_and_the_bot_goes_on_where_it_was() {
    let (game, mut setup) = setup("quoridor", &["random", "bots/quoridor/runner.lua"], 1);
    setup.players[0] = lua("counting", COUNTING);
    let says = [(2, Choice::Move("a1h".into())), (4, Choice::Move("c1h".into()))];
    attend(&mut setup, 0, Now::new(says));
    let record = on_a_thread(game, &setup);
    assert_eq!(chosen(&record, 0)[..4], [By::Bot, By::Takeover, By::Takeover, By::Bot]);
    let said = |ply: usize| record.plies[ply].log.clone().unwrap_or_default();
    assert_eq!([said(0), said(6)], [["1"], ["2"]], "asked twice, and its memory is its own");
    assert_eq!(said(2), [""; 0]);
    assert_eq!(record.players[0].bot, PlayedBy::Lua);
    game.verify(&record).unwrap();
    assert_eq!(Workers::new().play(game, &setup).to_line(), record.to_line());
}

pub fn a_bot_stands_in_for_a_person() {
    let (game, mut setup) =
        setup("scopone", &["bots/scopone/taker.lua", "random", "random", "random"], 3);
    let bot = Some(Box::new(setup.players[0].mind.clone()));
    let player = Player { name: "ana".into(), bot: PlayedBy::Human, source: None };
    let person = Now::new([(4, Choice::Random)]);
    setup.players[0].mind = Mind::Attended { bot, person, player };
    setup.players[0].name = "ana".into();
    let record = on_a_thread(game, &setup);
    let own: Vec<By> = record.plies.iter().step_by(4).map(|ply| ply.by).collect();
    assert_eq!(own[..3], [By::Takeover, By::Substitute, By::Takeover]);
    assert!(record.end.as_ref().unwrap().faults.is_empty(), "there is no fault");
    assert_eq!(record.players[0].bot, PlayedBy::Human);
    assert_eq!(Workers::new().play(game, &setup).to_line(), record.to_line());
}

/// Stops the match at its first move.
struct Stopping(bool);

impl Onlooker for Stopping {
    fn moved(&mut self, _: &Step<'_>) {
        self.0 = true;
    }
    fn stop(&mut self) -> bool {
        self.0
    }
}

pub fn a_match_is_stopped_while_people_sit_at_it() {
    let (game, mut setup) = setup("quoridor", &["bots/quoridor/runner.lua", "greedy"], 1);
    attend(&mut setup, 0, Now::new([]));
    let there = Workers::new().isolation.show(game, &setup, &mut Stopping(false)).unwrap();
    let here = game.play(&setup, &mut Stopping(false)).unwrap();
    assert_eq!(there.to_line(), here.to_line());
    assert_eq!((there.end.unwrap().reason, there.moves.len()), (Reason::Stopped, 1));
}
