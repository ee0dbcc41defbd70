//! The size of a record's tables, and the space left for the panel.

use ratatui::layout::Rect;

use juez_core::Drawing;

/// Columns between the table and the panel.
const GAP_COLUMNS: u16 = 2;
/// Minimum width of a panel next to the table.
const MIN_PANEL_COLUMNS: u16 = 30;
/// Minimum height of a panel in a corner of the table.
const MIN_PANEL_LINES: u16 = 6;

/// Maximum width of each line of the tables. It only grows, so that the layout does not jump
/// between plies.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    widths: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Moves above, the log below.
    Tall,
    /// Moves and log side by side.
    Wide,
}

/// The table's area, and the panel's if there is space.
pub(super) type Arrangement = (Rect, Option<(Rect, Shape)>);

impl Extent {
    /// Grows to fit another table.
    pub fn take_in(&mut self, drawing: &Drawing) {
        self.widths.resize(self.widths.len().max(drawing.lines.len()), 0);
        for (line, width) in drawing.lines.iter().zip(&mut self.widths) {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            *width = (text.trim_end().chars().count() as u16).max(*width);
        }
    }

    /// Returns the width of the widest line in columns.
    pub fn width(&self) -> u16 {
        self.widths.iter().copied().max().unwrap_or(0)
    }

    pub fn height(&self) -> u16 {
        self.widths.len() as u16
    }

    /// Puts the table at the top left of `body`, and the panel where it gets the most space: to the
    /// right, in the lower right corner, or below.
    pub fn arrange(&self, body: Rect) -> Arrangement {
        let (width, height) = (self.width(), self.height());
        if body.width >= width + GAP_COLUMNS + MIN_PANEL_COLUMNS {
            let table = Rect { width: width + GAP_COLUMNS, ..body };
            let panel = Rect { x: table.right(), width: body.width - table.width, ..body };
            return (table, Some((panel, Shape::Tall)));
        }
        let area = |rect: &Rect| u32::from(rect.width) * u32::from(rect.height);
        let corner = (0..height.min(body.height))
            .map(|row| {
                let left = self.widths[usize::from(row)..].iter().max().unwrap_or(&0) + GAP_COLUMNS;
                let (width, height) = (body.width.saturating_sub(left), body.height - row);
                Rect { x: body.x + left.min(body.width), y: body.y + row, width, height }
            })
            .filter(|rect| rect.width >= MIN_PANEL_COLUMNS && rect.height >= MIN_PANEL_LINES)
            .max_by_key(area);
        let rest = body.height.saturating_sub(height);
        // A blank line separates table and panel if there is space.
        let gap = u16::from(rest > MIN_PANEL_LINES);
        let below = Rect { y: body.y + body.height - rest + gap, height: rest - gap, ..body };
        let table = Rect { height: body.height - rest, ..body };
        let panel = match corner {
            Some(corner) if area(&corner) > area(&below) => Some((corner, Shape::Tall)),
            _ if below.height > 0 => Some((below, Shape::Wide)),
            _ => None,
        };
        (table, panel)
    }
}
