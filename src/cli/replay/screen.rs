//! Draws the state of the viewer.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::app::App;
use super::extent::{Arrangement, Extent, Shape};
use super::keys::{Binding, KEYS};
use super::panel;
use super::text::{self, style, styled};
use super::timeline::timeline;
use crate::cli::colours::seat_style;
use crate::cli::text::{BOLD, DIM, RED};
use juez_core::{Observer, Seat};

/// Column titles of the list of moves.
const COLUMNS: &str = "ply seat move";
/// Width of the list of moves next to the log.
const MOVES_COLUMNS: u16 = 30;
/// Minimum height of a panel.
const MIN_PANEL_LINES: u16 = 2;
/// Minimum panel height with titles.
const MIN_TITLED_LINES: u16 = 4;
/// Minimum panel heights with curves of one and of two lines.
const MIN_CURVE_LINES: u16 = 5;
const MIN_HIGH_CURVE_LINES: u16 = 9;
/// Minimum screen height with a line of players.
const MIN_HEADER_LINES: u16 = 12;

impl App {
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        let header = u16::from(area.height >= MIN_HEADER_LINES);
        let rows = [Constraint::Length(header), Constraint::Fill(1)];
        let [header, rest] = Layout::vertical(rows).areas(area);
        let rows = [Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)];
        let [body, bar, status] = Layout::vertical(rows).areas(rest);
        self.draw_header(frame, header);
        if self.log {
            self.draw_said(frame, body, true)
        } else {
            self.draw_body(frame, body, area)
        }
        frame.render_widget(timeline(&self.walk, self.moment().ply, bar.width), bar);
        spread(frame, self.status(), styled("? keys  q quit ", DIM), status);
        if self.help {
            draw_help(frame, area);
        }
    }

    fn draw_body(&self, frame: &mut Frame, body: Rect, area: Rect) {
        let drawing = &self.drawn.drawing;
        let (width, height) = (self.extent.width(), drawing.lines.len() as u16);
        let missing = height.saturating_sub(body.height);
        if body.width < width || missing > height / 2 {
            let needs = height + (area.height - body.height);
            let text = format!(
                "This table takes {width} columns and {needs} lines; the terminal has {} and {}.",
                area.width, area.height
            );
            let lines = text::wrap(&Line::raw(text), body.width);
            frame.render_widget(Text::from(lines), body);
            return;
        }
        let (table, panel) = self.arrange(body);
        let lines: Vec<Line> = drawing.lines.iter().map(|spans| text::line(spans)).collect();
        frame.render_widget(Text::from(lines), table);
        if missing > 0 && body.height > 0 {
            let last = Rect { y: body.bottom() - 1, height: 1, ..body };
            let text = format!(" ▾ {} more lines: a taller terminal shows them", missing + 1);
            frame.render_widget(Clear, last);
            frame.render_widget(Line::styled(text, style(DIM)), last);
        }
        let Some((panel, shape)) = panel else { return };
        let rest = table.height.saturating_sub(self.extent.height() + 1);
        let below = Rect { y: table.bottom() - rest, width: MOVES_COLUMNS, height: rest, ..table };
        let (moves, said) = match shape {
            Shape::Tall if rest > tall_moves(panel) && table.width >= MOVES_COLUMNS => {
                (below, panel)
            }
            // Moves above the log.
            Shape::Tall => {
                let rows = [Constraint::Length(tall_moves(panel)), Constraint::Fill(1)];
                Layout::vertical(rows).areas(panel).into()
            }
            // Moves and log side by side.
            Shape::Wide => {
                let columns =
                    [Constraint::Length(MOVES_COLUMNS), Constraint::Length(2), Constraint::Fill(1)];
                let [moves, _, said] = Layout::horizontal(columns).areas(panel);
                (moves, said)
            }
        };
        let with_titles = shape == Shape::Tall || panel.height >= MIN_TITLED_LINES;
        let moves = if with_titles { titled(frame, moves, "moves", COLUMNS) } else { moves };
        frame.render_widget(Text::from(panel::moves(self, moves.height)), moves);
        self.draw_said(frame, said, with_titles);
    }

    /// Returns the areas of table and panel. They stay the same from ply to ply, unless the match's
    /// largest table leaves no space for a panel and this one does.
    fn arrange(&self, body: Rect) -> Arrangement {
        let (table, panel) = self.extent.arrange(body);
        if panel.is_some_and(|(panel, _)| panel.height >= MIN_PANEL_LINES) {
            return (table, panel);
        }
        let mut own = Extent::default();
        own.take_in(&self.drawn.drawing);
        own.arrange(body)
    }

    fn draw_said(&self, frame: &mut Frame, area: Rect, with_title: bool) {
        let area = if with_title { self.draw_curves(frame, area) } else { area };
        let lines = panel::said(self, area.width);
        let height = usize::from(area.height.saturating_sub(u16::from(with_title)));
        let most = lines.len().saturating_sub(height);
        self.most_scroll.set(most);
        let from = self.scroll.min(most);
        let more = match (from > 0, most - from) {
            (false, 0) => String::new(),
            (true, 0) => "▴".to_string(),
            (up, below) => format!("{}▾ {below} more", if up { "▴ " } else { "" }),
        };
        let area = if with_title { titled(frame, area, &self.said_title(), &more) } else { area };
        frame.render_widget(Text::from_iter(lines.into_iter().skip(from)), area);
    }

    /// Draws curves of the selected seat, up to a third of the area. Returns the area left.
    fn draw_curves(&self, frame: &mut Frame, mut area: Rect) -> Rect {
        let rows = match area.height {
            0..MIN_CURVE_LINES => return area,
            MIN_CURVE_LINES..MIN_HIGH_CURVE_LINES => 1,
            _ => 2,
        };
        let most = usize::from(area.height / 3 / (rows + 1)).max(1);
        let (plies, here) = (self.walk.plies(), self.moment().ply);
        for curve in self.curves().iter().take(most) {
            let title = format!("{} of {}", curve.name, self.walk.name(curve.seat));
            let rest = titled(frame, area, &title, &curve.span());
            let chart = Rect { height: rows.min(rest.height), ..rest };
            frame.render_widget(curve.chart(plies, here, area.width, rows), chart);
            area = Rect { y: chart.bottom(), height: rest.height - chart.height, ..rest };
        }
        area
    }

    fn said_title(&self) -> String {
        let moment = self.moment();
        match moment.dealt {
            true if moment.ply == self.walk.plies() => "the end".to_string(),
            true => format!("ply {}", moment.ply),
            false => "between hands".to_string(),
        }
    }

    /// Draws the players and the name of the record.
    fn draw_header(&self, frame: &mut Frame, area: Rect) {
        let number = match self.records.len() {
            1 => self.file.clone(),
            all => format!("{}  {}/{all}", self.file, self.at + 1),
        };
        let title = self.walk.game.info().title;
        let mut spans = vec![styled(format!(" {title} "), BOLD)];
        for seat in Seat::all(self.walk.seats) {
            let text = format!("({seat}) {}", self.walk.name(seat));
            spans.extend([Span::raw("  "), styled(text, seat_style(seat))]);
        }
        spread(frame, Line::from(spans), styled(format!("{number} "), DIM), area);
    }

    fn status(&self) -> Line<'static> {
        if let Some(typed) = &self.typed {
            let text = format!(" go to ply {typed}▏");
            let hint = styled("   Enter goes, Esc stays", DIM);
            return Line::from(vec![styled(text, BOLD), hint]);
        }
        if !self.message.is_empty() {
            return Line::from(styled(format!(" {}", self.message), BOLD));
        }
        let sign = if self.playing { "▶" } else { "‖" };
        let observer = match self.observer {
            _ if !self.walk.game.info().hidden => "nothing is hidden".to_string(),
            Observer::Open => "all face up".to_string(),
            Observer::Public => "what lies face up".to_string(),
            Observer::Seat(seat) => format!("as seat {seat} sees it"),
        };
        let mut spans = vec![Span::raw(format!(" {sign} {}x   {observer}", self.speed))];
        if !self.marks {
            spans.push(Span::raw("   without marks"));
        }
        if let Some(wrong) = &self.walk.wrong {
            spans.push(styled(format!("   wrong at ply {}", wrong.ply), RED));
        }
        Line::from(spans)
    }
}

/// Returns the lines for moves above the log. The log gets most of the panel, but a few moves are
/// always in view.
fn tall_moves(panel: Rect) -> u16 {
    (panel.height * 2 / 5).max(3).min(panel.height)
}

/// Draws a line, and `right` at its end if both fit.
fn spread(frame: &mut Frame, left: Line<'_>, right: Span<'_>, area: Rect) {
    if left.width() + 2 + right.width() <= area.width.into() {
        frame.render_widget(Line::from(right).right_aligned(), area);
    }
    frame.render_widget(left, area);
}

/// Draws a rule with a title, and `end` at its end, on the first line of an area. Returns the rest
/// of the area.
fn titled(frame: &mut Frame, area: Rect, title: &str, end: &str) -> Rect {
    let rule = Rect { height: area.height.min(1), ..area };
    let line = "─".repeat(area.width.into());
    frame.render_widget(Line::styled(format!("─ {title} {line}"), style(DIM)), rule);
    if !end.is_empty() {
        // Covers the end of a title that is too long.
        let end = Line::styled(format!(" {end} ─"), style(DIM));
        frame.render_widget(end.right_aligned(), rule);
    }
    Rect { y: area.y + rule.height, height: area.height - rule.height, ..area }
}

fn draw_help(frame: &mut Frame, area: Rect) {
    let column = KEYS.iter().map(|binding| binding.shown.chars().count()).max().unwrap_or(0);
    let line = |binding: &Binding| {
        let keys = styled(format!(" {:<column$}  ", binding.shown), BOLD);
        Line::from(vec![keys, Span::raw(format!("{} ", binding.help))])
    };
    let lines: Vec<Line> = KEYS.iter().map(line).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
    let height = lines.len() as u16 + 2;
    let rect = area.centered(Constraint::Length(width), Constraint::Length(height));
    let block = Block::bordered().border_type(BorderType::Rounded).title(" keys ");
    frame.render_widget(Clear, rect);
    frame.render_widget(Paragraph::new(lines).block(block), rect);
}
