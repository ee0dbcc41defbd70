//! The referee, and games and players by name.
//!
//! | module | |
//! |---|---|
//! | `external` | programs in any language, over pipes and in real time |
//! | [`referee`] | the match loop, faults, replay |
//! | [`registry`] | games and players by name; types erased |

#[cfg(feature = "programs")]
pub mod external;
pub mod referee;
pub mod registry;
