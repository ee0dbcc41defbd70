//! The samples that think are better than chance, and than simpler ones.

use juez::script::LANGUAGES;
use serde_json::json;

use super::{fare::lead, ranks::share, wins::wins};
use crate::common::sample_matches::bot;
use crate::common::series::{play, z_of};

#[test]
fn at_dominoes_the_blocker_and_the_search_are_far_better_than_chance() {
    // An even pair wins 40 of 80 matches, give or take 4.5; 20 of 40, give or take 3.2.
    for language in LANGUAGES {
        for (name, seeds, most) in [("blocker", 40, 62), ("montecarlo", 20, 33)] {
            let me = bot("dominoes", name, language.id);
            let (won, played) = wins(&me, "random", &json!({}), seeds);
            assert!(won > most, "{name}.{}: {won} of {played}", language.id);
        }
    }
}

#[test]
fn at_dominoes_the_search_beats_the_simple_bot() {
    let [search, simple] = ["montecarlo", "blocker"].map(|name| bot("dominoes", name, "lua"));
    let (won, played) = wins(&search, &simple, &json!({}), 20);
    assert!(won > 26, "{won} of {played}");
}

/// Returns the matches of Durak for two that a sample wins and loses, in each seat in turn.
fn durak(name: &str, other: &str, seeds: u64) -> (u32, u32) {
    let me = bot("durak", name, "lua");
    let (mut won, mut lost) = (0, 0);
    for (seed, mine) in (0..seeds).flat_map(|seed| [(seed, 0), (seed, 1)]) {
        let players = if mine == 0 { [&me[..], other] } else { [other, &me[..]] };
        let end = play("durak", &players, &json!({}), seed).end.expect("it ends");
        let points = end.points.as_slice();
        won += u32::from(points[mine] > points[1 - mine]);
        lost += u32::from(points[mine] < points[1 - mine]);
    }
    println!("{name}: {won} to {lost}");
    (won, lost)
}

#[test]
fn at_durak_simple_and_the_search_beat_random_far_beyond_luck() {
    for (name, seeds) in [("simple", 50), ("montecarlo", 20)] {
        let (won, lost) = durak(name, "random", seeds);
        assert!(z_of(won, lost) > 4.0, "{name}: {won} to {lost}");
    }
}

#[test]
fn at_durak_simple_is_at_least_as_good_as_playing_the_lowest_card() {
    let lowest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples/durak_lowest.lua");
    // In thousands of matches it is about 53 to 47; a bot that keeps its high plain cards wins a
    // third.
    let (won, lost) = durak("simple", lowest, 300);
    assert!(won >= lost, "{won} to {lost}");
}

#[test]
fn at_scopone_the_thinking_scripts_beat_random_beyond_luck() {
    for language in LANGUAGES {
        for kind in ["team9", "team10"] {
            for (name, deals) in [("taker", 60), ("montecarlo", 20)] {
                let z = lead(&bot("scopone", name, language.id), "random", kind, deals);
                assert!(z > 4.0, "{name}.{} {kind}: z {z:.1}", language.id);
            }
        }
    }
}

#[test]
fn at_tute_masmenos_and_the_search_beat_random_play() {
    for (name, matches) in [("masmenos", 300), ("montecarlo", 60)] {
        let (mean, z) = share(&bot("tute", name, "lua"), "random", 3, matches);
        println!("{name}: {mean:.3}, z {z:.1}");
        assert!(z > 4.0, "{name}: {mean:.3}, z {z:.1}");
    }
}
