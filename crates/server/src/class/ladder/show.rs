//! Boards are made when they are due.

use std::time::Instant;

use super::board::board;
use super::task::{Shared, Task};
use super::wire::LadderDoing;
use crate::class::boards::next_due;
use crate::error::Result;
use juez_lobby::Lobby;

/// When the next board of a game is due.
pub(super) struct BoardTime {
    game: String,
    due: Instant,
    /// Matches, players and benched versions of the last board.
    content: (usize, Vec<u32>, usize),
    /// True after a change of names or of people.
    pub is_stale: bool,
}

impl Task {
    /// Shows the board of a game, unless it is too early or nothing has changed. `now` shows a change
    /// at once.
    pub fn show(
        &mut self,
        lobby: &Lobby,
        game: &Shared,
        doing: LadderDoing,
        now: bool,
    ) -> Result<()> {
        let mut own = game.lock();
        let id = own.rules.game.clone();
        let content = (
            own.history.len(),
            own.contenders.iter().map(|one| one.player).collect::<Vec<_>>(),
            own.broken.len(),
        );
        let known = self.boards.iter().position(|board| board.game == id);
        if let Some(board) = known.map(|at| &self.boards[at]) {
            let is_early = Instant::now() < board.due && !now;
            if is_early || (board.content == content && !board.is_stale) {
                drop(own);
                self.ladder.show_doing(&id, &doing);
                return Ok(());
            }
        }
        let begun = Instant::now();
        let shown = board(&mut own, &self.ladder.class, &lobby.ladder(), doing)?;
        drop(own);
        self.ladder.show(shown);
        let time = BoardTime { game: id, due: next_due(begun), content, is_stale: false };
        match known {
            Some(at) => self.boards[at] = time,
            None => self.boards.push(time),
        }
        Ok(())
    }
}
