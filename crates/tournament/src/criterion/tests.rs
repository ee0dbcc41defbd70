use proptest::prelude::*;
use serde_json::json;

use super::*;

fn criterion(text: &str) -> Criterion {
    text.parse().unwrap()
}

#[track_caller]
fn refused(text: &str, why: &str) {
    let error = text.parse::<Criterion>().expect_err("refused").to_string();
    let expected = format!(
        "cannot read criterion {text:?}: {why}; expected such as \
         \"beats greedy in 60 % of 40 games, with 95 % confidence\""
    );
    assert_eq!(error, expected);
}

#[test]
fn the_sentence_is_read() {
    let full =
        Criterion { opponent: "greedy".to_string(), share: 0.6, games: 40, confidence: Some(0.95) };
    for text in [
        "beats greedy in 60 % of 40 games, with 95 % confidence",
        "Beats greedy in 60% of 40 games with 95% confidence",
        "  beats  greedy  in 60.0 percent of 40 matches , with 95 % Confidence. ",
    ] {
        assert_eq!(criterion(text), full, "{text}");
    }
    assert_eq!(
        criterion("beats greedy in 60 %, with 95% confidence"),
        Criterion { games: 0, ..full.clone() }
    );
    assert_eq!(
        criterion("beats greedy in 60 % of games"),
        Criterion { games: 0, confidence: None, ..full.clone() }
    );
    let named = criterion("beats minimax:depth=2 in 5 % in 57,5 %");
    assert_eq!((named.opponent.as_str(), named.share), ("minimax:depth=2 in 5 %", 0.575));
}

#[test]
fn what_is_no_criterion_is_refused_with_what_is() {
    refused("wins often", "it does not begin with \"beats\"");
    refused("beats greedy", "it does not say \"in\" how many percent");
    refused("beats in 60 %", "it names no opponent");
    refused("beats greedy in most games", "a percentage is missing");
    refused("beats greedy in 0.6 of 40 games", "0.6 has no %");
    refused("beats greedy in 60 % of 40", "it does not say of how many \"games\"");
    refused("beats greedy in 60 % of 2.5 games", "2.5 is not a number of games");
    refused("beats greedy in 60 % of 0 games", "0 games show nothing");
    refused("beats greedy in 160 %", "160 % is not a share of the games");
    refused("beats greedy in 60 %,", "nothing follows the comma");
    refused("beats greedy in 60 % with 95 %", "it does not say \"confidence\" of what");
    refused(
        "beats greedy in 60 % with 100 % confidence",
        "100 %: a confidence is from 50 % up to, but not, 100 %",
    );
    refused("beats greedy in 60 % always", "\"always\" is too much");
}

#[test]
fn a_stored_criterion_is_checked() {
    let read = |stored| serde_json::from_value::<Criterion>(stored);
    let full = json!({"opponent": "greedy", "share": 0.6, "games": 40, "confidence": 0.95});
    let sentence = "beats greedy in 60 % of 40 games, with 95 % confidence";
    assert_eq!(read(full).unwrap(), criterion(sentence));
    let plain = read(json!({"opponent": "random", "share": 1})).unwrap();
    assert_eq!(plain.to_string(), "beats random in 100 %");
    for (stored, why) in [
        (json!({"opponent": "greedy", "shares": 0.6}), "unknown field `shares`"),
        (json!({"opponent": "greedy"}), "missing field `share`"),
        (json!({"opponent": "greedy", "share": 60}), "6000 % is not a share of the games"),
        (json!({"opponent": " ", "share": 0.6}), "it names no opponent"),
        (json!({"opponent": "g", "share": 0.6, "confidence": 0.3}), "30 %: a confidence"),
    ] {
        let error = read(stored.clone()).unwrap_err().to_string();
        assert!(error.contains(why), "{stored}: {error}");
    }
}

/// Returns shares as people write them or as programs compute them.
fn share(least: f64) -> impl Strategy<Value = f64> {
    let tenths = (1000.0 * least) as u32..1000;
    prop_oneof![tenths.prop_map(|tenths| f64::from(tenths) / 1000.0), least..1.0]
}

#[test]
fn it_is_stored_and_read_again() {
    for text in
        ["beats greedy in 57.5 % of 40 games, with 97.5 % confidence", "beats greedy in 20.8 %"]
    {
        let stored = serde_json::to_string(&criterion(text)).unwrap();
        assert_eq!(
            serde_json::from_str::<Criterion>(&stored).unwrap(),
            criterion(text),
            "{stored}"
        );
    }
}

proptest! {
    #[test]
    fn a_sentence_is_read_as_what_it_says(
        opponent in "[a-z% :=é,🤖]{0,12}[a-z]( in)?",
        share in share(0.0), games in 0u32..500, confidence in prop::option::of(share(0.5)),
    ) {
        let opponent = opponent.trim().to_string();
        let criterion = Criterion { opponent, share, games, confidence };
        prop_assert_eq!(&criterion.to_string().parse::<Criterion>().unwrap(), &criterion);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), tail in "[ %,a-z0-9in]{0,20}") {
        let _ = text.parse::<Criterion>();
        let _ = format!("beats {text} in {tail}").parse::<Criterion>();
    }
}
