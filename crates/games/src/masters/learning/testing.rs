//! Matches of players with known weights, to learn from.

use super::Policy;
use super::learner::learning;
use super::weights::{read, write};
use juez_core::{Game, LostMatch, MoveOf, Next, Rng, Seat, Seed, State, Stream};

/// Plays a match in which each choice is as likely as `policy` says, but by the first seat, which
/// moves at random.
fn play<P: Policy>(
    rules: &<P::Game as Game>::Options,
    policy: &P,
    seed: Seed,
) -> LostMatch<P::Game> {
    let (mut rng, mut deals) = (seed.rng(), 0);
    let mut state = P::Game::start(rules).expect("rules");
    let (mut states, mut moves) = (Vec::new(), Vec::new());
    loop {
        match state.next() {
            Next::Over => break,
            Next::Deal => {
                let mut rng = seed.child(Stream::Deal(deals)).rng();
                state.deal(&P::Game::shuffle(&state, &mut rng)).expect("a deal");
                deals += 1;
            }
            Next::Move(seat) => {
                let mv = if seat == Seat::new(0) {
                    state.random_move(&mut rng, &mut Vec::new())
                } else {
                    draw(policy, &state, &mut rng)
                };
                states.push(state.clone());
                moves.push(mv);
                state.play_unchecked(mv);
            }
        }
    }
    let winners = Seat::all(state.seats()).skip(1).collect();
    states.push(state);
    LostMatch { states, moves, seat: Seat::new(0), winners }
}

fn draw<P: Policy>(policy: &P, state: &<P::Game as Game>::State, rng: &mut Rng) -> MoveOf<P::Game> {
    let legal = state.legal_moves();
    let weight = |&mv: &MoveOf<P::Game>| {
        let surprisal = P::choice(state, mv).map_or(0, |choice| policy.surprisal(&[choice]));
        1 + (1e6 * (-(surprisal as f64) / 256.0).exp2()) as u32
    };
    legal[rng.weighted(&legal.iter().map(weight).collect::<Vec<_>>())]
}

/// Returns how much the choices of winners surprise.
fn surprisal<P: Policy>(policy: &P, matches: &[LostMatch<P::Game>]) -> f64 {
    let of_seat = |lost: &LostMatch<P::Game>, seat| {
        let made = lost.states.iter().zip(&lost.moves);
        let own = made.filter(|(state, _)| state.next() == Next::Move(seat));
        policy.surprisal(&own.filter_map(|(state, &mv)| P::choice(state, mv)).collect::<Vec<_>>())
    };
    let of_match = |lost| Seat::all(4).skip(1).map(move |seat| of_seat(lost, seat)).sum::<u64>();
    matches.iter().map(of_match).sum::<u64>() as f64
}

/// Checks that weights learnt from players with weights `truth` explain other matches as well as
/// these do, within 1 %, and better than the default ones by `gain` percent.
pub(crate) fn check_recovery<P: Policy>(
    rules: &<P::Game as Game>::Options,
    truth: P,
    count: u32,
    gain: f64,
) {
    let seed = |nth| Seed::from(1).child(Stream::Match(nth));
    let matches = |from| (from..from + count).map(|nth| play(rules, &truth, seed(nth)));
    let learner = (learning::<P>().learner)(None, matches(0).collect(), Seed::from(1));
    let bytes = learner.train(&[], &mut |_| true).expect("weights");
    let learnt = read::<P::Game, P>(&bytes).expect("weights of this game");
    let others: Vec<_> = matches(count).collect();
    let [learnt_surprise, truth, before] =
        [learnt, truth, P::default()].map(|policy| surprisal(&policy, &others));
    let learnt = learnt.numbers();
    assert!(learnt_surprise < 1.01 * truth, "{learnt_surprise}, not {truth}: {learnt:?}");
    assert!(before > (1.0 + gain / 100.0) * truth, "{before} before, not {truth}");
}

/// Checks that nothing is learnt without choices, nor from a single one.
pub(crate) fn check_restraint<P: Policy>(rules: &<P::Game as Game>::Options) {
    let older = write::<P::Game>(P::BOUNDS, &P::default().numbers());
    let learnt = |lost| {
        let learner = (learning::<P>().learner)(Some(&older), lost, Seed::from(1));
        learner.train(&[], &mut |_| true).expect("weights")
    };
    let is_choice = |lost: &LostMatch<P::Game>, nth: usize| {
        let (state, mv) = (&lost.states[nth], lost.moves[nth]);
        state.next().seat() > Some(Seat::new(0))
            && state.legal_moves().len() > 1
            && P::choice(state, mv).is_some()
    };
    let with_one_choice = || {
        let mut lost = play(rules, &P::default(), Seed::from(1));
        let chosen = (0..lost.moves.len()).position(|nth| is_choice(&lost, nth));
        lost.moves.truncate(chosen.expect("a choice") + 1);
        lost
    };
    assert_eq!(learnt(Vec::new()), older, "no match");
    assert_eq!(learnt(vec![with_one_choice()]), older, "one choice");
    assert_eq!(
        learnt(vec![LostMatch {
            winners: Vec::new(),
            ..play(rules, &P::default(), Seed::from(1))
        }]),
        older,
        "no winner"
    );
}
