//! Parameters of pruning, reductions and windows.

/// Parameters of a search. The defaults were tuned on Quoridor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Late move reduction: factor in hundredths of log2(depth) times log2(move number); 0 to
    /// disable.
    pub late_move_reduction: i32,
    /// Number of moves searched at full depth before late move reductions.
    pub full_depth_moves: usize,
    /// Half the width of the aspiration window; 0 to disable.
    pub aspiration_window: i32,
    /// Minimum depth of nodes that use the transposition table.
    pub table_min_depth: i32,
    /// Minimum depth for internal iterative reduction: a node without a table move is searched one
    /// ply less. 0 to disable.
    pub iir_min_depth: i32,
    /// Score of a repetition for the side to move at the root.
    pub repetition_score: i32,
}

impl Settings {
    /// Plain alpha-beta with the result of minimax.
    pub const PLAIN: Settings = Settings {
        late_move_reduction: 0,
        full_depth_moves: 0,
        aspiration_window: 0,
        table_min_depth: 2,
        iir_min_depth: 0,
        repetition_score: 0,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            late_move_reduction: 55,
            full_depth_moves: 3,
            aspiration_window: 60,
            table_min_depth: 2,
            iir_min_depth: 4,
            repetition_score: 0,
        }
    }
}
