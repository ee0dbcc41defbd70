//! The ladder gives way to people.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

use super::at_work::AtWork;
use super::play::{Ended, GiveWay, play};
use super::state::Ladder;
use super::wire::{LadderBoard, LadderDay, LadderDoing};
use juez_class::Class;
use juez_core::Seed;
use juez_lobby::{Lobby, LobbyOptions};
use juez_match::registry::{MatchSetup, PlayerSpec, game};
use juez_pool::Isolation;

struct Site {
    ladder: Ladder,
    lobby: Arc<Lobby>,
    at_work: AtWork,
    /// False once the match must not continue.
    goes_on: AtomicBool,
    _folder: TempDir,
}

impl Site {
    fn new() -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        let (class, _) = Class::open(folder.path()).expect("a class");
        let at_work = AtWork::default();
        let ladder = Ladder::new(Arc::new(class), at_work.clone());
        ladder.show(LadderBoard {
            game: "quoridor".to_string(),
            doing: playing(),
            day: LadderDay { day: 0, hash: String::new(), seed: None },
            before: None,
            rows: Vec::new(),
            matches: 0,
            an_hour: 0,
            left_out: None,
            enough: 0,
        });
        let lobby = Lobby::open(LobbyOptions::default()).expect("a lobby in memory");
        Site { ladder, lobby, at_work, goes_on: AtomicBool::new(true), _folder: folder }
    }

    fn doing(&self) -> LadderDoing {
        self.ladder.boards.board("quoridor").expect("a board").doing
    }

    /// Plays a match of built-in bots, with pauses of at most this length.
    fn play(&self, longest: Duration) -> Ended {
        let game = game("quoridor").expect("a game");
        let bot = PlayerSpec::built_in("random", game).expect("a bot");
        let seed = Some(Seed::from(1));
        let setup = MatchSetup { seed, ..MatchSetup::new(vec![bot.clone(), bot]) };
        let (lobby, doing) = (Arc::downgrade(&self.lobby), playing());
        let mut goes_on = || self.goes_on.load(Ordering::SeqCst);
        let mut way = GiveWay::new((&self.ladder, &lobby), "quoridor", &doing, &mut goes_on);
        way.longest = longest;
        play(way, &Isolation::Thread, game, &setup)
    }

    /// Plays a match while the server works for a person, until the ladder shows that it waits;
    /// then `meanwhile` happens. Returns the end of the match.
    fn paused(&self, meanwhile: impl FnOnce()) -> Ended {
        thread::scope(|scope| {
            let playing = scope.spawn(|| self.play(Duration::MAX));
            while self.doing() != LadderDoing::Waits {
                assert!(!playing.is_finished(), "a match is played while the server works");
                thread::yield_now();
            }
            assert!(!playing.is_finished());
            meanwhile();
            playing.join().expect("no panic")
        })
    }
}

fn playing() -> LadderDoing {
    LadderDoing::Plays { names: vec!["random".to_string(); 2], bots: Vec::new() }
}

#[test]
fn a_match_waits_as_long_as_the_server_works_for_a_person_and_then_continues() {
    let site = Site::new();
    let working = [site.at_work.begin(), site.at_work.begin()];
    let [first, last] = working;
    drop(first);
    let ended = site.paused(|| drop(last));
    assert!(matches!(ended, Ended::Played(_)), "it waits for the last one, and no longer");
    assert_eq!(site.doing(), playing());
}

#[test]
fn a_match_that_waits_ends_with_the_ladder_and_with_the_lobby() {
    let site = Site::new();
    let _working = site.at_work.begin();
    assert!(matches!(site.paused(|| site.ladder.close()), Ended::Stopped));
    let site = Site::new();
    let _working = site.at_work.begin();
    assert!(matches!(site.paused(|| site.lobby.close()), Ended::Stopped));
}

#[test]
fn a_match_whose_version_is_taken_off_the_ladder_is_left_at_once() {
    let site = Site::new();
    let _working = site.at_work.begin();
    let leave = || site.goes_on.store(false, Ordering::SeqCst);
    assert!(matches!(site.paused(leave), Ended::Stopped));
}

#[test]
fn a_board_without_the_row_of_a_bot_does_not_name_its_match() {
    let site = Site::new();
    let gone = LadderDoing::Plays { names: vec!["Talker".to_string()], bots: vec![7] };
    site.ladder.show_doing("quoridor", &gone);
    assert_eq!(site.doing(), LadderDoing::Queues);
}

#[test]
fn slow_work_for_people_does_not_stop_the_ladder_for_ever() {
    let site = Site::new();
    let _working = site.at_work.begin();
    assert!(matches!(site.play(Duration::ZERO), Ended::Played(_)), "each move is made in the end");
}
