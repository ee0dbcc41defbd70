//! The colours of marks.

/// The colour of a mark, reduced to colours that every screen has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colour {
    /// No colour, or an unknown one.
    #[default]
    Plain,
    /// `red`
    Red,
    /// `green`
    Green,
    /// `blue`
    Blue,
    /// `yellow`
    Yellow,
    /// `magenta`
    Magenta,
    /// `cyan`
    Cyan,
    /// `white`
    White,
    /// `grey` or `gray`
    Grey,
}

/// The names and their RGB values.
const NAMES: [(&str, Colour, [u8; 3]); 9] = [
    ("red", Colour::Red, [205, 0, 0]),
    ("green", Colour::Green, [0, 170, 0]),
    ("blue", Colour::Blue, [0, 0, 225]),
    ("yellow", Colour::Yellow, [225, 205, 0]),
    ("magenta", Colour::Magenta, [205, 0, 205]),
    ("cyan", Colour::Cyan, [0, 205, 205]),
    ("white", Colour::White, [240, 240, 240]),
    ("grey", Colour::Grey, [127, 127, 127]),
    ("gray", Colour::Grey, [127, 127, 127]),
];

impl Colour {
    /// Parses a colour name, ignoring case, or `#rrggbb`, which becomes the nearest named colour.
    /// Any other text is [`Colour::Plain`].
    ///
    /// ```
    /// use juez_core::Colour;
    /// assert_eq!(Colour::of(Some("Red")), Colour::Red);
    /// assert_eq!(Colour::of(Some("#fe0102")), Colour::Red);
    /// assert_eq!(Colour::of(Some("mauve")), Colour::Plain);
    /// ```
    pub fn of(text: Option<&str>) -> Colour {
        let text = text.unwrap_or_default().trim().to_ascii_lowercase();
        if let Some(light) = hex(&text) {
            let nearest = NAMES.iter().min_by_key(|(.., other)| distance(light, *other));
            return nearest.map_or(Colour::Plain, |(_, colour, _)| *colour);
        }
        let known = NAMES.iter().find(|(name, ..)| *name == text);
        known.map_or(Colour::Plain, |(_, colour, _)| *colour)
    }
}

fn hex(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, light @ ..] = number.to_be_bytes();
    Some(light)
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.into_iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_digits_become_the_nearest_name() {
        for (text, colour) in [
            ("#ff0000", Colour::Red),
            ("#00FF00", Colour::Green),
            ("#1010f0", Colour::Blue),
            ("#ffff33", Colour::Yellow),
            ("#888888", Colour::Grey),
            ("#ffffff", Colour::White),
        ] {
            assert_eq!(Colour::of(Some(text)), colour, "{text}");
        }
    }

    #[test]
    fn what_is_no_colour_is_plain() {
        for text in ["", "rot", "#12", "#12345g", "#+12345", "#é1234"] {
            assert_eq!(Colour::of(Some(text)), Colour::Plain, "{text}");
        }
        assert_eq!(Colour::of(None), Colour::Plain);
    }
}
