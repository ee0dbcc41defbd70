//! The lobby through its interface to pages: people sit down, play, leave and come back.

mod access;
mod adaptive;
mod adopting;
mod archive;
mod branching;
mod common;
mod folder;
mod lasting;
mod listing;
mod matches;
mod notes;
mod pace;
mod playing;
mod resuming;
mod reviews;
mod room;
mod sitting;
