//! `juez class` as browsers and other programs meet it: the real binary, asked over a socket.
//!
//! | file | what it is about |
//! |---|---|
//! | `site` | the binary on a free port, with its codes; a person with a cookie |
//! | `joining` | one name for one browser and one address, and who waits for the teacher |
//! | `people` | joining, coming back, what the teacher does |
//! | `bots` | drafts, versions, running, asking, checking |
//! | `privacy` | what others see of a person's bots and matches |
//! | `sharing` | classmates' bots can be played and not read |
//! | `attacks` | what is refused, and that the teacher sees it |
//! | `lasting` | that nothing is lost: kills, copies |
//! | `submit` | bots from a person's own machine |

mod attacks;
mod bots;
mod joining;
mod lasting;
mod people;
mod privacy;
mod sharing;
mod site;
mod submit;
