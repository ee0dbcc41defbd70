//! Enums whose values have names.

/// Gives each value of a `Copy` enum a name: `name`, and `Display` that writes it.
///
/// With a text behind the type, `FromStr` reads the names; the text says what they name when a
/// text is none of them.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Suit { Cups, Coins }
/// juez::core::named! { Suit, "suit": Cups = "cups", Coins = "coins" }
///
/// assert_eq!(Suit::Cups.to_string(), "cups");
/// assert_eq!("coins".parse(), Ok(Suit::Coins));
/// let error = "coin".parse::<Suit>().unwrap_err();
/// assert_eq!(error, r#"no suit called "coin"; did you mean coins?; there are cups and coins"#);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal: $($value:ident = $name:literal),+ $(,)?) => {
        $crate::core::named! { $type: $($value = $name),+ }

        impl std::str::FromStr for $type {
            type Err = String;
            fn from_str(text: &str) -> Result<$type, String> {
                $crate::core::one_of($what, text, &[$(($name, $type::$value)),+])
            }
        }
    };
    ($type:ident: $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// The name that people and scripts read.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub use named;
