//! TypeScript types that differ from derived ones.

use ts_rs::TS;

use crate::{PerSeat, Plot, Seat, SeatSet, Team};

/// Declares the TypeScript type of types with their own serialized form:
/// `[generics] type => text, like;`. `text` returns its name, and `like` is a type that it depends
/// on.
#[doc(hidden)]
#[macro_export]
macro_rules! written_as {
    ($([$($generics:tt)*] $type:ty => $text:expr, $like:ty;)+) => {
        $(impl<$($generics)*> ts_rs::TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;
            fn name(config: &ts_rs::Config) -> String {
                let text: fn(&ts_rs::Config) -> String = $text;
                text(config)
            }
            fn inline(config: &ts_rs::Config) -> String {
                <Self as ts_rs::TS>::name(config)
            }
            fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor)
            where
                Self: 'static,
            {
                visitor.visit::<$like>();
            }
            fn visit_generics(visitor: &mut impl ts_rs::TypeVisitor)
            where
                Self: 'static,
            {
                visitor.visit::<$like>();
            }
        })+
    };
}

written_as! {
    [] Seat => u8::name, u8;
    [] Team => u8::name, u8;
    [] Plot => <(String, f64)>::name, f64;
    [] SeatSet => Vec::<u8>::name, u8;
    [T: TS + 'static] PerSeat<T> => Vec::<T>::name, T;
}
