//! TypeScript types that differ from derived ones.

use juez_core::written_as;

use crate::cards::{Card, Cards, French, Italian, Spanish};
use crate::{dominoes, durak, quoridor, tute};

written_as! {
    [] French => String::name, u8;
    [] Italian => String::name, u8;
    [] Spanish => String::name, u8;
    [C: Card + 'static] Cards<C> => Vec::<String>::name, u8;
    [] tute::Trick => tute::WrittenTrick::name, tute::WrittenTrick;
    [] dominoes::Tile => String::name, u8;
    [] dominoes::Signal => String::name, u8;
    [] dominoes::Numbers => Vec::<u8>::name, u8;
    [] dominoes::Chain => Vec::<dominoes::Placed>::name, dominoes::Placed;
    [] durak::Table => Vec::<durak::Pair>::name, durak::Pair;
    [] quoridor::Square => String::name, u8;
    [] quoridor::Wall => String::name, u8;
}
