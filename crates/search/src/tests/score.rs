//! Scores as expected shares of wins.

use crate::score::score_at;
use crate::{LIKELY, PROVEN, WIN, expected_score, is_proven};

#[test]
fn an_expected_score_lies_between_zero_and_the_whole() {
    let scores = [-WIN, -5000, -LIKELY, 0, LIKELY, 5000, WIN];
    let expected = scores.map(|score| expected_score(score, LIKELY, 1000));
    assert!(expected.is_sorted(), "{expected:?}");
    assert_eq!((expected[0], expected[6]), (0, 1000));
    assert_eq!(expected[2..5], [250, 500, 750]);
}

#[test]
fn the_score_at_an_expected_share_is_the_inverse() {
    for score in -1000..=1000 {
        let back = score_at(expected_score(score, LIKELY, 1 << 16), LIKELY, 1 << 16);
        assert!((back - score).abs() <= 1, "{score}: {back}");
    }
    for share in [0, 1 << 16] {
        let score = score_at(share, LIKELY, 1 << 16);
        assert!(!is_proven(score) && score.abs() == PROVEN, "{score}");
    }
}
