//! The two serialized forms of a value: the one that people read, and the one that is small.

/// Gives a type `Serialize` and `Deserialize` with two forms: `serde_forms!(Type as text, ..)` or
/// `serde_forms!(Type, ..)`.
///
/// Formats that people read (JSON: records, `view:data()`) show the text of `Display` and `FromStr`
/// or, without `as text`, what the type derives with `#[serde(remote = "Self")]`. Others (postcard)
/// hold the packed form, of the type named next: numbers in place of text, the bits of a set in
/// place of a list, no field left out. The first function packs a value, the second one gives the
/// value of a packed form or `None` if there is none.
///
/// Packed forms go from a program to itself, so unpacking checks only what costs next to nothing:
/// no number may lead to an index out of range. It does not ask whether play leads to such a value.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_forms {
    ($type:ident as text, $form:ty, $pack:expr, $unpack:expr $(,)?) => {
        $crate::serde_forms! {
            @ $type, $form, $pack, $unpack,
            |value, serializer| serializer.collect_str(value),
            |deserializer| {
                let text: std::borrow::Cow<'_, str> = serde::Deserialize::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
    ($type:ident, $form:ty, $pack:expr, $unpack:expr $(,)?) => {
        $crate::serde_forms! {
            @ $type, $form, $pack, $unpack,
            |value, serializer| $type::serialize(value, serializer),
            |deserializer| $type::deserialize(deserializer)
        }
    };
    (
        @ $type:ident, $form:ty, $pack:expr, $unpack:expr,
        |$value:ident, $serializer:ident| $write:expr, |$deserializer:ident| $read:expr
    ) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, $serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                if $serializer.is_human_readable() {
                    return $write;
                }
                let pack: fn(&$type) -> $form = $pack;
                serde::Serialize::serialize(&pack($value), $serializer)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(
                $deserializer: D,
            ) -> Result<$type, D::Error> {
                if $deserializer.is_human_readable() {
                    return $read;
                }
                let unpack: fn($form) -> Option<$type> = $unpack;
                let form = serde::Deserialize::deserialize($deserializer)?;
                let none = concat!("this is no packed ", stringify!($type));
                unpack(form).ok_or_else(|| serde::de::Error::custom(none))
            }
        }
    };
}
pub use serde_forms;
