//! Marks on a drawing: what a bot drew, over the table it saw, and its plots below.

use std::iter;
use unicode_width::UnicodeWidthChar;

use super::{Anchor, Colour, Drawing, Figure, Mark, Plot, Span, Tone};

/// The columns of every terminal.
const SCREEN: usize = 80;
/// Stands for a label of no text, and beside a marked place whose own text stays.
const STAR: char = '*';

/// A label that the drawing has no room for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place it belongs to.
    pub place: String,
    /// The text; empty for a mark without one.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
}

/// The text below or beside a drawing with marks: every label that cannot be read on it in full,
/// and the notes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    /// The labels, in the order of the marks.
    pub labels: Vec<Label>,
    /// The notes.
    pub notes: Vec<String>,
}

impl Legend {
    /// The legend in lines of at most `width` columns: `marks  e5 "3"  7S "keep"` and a
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
    /// The drawing with marks over its places, and the legend of what does not fit on it.
    ///
    /// A free place takes the label, cut to its size and centred. A place whose text must stay
    /// readable keeps it and gets a sign: a star beside it, or braces for its brackets. Of several
    /// marks at one place the last is drawn.
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

    /// The drawing with the values of curves below it: `plots  score 3.5  danger 2`.
    pub fn with_plots(mut self, plots: &[Plot]) -> Drawing {
        self.lines.extend(plot_lines(plots, SCREEN));
        self
    }

    /// The drawing with marks over its places and their legend below it.
    pub fn with_marks(&self, marks: &[Mark]) -> Drawing {
        let (mut drawing, legend) = self.overlaid(marks);
        drawing.lines.extend(legend.lines(SCREEN));
        drawing
    }
}

/// The values of curves in lines of at most `width` columns.
pub fn plot_lines(plots: &[Plot], width: usize) -> Vec<Vec<Span>> {
    let mut flow = Flow::new("plots", width);
    for plot in plots {
        flow.entry(&one_line(plot.name()), Tone::Strong, &format!(" {}", Figure(plot.value())));
    }
    flow.lines.lines
}

/// A text without line breaks and other control characters, which would move the cursor.
fn one_line(text: &str) -> String {
    let calm = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(calm).collect::<String>().trim().to_string()
}

fn columns_of(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

#[derive(Clone, Copy)]
struct Cell {
    /// `None` where the wide character before it stands.
    text: Option<char>,
    tone: Tone,
    /// The mark that wrote it.
    by: Option<usize>,
}

/// The cells that a mark has written.
struct Written {
    number: usize,
    /// True if the whole label is there.
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

    /// Writes a label into a free place, downwards where it is one column wide.
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

    /// Puts a sign beside a place whose own text stays; where.
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
            // A line of the grid beside it may go.
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

    /// Returns true if the whole label of a mark can be read on the drawing.
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

/// Words in lines under a title, broken at blanks.
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

    /// A name and what belongs to it, two blanks after the entry before or on a new line.
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

    /// Words; those that are longer than a line are cut into several.
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
