//! Moves of Quoridor in the Quoridor Text Protocol.
//!
//! In the protocol the first player, black, begins at e9, so rows are mirrored: row 1 here is row 9
//! there. A wall is named by the square at its upper left, followed by a word for its direction.
//! Mirroring the rows turns the lower left into the upper left, so the square of a wall is the
//! mirror image of its square here. Some engines write a wall as one word, a token, with the square
//! at its lower left.

/// Converts a move to the protocol: `e2` is `E8`, `e3h` is `E7 horizontal`. Returns any other text
/// unchanged. Files are capital letters, since some engines accept no others.
pub fn to_qtp(mv: &str) -> String {
    let (square, direction) = match mv.as_bytes() {
        [_, _, b'h'] => (&mv[..2], " horizontal"),
        [_, _, b'v'] => (&mv[..2], " vertical"),
        _ => (mv, ""),
    };
    mirrored(square).map_or(mv.to_string(), |square| square.to_ascii_uppercase() + direction)
}

/// Converts a move to one word in lower case: `e2` is `e8`, `e3h` is `e6h`. Returns any other text
/// unchanged.
pub fn to_token(mv: &str) -> String {
    let token = match mv.as_bytes() {
        [_, _, direction] => {
            lowered(&mv[..2]).map(|square| format!("{square}{}", char::from(*direction)))
        }
        _ => mirrored(mv),
    };
    token.unwrap_or_else(|| mv.to_string())
}

/// Parses a move in an answer of the protocol, in any case and with a wall as one word or two;
/// `None` for any other text.
pub fn from_qtp(answer: &str) -> Option<String> {
    let answer = answer.to_ascii_lowercase();
    let mut words = answer.split_whitespace();
    let first = words.next()?;
    if let Some(direction @ ("h" | "v")) = first.get(2..) {
        let square = lowered(&first[..2])?;
        return words.next().is_none().then(|| square + direction);
    }
    let square = mirrored(first)?;
    let direction = match words.next() {
        None => "",
        Some("h" | "horizontal") => "h",
        Some("v" | "vertical") => "v",
        Some(_) => return None,
    };
    words.next().is_none().then(|| square + direction)
}

fn mirrored(square: &str) -> Option<String> {
    match square.as_bytes() {
        [file @ b'a'..=b'i', row @ b'1'..=b'9'] => {
            let row = b'1' + b'9' - row;
            Some(format!("{}{}", char::from(*file), char::from(row)))
        }
        _ => None,
    }
}

/// Converts the square of a wall to the square at its lower left in a token, and back.
fn lowered(square: &str) -> Option<String> {
    match square.as_bytes() {
        [file @ b'a'..=b'h', row @ b'1'..=b'8'] => {
            let row = b'1' + b'8' - row;
            Some(format!("{}{}", char::from(*file), char::from(row)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_mirrored_and_walls_keep_their_place() {
        let pairs = [("e1", "E9"), ("a9", "A1"), ("e3h", "E7 horizontal"), ("h8v", "H2 vertical")];
        for (ours, theirs) in pairs {
            assert_eq!(to_qtp(ours), theirs);
            assert_eq!(from_qtp(theirs).as_deref(), Some(ours));
        }
        assert_eq!(from_qtp("e7 H").as_deref(), Some("e3h"));
        for wrong in ["", "j1", "e0", "e10", "e7 diagonal", "e7 h h", "resign"] {
            assert_eq!(from_qtp(wrong), None, "{wrong}");
        }
        assert_eq!(to_qtp("pass"), "pass");
    }

    #[test]
    fn a_wall_in_one_word_has_the_square_at_its_lower_left() {
        for (ours, theirs) in [("e1", "e9"), ("e3h", "e6h"), ("a1v", "a8v"), ("h8h", "h1h")] {
            assert_eq!(to_token(ours), theirs);
            assert_eq!(from_qtp(theirs).as_deref(), Some(ours));
        }
        for wrong in ["e9h", "i1v", "e2x", "e2h h", "e2hh", "é2h"] {
            assert_eq!(from_qtp(wrong), None, "{wrong}");
        }
    }
}
