//! A bot's marks drawn over the table, and its plots below.

use std::iter;
use unicode_width::UnicodeWidthChar;

use super::{Anchor, Colour, Drawing, Figure, Mark, Plot, Span, Tone};

/// Assumed width of a terminal in columns.
const SCREEN: usize = 80;
/// The sign of a mark without a label, also put next to a place that keeps its text.
const STAR: char = '*';

/// A label that does not fit on the drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place it belongs to.
    pub place: String,
    /// The text; empty for a mark without one.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
}

/// The text below or next to a drawing with marks: labels that it does not show in full, and notes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    /// The labels, in the order of the marks.
    pub labels: Vec<Label>,
    /// The notes.
    pub notes: Vec<String>,
}

impl Legend {
    /// Formats the legend in lines of at most `width` columns: `marks  e5 "3"  7S "keep"` and a
    /// `note   ...` for each note.
    pub fn lines(&self, width: usize) -> Vec<Vec<Span>> {
        let mut marks = Flow::new("marks", width);
        for Label { place, text, colour } in &self.labels {
            let place = if place.is_empty() { "nowhere" } else { place };
            // The blank before the label has no colour.
            let quoted = if text.is_empty() { String::new() } else { format!(" \"{text}\"") };
            marks.entry(place, Tone::Mark(*colour), &quoted);
        }
        let notes = self.notes.iter().map(|note| {
            let mut flow = Flow::new("note", width);
            flow.words(Tone::Plain, note);
            flow
        });
        iter::once(marks).chain(notes).flat_map(|flow| flow.lines.lines).collect()
    }
}

impl Drawing {
    /// Draws marks over their places. Returns the drawing and the legend of everything that does
    /// not fit on it.
    ///
    /// A free place takes the label, cut to its size and centred. Other places keep their text and
    /// get a sign: a star next to it, or braces for its brackets. If a place has several marks, the
    /// last is drawn.
    pub fn overlaid(&self, marks: &[Mark]) -> (Drawing, Legend) {
        let mut canvas = Canvas::new(self);
        let mut legend = Legend::default();
        let mut labels: Vec<Label> = Vec::new();
        for mark in marks {
            let text = one_line(&mark.label);
            match &mark.place {
                None => legend.notes.push(text),
                Some(place) => {
                    let (place, colour) = (one_line(place), Colour::of(mark.colour.as_deref()));
                    labels.push(Label { place, text, colour });
                }
            }
        }
        let others_at = |place: &str, from: usize| {
            labels.iter().skip(from).filter(|label| label.place == place).count()
        };
        for (number, label) in labels.iter().enumerate() {
            let last = others_at(&label.place, number + 1) == 0;
            for anchor in self.anchors.iter().filter(|anchor| last && anchor.place == label.place) {
                canvas.mark(number, anchor, label);
            }
        }
        for (number, label) in labels.iter().enumerate() {
            let alone = others_at(&label.place, 0) == 1;
            let all_said = alone && canvas.readable(number);
            if !all_said && !legend.labels.contains(label) {
                legend.labels.push(label.clone());
            }
        }
        (canvas.drawing(self.anchors.clone()), legend)
    }

    /// Appends the values of curves below: `plots  score 3.5  danger 2`.
    pub fn with_plots(mut self, plots: &[Plot]) -> Drawing {
        self.lines.extend(plot_lines(plots, SCREEN));
        self
    }

    /// Draws marks over their places, with the legend below.
    pub fn with_marks(&self, marks: &[Mark]) -> Drawing {
        let (mut drawing, legend) = self.overlaid(marks);
        drawing.lines.extend(legend.lines(SCREEN));
        drawing
    }
}

/// Formats the values of curves in lines of at most `width` columns.
pub fn plot_lines(plots: &[Plot], width: usize) -> Vec<Vec<Span>> {
    let mut flow = Flow::new("plots", width);
    for plot in plots {
        flow.entry(&one_line(plot.name()), Tone::Strong, &format!(" {}", Figure(plot.value())));
    }
    flow.lines.lines
}

/// Replaces line breaks and other control characters, which would move the cursor.
fn one_line(text: &str) -> String {
    let calm = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(calm).collect::<String>().trim().to_string()
}

fn columns_of(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

#[derive(Clone, Copy)]
struct Cell {
    /// `None` if the wide character before it covers this cell.
    text: Option<char>,
    tone: Tone,
    /// The number of the mark that wrote it.
    by: Option<usize>,
}

/// The cells that a mark has written.
struct Written {
    number: usize,
    /// True if the whole label fits.
    whole: bool,
    cells: Vec<(usize, usize)>,
}

/// A drawing, character by character.
struct Canvas {
    lines: Vec<Vec<Cell>>,
    written: Vec<Written>,
}

impl Canvas {
    fn new(drawing: &Drawing) -> Canvas {
        let cells = |line: &Vec<Span>| {
            let chars = line.iter().flat_map(|span| span.text.chars().map(|c| (c, span.tone)));
            chars.map(|(c, tone)| Cell { text: Some(c), tone, by: None }).collect()
        };
        Canvas { lines: drawing.lines.iter().map(cells).collect(), written: Vec::new() }
    }

    /// Draws one mark at one place.
    fn mark(&mut self, number: usize, anchor: &Anchor, label: &Label) {
        let Anchor { line, column, width, height, free, .. } = *anchor;
        let tone = Tone::Mark(label.colour);
        for cells in self.lines.iter_mut().skip(line).take(height) {
            cells.iter_mut().skip(column).take(width).for_each(|cell| cell.tone = tone);
        }
        let written = if free {
            self.write(number, anchor, &label.text)
        } else {
            let cells = self.sign(number, anchor, tone).into_iter().collect();
            Written { number, whole: label.text.is_empty(), cells }
        };
        self.written.push(written);
    }

    /// Writes a label into a free place, downwards if the place is one column wide.
    fn write(&mut self, number: usize, anchor: &Anchor, label: &str) -> Written {
        let Anchor { line, column, width, height, .. } = *anchor;
        let down = width == 1 && height > 1;
        let room = if down { height } else { width };
        let label = if label.is_empty() { String::from(STAR) } else { label.to_string() };
        let mut whole = true;
        let (mut text, mut taken) = (Vec::new(), 0);
        for c in label.chars() {
            match c.width().unwrap_or(0) {
                0 => continue,
                wide if taken + wide > room || (down && wide > 1) => {
                    whole = false;
                    break;
                }
                wide => {
                    taken += wide;
                    text.push(Some(c));
                    text.extend(vec![None; wide - 1]);
                }
            }
        }
        let before = (room - taken) / 2;
        let middle = line + (height - 1) / 2;
        let mut cells = Vec::new();
        for (i, c) in text.into_iter().enumerate() {
            let at = if down { (line + before + i, column) } else { (middle, column + before + i) };
            match self.cell(at) {
                Some(cell) => {
                    (cell.text, cell.by) = (c, Some(number));
                    cells.push(at);
                }
                None => whole = false,
            }
        }
        Written { number, whole, cells }
    }

    /// Puts a sign next to a place that keeps its text. Returns the sign's position.
    fn sign(&mut self, number: usize, anchor: &Anchor, tone: Tone) -> Option<(usize, usize)> {
        let Anchor { line, column, width, .. } = *anchor;
        let after = (line, column + width);
        let before = column.checked_sub(1).map(|column| (line, column));
        let length = self.lines.get(line)?.len();
        if after.1 == length && length < SCREEN {
            let blank = Cell { text: Some(' '), tone, by: None };
            self.lines[line].push(blank);
        }
        let sides = [Some(after), before];
        let text = |canvas: &mut Canvas, at: Option<(usize, usize)>| {
            canvas.cell(at?).filter(|cell| cell.by.is_none()).and_then(|cell| cell.text)
        };
        let around = (text(self, before), text(self, Some(after)));
        if matches!(around, (Some('['), Some(']')) | (Some('<'), Some('>'))) {
            self.set(number, before?, '{');
            self.set(number, after, '}');
            return before;
        }
        let blank = sides.into_iter().find(|&at| text(self, at) == Some(' '));
        let at = blank.or_else(|| {
            // The sign can replace a line of the grid next to the place.
            let grid = |c: char| "│┃".contains(c);
            sides.into_iter().find(|&at| text(self, at).is_some_and(grid))
        })??;
        self.set(number, at, STAR);
        Some(at)
    }

    fn cell(&mut self, (line, column): (usize, usize)) -> Option<&mut Cell> {
        self.lines.get_mut(line)?.get_mut(column)
    }

    fn set(&mut self, number: usize, at: (usize, usize), c: char) {
        if let Some(cell) = self.cell(at) {
            (cell.text, cell.by) = (Some(c), Some(number));
        }
    }

    /// Returns true if the drawing shows the whole label of a mark.
    fn readable(&self, number: usize) -> bool {
        let own = |&(line, column): &(usize, usize)| self.lines[line][column].by == Some(number);
        let mut written = self.written.iter().filter(|written| written.number == number);
        written.any(|Written { whole, cells, .. }| {
            *whole && !cells.is_empty() && cells.iter().all(own)
        })
    }

    fn drawing(self, anchors: Vec<Anchor>) -> Drawing {
        let mut drawing = Drawing { lines: Vec::new(), anchors };
        for cells in self.lines {
            drawing.line();
            for cell in cells {
                if let Some(c) = cell.text {
                    drawing.put(cell.tone, c);
                }
            }
        }
        drawing
    }
}

/// Lines of words after a title, broken at blanks.
struct Flow {
    title: &'static str,
    width: usize,
    lines: Drawing,
    column: usize,
}

impl Flow {
    const INDENT: usize = 7;

    fn new(title: &'static str, width: usize) -> Flow {
        Flow { title, width: width.max(Flow::INDENT + 8), lines: Drawing::new(), column: 0 }
    }

    fn begin(&mut self) {
        let title = if self.lines.lines.is_empty() { self.title } else { "" };
        let indent = Flow::INDENT;
        self.lines.line().put(Tone::Dim, format!("{title:indent$}"));
        self.column = Flow::INDENT;
    }

    /// Appends a name and its text, two blanks after the previous entry or on a new line.
    fn entry(&mut self, name: &str, tone: Tone, text: &str) {
        let columns = columns_of(name) + columns_of(text);
        if self.column == 0 || self.column + 2 + columns > self.width {
            self.begin();
        } else {
            self.lines.put(Tone::Plain, "  ");
            self.column += 2;
        }
        self.words(Tone::Plain, name);
        self.words(tone, text);
    }

    /// Appends words; splits those longer than a line.
    fn words(&mut self, tone: Tone, text: &str) {
        if self.column == 0 {
            self.begin();
        }
        for (i, word) in text.split(' ').enumerate() {
            let blank = usize::from(i > 0 && self.column > Flow::INDENT);
            if self.column + blank + columns_of(word) > self.width && self.column > Flow::INDENT {
                self.begin();
            } else if blank == 1 {
                self.lines.put(Tone::Plain, " ");
                self.column += 1;
            }
            for c in word.chars() {
                let wide = c.width().unwrap_or(0);
                if self.column + wide > self.width {
                    self.begin();
                }
                self.lines.put(tone, c);
                self.column += wide;
            }
        }
    }
}
