//! Tests of the searches against brute force on small random trees.

mod alpha_beta;
mod best_first;
mod best_reply;
mod hidden;
mod hidden_games;
mod max_n;
mod paranoid;
mod random_seats;
mod random_tree;
mod score;
mod small_games;
mod table;
