//! A position of Quoridor as a diagram, with the coordinates of the Quoridor Text Protocol.

/// Squares along one side of the board.
const SIDE: usize = 9;
const STEP: usize = 4;

/// Draws the board with black's starting row on top: `B` and `W` are the pawns, `===` and `H`
/// walls. `pawns`, `walls` and `left` come from a view: squares and walls in juez notation, and the
/// walls in hand.
pub(super) fn diagram(pawns: &[String], walls: &[String], left: &[u64]) -> String {
    // Each row of the grid is one line of text: edges and squares in turn. Row 1 of juez is on top,
    // as row 9 of the protocol.
    let mut grid: Vec<Vec<char>> = (0..=2 * SIDE)
        .map(|line| {
            let (edge, inside) = if line % 2 == 0 { ('+', '-') } else { ('|', ' ') };
            (0..=SIDE * STEP).map(|at| if at % STEP == 0 { edge } else { inside }).collect()
        })
        .collect();
    for (pawn, sign) in pawns.iter().zip(['B', 'W']) {
        if let Some((file, row)) = square(pawn) {
            grid[2 * row + 1][STEP * file + STEP / 2] = sign;
        }
    }
    for wall in walls {
        let Some((file, row)) = square(wall) else { continue };
        let (line, at) = (2 * row + 2, STEP * (file + 1));
        if wall.ends_with('h') {
            grid[line][at - STEP + 1..at + STEP].fill('=');
        } else {
            (line - 1..=line + 1).for_each(|line| grid[line][at] = 'H');
        }
    }
    let files: String = ('A'..='I').map(|file| format!("{file:^STEP$}")).collect();
    let files = format!("   {}", files.trim_end());
    let mut lines = vec![String::new(), files.clone()];
    for (line, row) in grid.iter().enumerate() {
        let row: String = row.iter().collect();
        let number = SIDE - line / 2;
        lines.push(match line {
            line if line % 2 == 0 => format!("  {row}"),
            1 => format!("{number} {row} {number}  black walls: {}", left.first().unwrap_or(&0)),
            3 => format!("{number} {row} {number}  white walls: {}", left.get(1).unwrap_or(&0)),
            _ => format!("{number} {row} {number}"),
        });
    }
    lines.push(files);
    lines.join("\n")
}

/// Returns the file and row of the square at the start of a juez text, from 0.
fn square(text: &str) -> Option<(usize, usize)> {
    let [file @ b'a'..=b'i', row @ b'1'..=b'9', ..] = text.as_bytes() else { return None };
    Some(((file - b'a').into(), (row - b'1').into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_and_walls_are_where_the_protocol_has_them() {
        let text = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let shown = diagram(&text(&["e2", "i9"]), &text(&["a7h", "g8v"]), &[9, 10]);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], "    A   B   C   D   E   F   G   H   I");
        assert_eq!(lines[3], "9 |   |   |   |   |   |   |   |   |   | 9  black walls: 9");
        assert_eq!(lines[5], "8 |   |   |   |   | B |   |   |   |   | 8  white walls: 10");
        assert_eq!(lines[16], "  +=======+---+---+---+---+---+---+---+", "A3 horizontal");
        assert_eq!(lines[17], "2 |   |   |   |   |   |   |   H   |   | 2", "G2 vertical");
        assert_eq!(lines[18], "  +---+---+---+---+---+---+---H---+---+");
        assert_eq!(lines[19], "1 |   |   |   |   |   |   |   H   | W | 1");
        assert_eq!(lines.len(), 22);
    }
}
