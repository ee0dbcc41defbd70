//! The ladder in an archive in memory.

use super::*;
use crate::policy::Author;
use juez_core::Seed;
use juez_match::registry::PlayerSpec;
use juez_match::registry::{MatchSetup, game};
use juez_pool::Isolation;
use juez_tournament::Fingerprint;

/// A ladder in memory with two versions of bots, 1/1 and 2/1.
struct Ladder {
    archive: Arc<Archive>,
    store: LadderStore,
    rules: LadderRules,
    players: [u32; 2],
    record: Record,
}

impl Ladder {
    fn new() -> Ladder {
        let archive = Arc::new(Archive::open(None, true).expect("an archive"));
        let store = LadderStore(archive.clone());
        let rules = LadderRules { game: "quoridor".to_string(), hash: 7 };
        let player = |bot| {
            let version = LadderPlayer::Version { bot, version: 1 };
            store.player("quoridor", &version).expect("a player")
        };
        let players = [player(1), player(2)];
        let game = game("quoridor").expect("a game");
        let random = PlayerSpec::built_in("random", game).expect("a bot");
        let setup = MatchSetup {
            seed: Some(Seed::from(1)),
            ..MatchSetup::new(vec![random.clone(), random])
        };
        let record = Isolation::Thread.play(game, &setup).expect("a match");
        Ladder { archive, store, rules, players, record }
    }

    fn put(&self, nth: u32) -> bool {
        let played = LadderMatch {
            block: BlockKey { day: 20_000, nth },
            order: self.players.to_vec(),
            ranks: vec![1, 2],
            at_fault: Vec::new(),
            plies: 40,
            fingerprint: Fingerprint::of(&self.record),
        };
        self.store.put(&self.rules, &played, &self.record).expect("an archive")
    }

    fn all(&self) -> Vec<RatedMatch> {
        let mut all = Vec::new();
        self.store.each(&self.rules, &mut |rated| all.push(rated)).expect("an archive");
        all
    }
}

#[test]
fn a_match_is_stored_once_and_read_as_it_was() {
    let ladder = Ladder::new();
    assert!(ladder.put(0) && !ladder.put(0) && ladder.put(1));
    let all = ladder.all();
    let numbers: Vec<u32> = all.iter().map(|rated| rated.played.block.nth).collect();
    assert_eq!(numbers, [0, 1]);
    let other = LadderRules { hash: 8, ..ladder.rules.clone() };
    ladder.store.each(&other, &mut |_| panic!("other rules")).expect("an archive");
    let newest = ladder.store.matches_of(&ladder.rules, &ladder.players[..1], 1);
    assert_eq!(newest.expect("an archive"), all[1..]);
    let stored = ladder.archive.stored(&all[0].id).expect("an archive").expect("a match");
    assert_eq!(stored.record.as_ref(), Some(&ladder.record));
    assert_eq!(stored.plan.players[1].author, Some(Author::Bot(2)));
    ladder.archive.check().expect("it is sound");
}

#[test]
fn old_records_are_dropped_before_results() {
    let ladder = Ladder::new();
    (0..40).for_each(|nth| assert!(ladder.put(nth)));
    let bytes = gzip::pack(ladder.record.to_line().as_bytes()).len() as u64;
    assert!(!ladder.store.trim(bytes * 20, 1000).expect("an archive"));
    let all = ladder.all();
    let kept = all.iter().filter(|rated| rated.has_record).count();
    assert_eq!((all.len(), kept), (40, 15));
    assert!(all[25..].iter().all(|rated| rated.has_record), "the newest");
    assert!(ladder.archive.stored(&all[0].id).expect("an archive").is_none());
    assert!(ladder.store.trim(u64::MAX, 10).expect("an archive"));
    let left: Vec<u32> = ladder.all().iter().map(|rated| rated.played.block.nth).collect();
    assert_eq!(left, (30..40).collect::<Vec<_>>());
}

#[test]
fn a_deleted_bot_leaves_its_results_and_plays_no_more() {
    let ladder = Ladder::new();
    ladder.put(0);
    ladder.archive.forget_bots(&[1]).expect("an archive");
    let players = ladder.store.players("quoridor").expect("an archive");
    assert_eq!(players[0], (ladder.players[0], LadderPlayer::Removed));
    assert_eq!(ladder.archive.bots().expect("an archive"), [2]);
    assert_eq!(ladder.all().len(), 1);
    assert!(!ladder.put(1), "a match that ends afterwards is not stored");
    let stored = ladder.archive.stored(&ladder.all()[0].id).expect("an archive");
    let record = stored.and_then(|stored| stored.record).expect("moves stay");
    assert_eq!((record.moves, &record.players[0].source), (ladder.record.moves.clone(), &None));
}

#[test]
fn a_day_keeps_its_first_seed() {
    let ladder = Ladder::new();
    let seed = |day, fresh: u64| ladder.store.seed(day, Seed::from(fresh)).expect("an archive");
    assert_eq!([seed(1, 5), seed(1, 6), seed(2, 6)], [5, 5, 6].map(Seed::from));
    let before = ladder.store.seed_before(2).expect("an archive");
    assert_eq!(before, Some((1, Seed::from(5))));
    assert_eq!(ladder.store.seed_before(1).expect("an archive"), None);
}
