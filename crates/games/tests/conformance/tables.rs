//! Tables to play on: each game under each of its house rules, with one difference from the default
//! at a time and in random combinations, and random matches on them.

use juez_core::{Allowed, Game, Next, Rng, Seat, Seed, State, Stream, options_from_json};
use serde_json::{Map, Value, json};

/// Plies after which an unfinished match is a defect.
pub const LONGEST: u32 = 20_000;

/// Random combinations of house rules to try.
const COMBINATIONS: u32 = 16;

/// Returns the values of an option to try.
fn values(allowed: &Allowed) -> Vec<Value> {
    match allowed {
        Allowed::Switch => vec![json!(false), json!(true)],
        Allowed::Words(words) => words.iter().map(|word| json!(word)).collect(),
        Allowed::Numbers(numbers) => numbers.iter().map(|number| json!(number)).collect(),
        // Long ranges count hands, points or plies: their low ends keep matches short.
        Allowed::Range(least, most) => (*least..=*most)
            .take(if most - least < 10 { 10 } else { 3 })
            .map(|n| json!(n))
            .collect(),
        Allowed::Decimal(least, most) => vec![json!(least), json!(most)],
        Allowed::Weights => Vec::new(),
    }
}

/// Returns the house rules to try: every number of seats, each with every value of every other
/// option that it allows.
pub fn house_rules<G: Game>() -> Vec<Map<String, Value>> {
    let options = G::INFO.options;
    let seats = options.iter().find(|option| option.name == "seats");
    let seats = seats.map_or(vec![None], |option| {
        values(&option.allowed).into_iter().map(Some).collect::<Vec<_>>()
    });
    let words: Vec<(&str, Value)> = options
        .iter()
        .filter(|option| matches!(option.allowed, Allowed::Words(_)))
        .flat_map(|option| values(&option.allowed).into_iter().map(|value| (option.name, value)))
        .collect();
    let mut all = Vec::new();
    for seats in seats {
        let base: Map<String, Value> = seats.into_iter().map(|n| ("seats".into(), n)).collect();
        all.push(base.clone());
        for option in options.iter().filter(|option| option.name != "seats") {
            for value in values(&option.allowed) {
                let mut map = base.clone();
                map.insert(option.name.to_string(), value);
                if begin::<G>(&map).is_some() {
                    all.push(map);
                    continue;
                }
                // Combine a value that conflicts with the defaults with another word.
                let with = |(name, word): &(&str, Value)| {
                    let mut map = map.clone();
                    map.insert(name.to_string(), word.clone());
                    map
                };
                all.extend(words.iter().map(with).filter(|map| begin::<G>(map).is_some()));
            }
        }
    }
    let mut rng = Seed::from(0).rng();
    for _ in 0..COMBINATIONS {
        let options = options.iter().map(|option| (option.name, values(&option.allowed)));
        let chosen = options.filter(|(_, values)| !values.is_empty());
        all.push(chosen.map(|(name, values)| (name.into(), rng.choose(&values).clone())).collect());
    }
    all.retain(|map| begin::<G>(map).is_some());
    assert!(!all.is_empty(), "{} has no table to play on", G::INFO.id);
    all
}

/// Returns a match under these house rules before its first deal or move; `None` if they conflict.
pub fn begin<G: Game>(map: &Map<String, Value>) -> Option<G::State> {
    let options = options_from_json::<G>(map).ok()?;
    G::start(&options).ok()
}

/// Applies the next deal.
pub fn deal<G: Game>(state: &mut G::State, number: u32, seed: Seed) {
    let deal = G::shuffle(state, &mut seed.child(Stream::Deal(number)).rng());
    state.deal(&deal).expect("the shuffle of a game makes its deals");
}

/// Plays a random match and calls `visit` with every position, including the last and positions
/// before a deal.
pub fn walk<G: Game>(
    map: &Map<String, Value>,
    seed: Seed,
    mut visit: impl FnMut(&G::State, &mut Rng),
) -> G::State {
    let mut state = begin::<G>(map).expect("house rules that go together");
    let mut rng = seed.child(Stream::Opening).rng();
    let (mut deals, mut plies, mut scratch) = (0, 0, Vec::new());
    loop {
        visit(&state, &mut rng);
        match state.next() {
            Next::Over => return state,
            Next::Deal => {
                deal::<G>(&mut state, deals, seed);
                deals += 1;
            }
            Next::Move(_) => {
                let mv = state.random_move(&mut rng, &mut scratch);
                state.play(mv).expect("a random move is legal");
                plies += 1;
            }
        }
        assert!(plies < LONGEST, "{} {map:?} {seed:?} does not end", G::INFO.id);
    }
}

/// Plays random matches under every house rule.
pub fn walks<G: Game>(matches: u64, mut visit: impl FnMut(&G::State, &mut Rng)) {
    for map in house_rules::<G>() {
        for n in 0..matches {
            walk::<G>(&map, Seed::from(n), &mut visit);
        }
    }
}

/// Returns every observer of a match.
pub fn observers(seats: u8) -> impl Iterator<Item = Option<Seat>> {
    Seat::all(seats).map(Some).chain([None])
}
