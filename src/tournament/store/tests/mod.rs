//! The store from within: what the outside cannot provoke.
