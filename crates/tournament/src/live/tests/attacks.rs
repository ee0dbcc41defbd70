//! Teams that flood, that fail, and that play for something else than their own rating.

use super::*;

#[test]
fn a_team_that_floods_takes_no_more_than_its_share() {
    let mut world = World::new(duels(true), &field(10), 0, 5);
    world.steps(400);
    // Two honest teams have a new version each, one submits with every match.
    let honest = [world.submit(100.0, 1), world.submit(200.0, 2)];
    let before = world.stored.len();
    for _ in 0..120 {
        world.submit(0.0, 0);
        world.step();
    }
    assert!(honest.iter().all(|&player| world.history.blocks_of(player) >= NEW_BLOCKS));
    let floods = |player: &u32| world.history.teams.get(player) == Some(&0);
    let blocks: BTreeSet<(&BlockKey, Vec<u32>)> = world.stored[before..]
        .iter()
        .filter(|played| played.order.iter().any(floods))
        .map(|played| (&played.block, sorted(&played.order)))
        .collect();
    assert!(blocks.len() <= 90, "{} of 120 steps", blocks.len());
    let others = (3..10).map(|player| world.history.blocks_of(player)).sum::<u32>();
    let earlier: BTreeSet<(&BlockKey, Vec<u32>)> = world.stored[..before]
        .iter()
        .filter(|played| played.order.iter().any(|player| (3..10).contains(player)))
        .map(|played| (&played.block, sorted(&played.order)))
        .collect();
    assert!(others as usize > earlier.len(), "the others play on");
}

#[test]
fn a_benched_version_is_left_out_until_the_next_one() {
    let mut world = World::new(duels(true), &field(4), 1, 9);
    while !world.history.is_benched(0) {
        let LadderNext::Play(planned) = world.next() else { panic!("a match") };
        let mut played = world.play(planned);
        let seat = played.order.iter().position(|player| *player == 0);
        if let Some(seat) = seat {
            (played.at_fault, played.ranks) = (vec![seat as u8], vec![1; 2]);
            played.ranks[seat] = 2;
        }
        world.history.add(&played);
    }
    world.steps(100);
    assert!(world.stored.iter().all(|played| !played.order.contains(&0)));
    let next = world.submit(0.0, 0);
    world.steps(8);
    assert!(world.history.blocks_of(next) > 0);
}

/// The field of the tests of dishonest bots.
const HONEST: usize = 9;

/// Returns the rating of a player after all have played enough, in a field with another bot, for
/// which these duels are decided.
fn rated(player: u32, seed: u64, fixed: impl Fn(u32) -> Vec<(u32, u32)>) -> (f64, World) {
    let mut world = World::new(duels(true), &field(HONEST), 2, seed);
    let other = world.enter(60.0 * 4.0, Some(HONEST as i64));
    world.fixed = fixed(other).into_iter().collect();
    world.steps(usize::MAX);
    let ranking = world.history.ranking(&world.players());
    (ranking.of(player).and_then(|own| own.elo).expect("a rating").value, world)
}

#[test]
fn a_bot_that_plays_only_to_hurt_another_moves_it_little_and_ends_last() {
    let victim = 5;
    let honest = 0..HONEST as u32;
    for seed in 1..=2 {
        let (fair, _) = rated(victim, seed, |_| Vec::new());
        // It wins each match against its victim and loses all others.
        let hurts = |other: u32| {
            let lost = honest.clone().filter(|one| *one != victim).map(|one| (one, other));
            lost.chain([(other, victim)]).collect()
        };
        let (hurt, world) = rated(victim, seed, hurts);
        let last = world.players().into_iter().max().expect("the other bot");
        let met = world.history.met_by(&[last])[&victim];
        assert_eq!(met.points, f64::from(met.matches));
        assert!(fair - hurt < 100.0, "{fair} {hurt}");
        let ranking = world.history.ranking(&world.players());
        let elo = |player: u32| ranking.of(player).and_then(|own| own.elo).expect("a rating").value;
        let weaker = honest.clone().filter(|one| elo(*one) < elo(last)).count();
        assert_eq!(weaker, 0, "who throws matches away is last");
    }
}

#[test]
fn a_friend_that_throws_its_matches_lifts_a_bot_by_less_than_the_next_place() {
    let friend = 5;
    for seed in 1..=2 {
        let (fair, _) = rated(friend, seed, |_| Vec::new());
        let (lifted, _) = rated(friend, seed, |other| vec![(friend, other)]);
        assert!(lifted - fair < 60.0, "{fair} {lifted}");
    }
}
