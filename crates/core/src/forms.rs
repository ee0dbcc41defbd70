//! Two serialized forms of a value: readable and compact.

/// Implements `Serialize` and `Deserialize` in two forms: `serde_forms!(Type as text, ..)` or
/// `serde_forms!(Type, ..)`.
///
/// With `as text`, a value with a packed form of at most 16 bits is a [`NumberedText`](super::NumberedText).
///
/// Human-readable formats (JSON: records, `view:data()`) use `Display` and `FromStr` or, without
/// `as text`, the implementation derived with `#[serde(remote = "Self")]`. Other formats (postcard)
/// use the packed form, a value of the next type: numbers instead of text, bits instead of a list,
/// no field omitted. The first function packs a value. The second unpacks it; `None` rejects the
/// packed form.
///
/// A program sends packed forms only to itself, so unpacking makes only checks that cost next to
/// nothing: no number can lead to an index out of range. It does not check whether play can reach
/// the value.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_forms {
    ($type:ident as text, $form:ty, $pack:expr, $unpack:expr $(,)?) => {
        impl $crate::AsText for $type {
            #[inline]
            fn numbered(&self) -> Option<$crate::NumberedText> {
                static VOCABULARY: $crate::Vocabulary = $crate::Vocabulary::new(|number, out| {
                    let unpack: fn($form) -> Option<$type> = $unpack;
                    unpack(number as $form).map_or(Ok(()), |value| write!(out, "{value}"))
                });
                // Larger forms are sets, which have too many values.
                if size_of::<$form>() > size_of::<u16>() {
                    return None;
                }
                let pack: fn(&$type) -> $form = $pack;
                Some($crate::NumberedText { vocabulary: &VOCABULARY, number: pack(self) as u16 })
            }
        }
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
                let none = concat!("this is not a packed ", stringify!($type));
                unpack(form).ok_or_else(|| serde::de::Error::custom(none))
            }
        }
    };
}
