//! The `juez` command as people and programs use it: the real binary, each time in a temporary
//! folder.
//!
//! | file | content |
//! |---|---|
//! | `folder` | runs the binary and shows everything it said when a test fails |
//! | `listings` | `games`, `bots`, `rules`, `doctor`, `bench`, `completions` |
//! | `new` | `new`: first bots and editor files |
//! | `play` | `play` and its options |
//! | `plain_words` | small things that a message says plainly |
//! | `plots` | curves that bots draw |
//! | `prompt` | one text that suffices to write a bot |
//! | `prints` | prints of a bot: before a fault, outside of its moves, and too many |
//! | `records` | records written, verified, played again, continued |
//! | `features` | recorded decisions as arrays for programs that learn |
//! | `rerun` | records of any kind played again, and records that were changed |
//! | `replay` | recorded matches walked through, as text, and the times of bots |
//! | `machine` | the interfaces for programs: `legal`, `verify --json`, `perft`, exit codes, pipes |
//! | `bad_input` | input that is refused, and how |
//! | `beginners` | the sentence that a beginner reads for each mistake |
//! | `files` | files that are not a file of a bot, not text or too long |
//! | `fault_cards` | the fault card of each kind of fault, as students see it |
//! | `debug` | `debug`, which asks a bot again |
//! | `human` | a person who plays |
//! | `isolation` | the same matches in workers |
//! | `chance` | seeds of contests: hidden, shown, short, known |
//! | `check` | `check`, which judges a bot |
//! | `cases` | `test`, which asks a bot at positions |
//! | `compare` | `compare`, which finds the stronger of two bots |
//! | `criteria` | pass criteria in every format |
//! | `evidence` | matches that repeat each other |
//! | `class` | a class: submissions, list, grade sheet |
//! | `languages` | records and tournaments of another version of the script languages |
//! | `names` | names that bots get, or do not get |
//! | `learn` | weights from lost matches |
//! | `levels` | levels of bots, and an opponent that follows a person |
//! | `review` | reviews of recorded matches |
//! | `review_series` | a series of a bot, and what costs it points in its losses |
//! | `cards` | games with deals: hands made by hand, signals, the fallo, partners |
//! | `several_files` | bots of several files |
//! | `similar` | bots that are alike |
//! | `stages` | tournaments seeded by the standings of earlier ones |
//! | `tampered` | records with one thing changed |
//! | `terminal` | texts of bots, records and files that would steer a terminal |
//! | `tournament` | tournaments as they are requested, announced, interrupted and continued |
//! | `watch` | bots saved while juez watches |
//! | `watch_reviews` | the worst decisions of a version, asked again after a save |
//! | `watch_live` | matches in which saved bots take over |
//! | `watch_versions` | earlier versions as opponents, versions saved over, their lint |
//! | `watching` | a running `juez watch` |
//! | `widths` | texts as wide as the terminal |

mod bad_input;
mod beginners;
mod cards;
mod cases;
mod chance;
mod check;
mod class;
mod compare;
mod criteria;
mod debug;
mod evidence;
mod fault_cards;
mod features;
mod files;
pub mod folder;
mod human;
mod isolation;
mod ladder;
mod languages;
mod learn;
mod levels;
mod listings;
mod machine;
mod names;
mod new;
mod plain_words;
mod play;
mod plots;
mod prints;
mod prompt;
mod records;
mod replay;
mod rerun;
mod review;
mod review_series;
mod several_files;
mod similar;
mod stages;
mod tampered;
#[cfg(target_os = "linux")] // others have terminals of their own
mod terminal;
mod tournament;
mod watch;
mod watch_live;
mod watch_reviews;
mod watch_versions;
mod watching;
mod widths;
