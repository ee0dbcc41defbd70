//! `juez class` as browsers and other programs meet it: runs the real binary and talks to it over a
//! socket.
//!
//! | file | content |
//! |---|---|
//! | `site` | the binary on a free port, with its codes; a person with a cookie |
//! | `joining` | one name for each browser and address; further names wait for the teacher |
//! | `people` | joining, coming back, the teacher's actions |
//! | `bots` | drafts, versions, running, asking, checking |
//! | `privacy` | the parts of a person's bots and matches that others see |
//! | `readers` | who reads what, by the table for teachers |
//! | `reviews` | drafts asked again, costs of decisions, positions put to all |
//! | `sharing` | classmates' bots can be played and not read |
//! | `attacks` | refused requests, and the teacher's view of them |
//! | `ladder` | the ladder, its kills and its secrets |
//! | `lasting` | nothing is lost: kills and copies |
//! | `tournaments` | tournaments on the page, and on the command line after it |
//! | `submit` | bots from a person's own machine |

mod attacks;
mod bots;
mod joining;
mod ladder;
mod lasting;
mod people;
mod privacy;
mod readers;
mod reviews;
mod sharing;
mod site;
mod submit;
mod tournaments;
