//! Size of the tables of a record, and the room beside them.

use ratatui::layout::Rect;

use crate::core::Drawing;

/// Columns between the table and what stands beside it.
const GAP_COLUMNS: u16 = 2;
/// Columns from which text beside the table reads well.
const MIN_PANEL_COLUMNS: u16 = 30;
/// Lines from which a panel in the corner of a table is of use.
const MIN_PANEL_LINES: u16 = 6;

/// The widest that each line of the tables gets. It only grows, so that nothing jumps to and fro
/// from one ply to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    widths: Vec<u16>,
}

/// Shape of the panel beside a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// The moves over what was said.
    Tall,
    /// The moves beside what was said.
    Wide,
}

/// Where the table is, and the panel if there is room for one.
pub(super) type Arrangement = (Rect, Option<(Rect, Shape)>);

impl Extent {
    /// Takes another table into account.
    pub fn take_in(&mut self, drawing: &Drawing) {
        self.widths.resize(self.widths.len().max(drawing.lines.len()), 0);
        for (line, width) in drawing.lines.iter().zip(&mut self.widths) {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            *width = (text.trim_end().chars().count() as u16).max(*width);
        }
    }

    /// Columns of the widest line.
    pub fn width(&self) -> u16 {
        self.widths.iter().copied().max().unwrap_or(0)
    }

    pub fn height(&self) -> u16 {
        self.widths.len() as u16
    }

    /// The table at the top left of `body`, and the panel where there is most room: to its right,
    /// in its lower right corner, or below it.
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
        // A line between the table and the panel, where there are enough.
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
