//! Bounded weights, their declaration and their file: a line for the version, one for each weight.

use juez_core::Game;

/// The first line of a file, before the id of the game.
const VERSION: &str = "juez weights 1 ";

/// A weight and its limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub name: &'static str,
    pub least: i32,
    pub most: i32,
}

impl Bounds {
    /// Returns the distance of the limits.
    pub fn width(&self) -> i32 {
        self.most - self.least
    }
}

/// Named weights, which can be read as numbers in order.
pub(crate) trait WeightList: Copy + Default + Send + Sync + 'static {
    const BOUNDS: &'static [Bounds];

    /// Creates them from numbers in order; missing ones have the default.
    fn of(numbers: &[i32]) -> Self;

    fn numbers(&self) -> Vec<i32>;
}

/// Declares a list of weights as a struct, each with its default and its limits.
macro_rules! weights {
    (
        $(#[$meta:meta])*
        $vis:vis struct $list:ident {$(
            $(#[$field_meta:meta])*
            $name:ident = $usual:literal, $least:literal..=$most:literal;
        )+}
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis struct $list {
            $($(#[$field_meta])* pub $name: i32,)+
        }

        impl Default for $list {
            fn default() -> $list {
                $list { $($name: $usual,)+ }
            }
        }

        impl $crate::masters::learning::WeightList for $list {
            const BOUNDS: &'static [$crate::masters::learning::Bounds] = &[
                $($crate::masters::learning::Bounds {
                    name: stringify!($name),
                    least: $least,
                    most: $most,
                },)+
            ];

            fn of(numbers: &[i32]) -> $list {
                let mut numbers = numbers.iter().copied();
                $list { $($name: numbers.next().unwrap_or($usual),)+ }
            }

            fn numbers(&self) -> Vec<i32> {
                vec![$(self.$name,)+]
            }
        }
    };
}
pub(crate) use weights;

/// Returns the file of weights.
pub(super) fn write<G: Game>(bounds: &[Bounds], numbers: &[i32]) -> Vec<u8> {
    let mut text = format!("{VERSION}{}\n", G::INFO.id);
    for (bounds, number) in bounds.iter().zip(numbers) {
        text += &format!("{} {number}\n", bounds.name);
    }
    text.into_bytes()
}

/// Reads a file exactly as [`write`] makes it; without bytes, the default weights.
///
/// # Errors
/// The reason why it is not a list of this game.
pub(super) fn read<G: Game, L: WeightList>(bytes: &[u8]) -> Result<L, String> {
    if bytes.is_empty() {
        return Ok(L::default());
    }
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let mut lines = text.lines();
    let game = lines.next().and_then(|line| line.strip_prefix(VERSION));
    match game {
        None => return Err("not a list of weights".to_string()),
        Some(id) if id != G::INFO.id => return Err(format!("a list for {id}, not {}", G::INFO.id)),
        Some(_) => {}
    }
    let mut numbers = Vec::new();
    for bounds in L::BOUNDS {
        let line = lines.next().and_then(|line| line.strip_prefix(bounds.name));
        let number = line.and_then(|rest| rest.trim_start().parse().ok());
        let number: i32 = number.ok_or_else(|| format!("no number for {}", bounds.name))?;
        if !(bounds.least..=bounds.most).contains(&number) {
            let Bounds { name, least, most } = bounds;
            return Err(format!("{name} is {number}, not {least} to {most}"));
        }
        numbers.push(number);
    }
    // One list of weights has one hash.
    if write::<G>(L::BOUNDS, &numbers) != bytes {
        return Err("more than a list of weights".to_string());
    }
    Ok(L::of(&numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Durak;

    weights! {
        struct Two {
            one = 3, -5..=5;
            other = 7, 0..=9;
        }
    }

    #[test]
    fn weights_are_read_as_written() {
        for numbers in [[3, 7], [-5, 0], [5, 9]] {
            let bytes = write::<Durak>(Two::BOUNDS, &numbers);
            assert_eq!(read::<Durak, Two>(&bytes), Ok(Two::of(&numbers)));
        }
        assert_eq!(read::<Durak, Two>(&[]), Ok(Two { one: 3, other: 7 }));
    }

    #[test]
    fn files_that_are_wrong_are_refused_with_the_reason() {
        let head = "juez weights 1 durak\n";
        for (text, why) in [
            ("abc".to_string(), "not a list of weights"),
            ("juez weights 2 durak\none 3\nother 7\n".to_string(), "not a list of weights"),
            ("juez weights 1 tute\none 3\nother 7\n".to_string(), "a list for tute, not durak"),
            (format!("{head}one 6\nother 7\n"), "one is 6, not -5 to 5"),
            (format!("{head}one -6\nother 7\n"), "one is -6, not -5 to 5"),
            (format!("{head}one 99999999999\nother 7\n"), "no number for one"),
            (format!("{head}one 3\n"), "no number for other"),
            (format!("{head}other 7\none 3\n"), "no number for one"),
            (format!("{head}one 3\nother 7\nmore 1\n"), "more than a list of weights"),
            (format!("{head}one +3\nother 7\n"), "more than a list of weights"),
            (format!("{head}one 3\nother 7"), "more than a list of weights"),
        ] {
            assert_eq!(read::<Durak, Two>(text.as_bytes()), Err(why.to_string()), "{text:?}");
        }
        assert!(read::<Durak, Two>(&[0xff; 40]).is_err());
    }
}
