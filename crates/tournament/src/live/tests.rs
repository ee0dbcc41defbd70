//! Simulated ladders, whose true strengths are known.

mod attacks;

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::job::Fingerprint;
use crate::shape::Shape;
use juez_core::{Rng, Seed, Team};

/// A simulated ladder: players with true strengths in Elo.
struct World {
    history: LadderHistory,
    strengths: Vec<f64>,
    contenders: Vec<Contender>,
    elo: (usize, BTreeMap<u32, f64>),
    rng: Rng,
    stored: Vec<LadderMatch>,
    /// The ranks of openings that decide by the seat.
    unfair: BTreeSet<u32>,
    judged: BTreeSet<u32>,
    day: i32,
    /// Winners and losers of duels that are decided before they begin.
    fixed: BTreeSet<(u32, u32)>,
}

fn duels(has_deals: bool) -> LadderGame {
    table_of(2, has_deals)
}

fn table_of(entries: u8, has_deals: bool) -> LadderGame {
    let shape = Shape::new((0..entries).map(Team).collect(), entries.into());
    LadderGame { id: "game".to_string(), shape, has_deals }
}

impl World {
    /// Creates a ladder of bots, one for each team, with these strengths; the last `built_in` of
    /// them are built-in.
    fn new(game: LadderGame, strengths: &[f64], built_in: usize, seed: u64) -> World {
        let bots = strengths.len() - built_in;
        let mut world = World {
            history: LadderHistory::new(game),
            strengths: Vec::new(),
            contenders: Vec::new(),
            elo: (usize::MAX, BTreeMap::new()),
            rng: Seed::from(seed).rng(),
            stored: Vec::new(),
            unfair: BTreeSet::new(),
            judged: BTreeSet::new(),
            day: 20_000,
            fixed: BTreeSet::new(),
        };
        for (at, &strength) in strengths.iter().enumerate() {
            world.enter(strength, (at < bots).then_some(at as i64));
        }
        world
    }

    /// Adds a player and returns its number.
    fn enter(&mut self, strength: f64, team: Option<i64>) -> u32 {
        let player = self.strengths.len() as u32;
        self.strengths.push(strength);
        self.contenders.push(Contender { player, team });
        team.into_iter().for_each(|team| self.history.note_team(player, team));
        player
    }

    /// Replaces the version of a team.
    fn submit(&mut self, strength: f64, team: i64) -> u32 {
        self.contenders.retain(|one| one.team != Some(team));
        self.enter(strength, Some(team))
    }

    fn next(&mut self) -> LadderNext {
        let until = self.history.rated_until();
        if self.elo.0 != until {
            let players: Vec<u32> = (0..self.strengths.len() as u32).collect();
            self.elo = (until, self.history.elo(&players, until));
        }
        let (judged, unfair) = (&self.judged, &self.unfair);
        let is_fair = |nth: u32| judged.contains(&nth).then(|| !unfair.contains(&nth));
        self.history.next(&self.contenders, self.day, &self.elo.1, &is_fair)
    }

    /// Plays the next match; returns false if the ladder rests.
    fn step(&mut self) -> bool {
        let planned = loop {
            match self.next() {
                LadderNext::Play(planned) => break planned,
                LadderNext::Judge { nth } => assert!(self.judged.insert(nth), "judged once"),
                LadderNext::Rest => return false,
            }
        };
        let played = self.play(planned);
        self.history.add(&played);
        self.stored.push(played);
        true
    }

    fn play(&mut self, PlannedMatch { block, order }: PlannedMatch) -> LadderMatch {
        // The order of exponential times is one of Plackett and Luce.
        let mut times: Vec<(f64, usize)> = Vec::new();
        for (entry, player) in order.iter().enumerate() {
            let rate = libm::pow(10.0, self.strengths[*player as usize] / 400.0);
            times.push((-libm::log(1.0 - self.rng.unit()) / rate, entry));
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        if order.len() == 2 && self.fixed.contains(&(order[times[1].1], order[times[0].1])) {
            times.reverse();
        }
        let mut ranks = vec![0; order.len()];
        times.iter().zip(1..).for_each(|((_, entry), rank)| ranks[*entry] = rank);
        let fingerprint = Fingerprint::from(u128::from(self.rng.bits()));
        LadderMatch { block, order, ranks, at_fault: Vec::new(), plies: 40, fingerprint }
    }

    fn steps(&mut self, count: usize) -> usize {
        (0..count).take_while(|_| self.step()).count()
    }

    fn players(&self) -> Vec<u32> {
        self.contenders.iter().map(|one| one.player).collect()
    }
}

fn field(count: usize) -> Vec<f64> {
    (0..count).map(|at| 60.0 * at as f64).collect()
}

#[test]
fn ratings_have_the_true_order_and_intervals_hold_the_true_values() {
    const PLAYERS: u32 = 8;
    let strengths = field(PLAYERS as usize);
    let mean = strengths.iter().sum::<f64>() / f64::from(PLAYERS);
    let (mut held, mut found) = (0, Vec::new());
    for seed in 1..=4 {
        let mut world = World::new(duels(true), &strengths, 1, seed);
        world.steps(usize::MAX);
        let ranking = world.history.ranking(&world.players());
        let elo = |player: u32| ranking.of(player).and_then(|own| own.elo).expect("a rating");
        for player in 0..PLAYERS {
            let (estimate, truth) = (elo(player), strengths[player as usize] - mean);
            held += u32::from((estimate.low..=estimate.high).contains(&truth));
            found.push(format!("{truth} {estimate:?}"));
            assert!(estimate.high - estimate.low < 160.0, "{estimate:?}");
            for stronger in player + 3..PLAYERS {
                assert!(estimate.value < elo(stronger).value, "{player} {stronger}");
            }
        }
        assert!(ranking.superiority(6, 0) > 0.99 && ranking.superiority(0, 6) < 0.01);
    }
    assert!(held >= 27, "{held} of 32, and 95 % are 30: {found:#?}");
}

#[test]
fn tables_of_four_are_rated_in_the_true_order_too() {
    let strengths: Vec<f64> = (0..8).map(|at| 120.0 * f64::from(at)).collect();
    let mut world = World::new(table_of(4, true), &strengths, 1, 2);
    world.steps(2000);
    let ranking = world.history.ranking(&world.players());
    let elo = |player: u32| ranking.of(player).and_then(|own| own.elo).expect("a rating").value;
    assert!((0..6).all(|player| elo(player) < elo(player + 2)));
}

#[test]
fn everybody_has_every_seat_equally_often() {
    for entries in [2, 3, 4] {
        let mut world = World::new(table_of(entries, true), &field(7), 1, 3);
        world.steps(600 * usize::from(entries));
        let mut seats = BTreeMap::new();
        for played in &world.stored {
            for (entry, player) in played.order.iter().enumerate() {
                *seats.entry((*player, entry)).or_insert(0) += 1;
            }
        }
        for player in 0..7 {
            let counts = (0..usize::from(entries)).map(|entry| seats[&(player, entry)]);
            let (least, most) = (counts.clone().min(), counts.max());
            assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{player}");
        }
    }
}

#[test]
fn a_new_version_plays_at_once_and_meets_opponents_of_its_strength() {
    let mut world = World::new(duels(true), &field(20), 0, 4);
    world.steps(2400);
    let new = world.submit(60.0 * 19.0, 0);
    world.steps(4);
    assert!(world.history.blocks_of(new) >= 1, "among the next two blocks");
    world.steps(400);
    let later = &world.stored[world.stored.len() - 200..];
    let opponents: Vec<f64> = later
        .iter()
        .filter(|played| played.order.contains(&new))
        .flat_map(|played| &played.order)
        .filter(|player| **player != new)
        .map(|player| world.strengths[*player as usize])
        .collect();
    let mean = opponents.iter().sum::<f64>() / opponents.len() as f64;
    assert!(mean > 60.0 * 11.0, "{mean} over {} opponents", opponents.len());
}

fn sorted(order: &[u32]) -> Vec<u32> {
    let mut order = order.to_vec();
    order.sort_unstable();
    order
}

#[test]
fn it_rests_once_all_have_played_enough_and_a_new_version_wakes_it() {
    let mut world = World::new(duels(true), &field(5), 1, 6);
    let played = world.steps(100_000);
    assert!(played < 100_000 && !world.step());
    for player in 0..4 {
        assert!(world.history.blocks_of(player) >= ENOUGH_BLOCKS);
    }
    world.submit(0.0, 2);
    assert!(world.step());
}

#[test]
fn a_lone_bot_plays_against_built_in_ones_and_these_never_play_alone() {
    let mut world = World::new(duels(true), &field(3), 2, 7);
    assert!(world.steps(50) == 50);
    assert!(world.stored.iter().all(|played| played.order.contains(&0)));
    world.contenders.remove(0);
    assert!(!world.step());
}

#[test]
fn a_killed_ladder_continues_as_if_it_had_not_been() {
    let mut whole = World::new(table_of(3, true), &field(6), 1, 8);
    whole.steps(300);
    for cut in [0, 1, 2, 100, 101, 299] {
        let mut history = LadderHistory::new(whole.history.game.clone());
        (0..5).for_each(|player| history.note_team(player, player.into()));
        whole.stored[..cut].iter().for_each(|played| history.add(played));
        let mut again = World::new(table_of(3, true), &field(6), 1, 8);
        again.history = history;
        let LadderNext::Play(planned) = again.next() else { panic!("a match") };
        let stored = &whole.stored[cut];
        assert_eq!(
            (planned.block, planned.order),
            (stored.block.clone(), stored.order.clone()),
            "{cut}"
        );
    }
}

#[test]
fn openings_are_judged_once_shared_by_all_tables_and_left_out_if_unfair() {
    let mut world = World::new(duels(false), &field(6), 1, 10);
    world.unfair = [0, 3, 7].into();
    world.steps(100_000);
    assert_eq!(world.judged.len() as u32, OPENINGS_A_DAY);
    assert!(world.stored.iter().all(|played| !world.unfair.contains(&played.block.nth)));
    let mut seen = BTreeSet::new();
    for played in &world.stored {
        assert!(seen.insert((sorted(&played.order), played.block.nth, played.order.clone())));
    }
    // The next day has others.
    world.day += 1;
    world.judged.clear();
    assert!(world.step());
}

#[test]
fn an_opening_splits_if_one_seat_wins_whoever_plays() {
    let (first, second, drawn) = (vec![1, 2], vec![2, 1], vec![1, 1]);
    assert!(splits_by_seat(&vec![first.clone(); 6]));
    assert!(splits_by_seat(&vec![second.clone(); 6]));
    assert!(!splits_by_seat(&vec![drawn; 6]));
    assert!(!splits_by_seat(&[vec![first.clone(); 5], vec![second]].concat()));
    assert!(!splits_by_seat(&[first]));
    assert_eq!(judging_matches().len(), 6);
}

#[test]
fn a_deal_names_all_players_of_its_table_and_no_other_has_it() {
    let day = Seed::from(77);
    let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let seed = pairing_seed(day, "durak", &names(&["1/2", "4/1"]), 0);
    assert_eq!(seed, pairing_seed(day, "durak", &names(&["4/1", "1/2"]), 0));
    let others = [
        pairing_seed(day, "durak", &names(&["1/3", "4/1"]), 0),
        pairing_seed(day, "durak", &names(&["1/2", "4/2"]), 0),
        pairing_seed(day, "durak", &names(&["1/2", "4/1"]), 1),
        pairing_seed(day, "tute", &names(&["1/2", "4/1"]), 0),
        pairing_seed(Seed::from(78), "durak", &names(&["1/2", "4/1"]), 0),
        opening_seed(day, "durak", 0),
        day,
    ];
    assert!(others.iter().all(|other| *other != seed));
}

#[test]
fn results_against_each_other_are_counted_by_match() {
    let mut world = World::new(duels(true), &[0.0, 4000.0], 0, 11);
    world.steps(20);
    let met = world.history.met_by(&[1]);
    assert_eq!(met[&0], Met { matches: 20, points: 20.0 });
    let ranking = world.history.ranking(&[0, 1]);
    assert_eq!(ranking.of(1).map(|own| (own.matches, own.points)), Some((20, 20.0)));
    assert!(ranking.of(2).is_none());
}
