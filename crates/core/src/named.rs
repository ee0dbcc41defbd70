//! Enums whose values have names.

/// Implements `name` and `Display` for a `Copy` enum, from one name per value.
///
/// A literal after the type adds `FromStr`; its error uses the literal as the noun for such values.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Suit { Cups, Coins }
/// juez_core::named! { Suit, "suit": Cups = "cups", Coins = "coins" }
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
        $crate::named! { $type: $($value = $name),+ }

        impl std::str::FromStr for $type {
            type Err = String;
            fn from_str(text: &str) -> Result<$type, String> {
                $crate::one_of($what, text, &[$(($name, $type::$value)),+])
            }
        }
    };
    ($type:ident: $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// Returns the name that people and scripts read.
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
