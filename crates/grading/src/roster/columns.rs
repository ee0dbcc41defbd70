//! The columns that a roster can have, and its field delimiter.

use unicode_normalization::UnicodeNormalization;

use super::error::RosterFault;
use super::sheet::{self, DELIMITERS, SheetLine};
use juez_core::nearest;

/// Names of the column of students.
pub(super) const STUDENT: [&str; 2] = ["student", "name"];
/// Names of that column in school exports.
const WHOLE: [&str; 10] = [
    "full name",
    "nombre completo",
    "nome completo",
    "nom complet",
    "vollständiger name",
    "alumno",
    "alumna",
    "studente",
    "nombre",
    "nome",
];
/// Names that a column of first names and a column of last names have together.
const PARTS: [(&str, &str); 15] = [
    ("first name", "last name"),
    ("first name", "surname"),
    ("firstname", "lastname"),
    ("given name", "family name"),
    ("name", "surname"),
    ("nombre", "apellidos"),
    ("nombre", "apellido(s)"),
    ("nombre", "apellido"),
    ("vorname", "nachname"),
    ("vorname", "name"),
    ("nome", "cognome"),
    ("nome", "apelido(s)"),
    ("nome", "sobrenome"),
    ("prénom", "nom"),
    ("nom", "cognoms"),
];
/// Names of the column of bots.
pub(super) const BOT: [&str; 2] = ["bot", "file"];

/// Maximum lines above the header, not counting blank ones.
const MAX_TITLE: usize = 5;
/// Number of lines searched for the header.
const FIRST: usize = 20;
/// Texts in the name column of rows that platforms add.
const NO_STUDENT: [&str; 6] =
    ["points possible", "points", "date", "average", "class average", "overall average"];

/// Returns true for a row that a platform adds and that is not a student: one without a name or an
/// id; one with points possible, dates or averages in the name column; or the test student of
/// Canvas. `has_ids`: the list has ids; `id`: the id of this row.
pub(super) fn is_no_student(
    header: &SheetLine,
    name: &str,
    has_ids: bool,
    id: Option<&str>,
) -> bool {
    let name = fold(name);
    let is_extra = has_ids && id.is_none();
    let is_of_canvas = || !with(header, "sis login id").is_empty();
    match name.as_str() {
        "points possible" => true,
        "student, test" | "test student" => is_of_canvas(),
        "" => is_extra,
        name => is_extra && NO_STUDENT.contains(&name),
    }
}

/// The columns of a roster to read. Names are compared case-insensitively.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Columns {
    /// The column of students; `None`: `student`, first and last names in two columns, or `name`.
    pub student: Option<String>,
    /// The column of bots; `None`: `bot` or `file`.
    pub bot: Option<String>,
    /// True if the column of bots can be missing, because a folder of submissions has them.
    pub bots_optional: bool,
}

/// A kind of id that distinguishes students.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id {
    /// A number of the school or its platform: `ID number`, `Número de ID`, `id`, `Identifier`.
    Number,
    /// The login name of a student: `username`, `SIS Login ID`, `Nombre de usuario`.
    Login,
    /// An address: `email`, `Email address`, `Dirección de correo`.
    Email,
}

impl Id {
    /// All kinds, in order of preference.
    pub const ALL: [Id; 3] = [Id::Number, Id::Login, Id::Email];

    /// Returns the names of such a column.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Id::Number => &[
                "id number",
                "idnumber",
                "id-nummer",
                "número de id",
                "student id",
                "student number",
                "sis user id",
                "orgdefinedid",
                "org defined id",
                "display id",
                "id",
                "identifier",
                "identificador",
                "matrikelnummer",
                "matricola",
                "dni",
            ],
            Id::Login => &[
                "username",
                "user name",
                "login",
                "login id",
                "sis login id",
                "nombre de usuario",
                "usuario",
                "anmeldename",
                "nome utente",
            ],
            Id::Email => &[
                "email",
                "e-mail",
                "email address",
                "e-mail address",
                "correo",
                "correo electrónico",
                "dirección de correo",
                "dirección de correo electrónico",
                "e-mail-adresse",
                "indirizzo email",
            ],
        }
    }
}

/// The columns with the names of students.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    Whole(usize),
    Parts { first: usize, last: usize },
}

impl Who {
    pub fn columns(self) -> Vec<usize> {
        match self {
            Who::Whole(column) => vec![column],
            Who::Parts { first, last } => vec![first, last],
        }
    }
}

/// Returns the delimiter of a text: the one declared in its first line (Excel's `sep=;`); else one
/// that splits the header into the required columns; else the most frequent in the header.
pub(super) fn delimiter(text: &str, columns: &Columns) -> u8 {
    if let Some(mark) = declared(text) {
        return mark;
    }
    let header = |mark: u8| {
        let mut lines = sheet::first_lines(text, mark, FIRST);
        let at = header_line(&lines, 0, columns)?;
        Some(lines.swap_remove(at))
    };
    let known =
        |found: Result<(), RosterFault>| matches!(found, Ok(()) | Err(RosterFault::TwoColumns(_)));
    let fits = |mark: &u8| {
        header(*mark).is_some_and(|line| {
            known(who(&line, &columns.student).map(drop))
                && (columns.bots_optional || known(place(&line, &columns.bot, &BOT).map(drop)))
        })
    };
    // A one-column header fits every delimiter; prefers one that occurs in no name, because
    // `García, Ana` can be unquoted.
    let width = |mark: &u8| header(*mark).map_or(0, |line| line.fields.len());
    let is_column = DELIMITERS.iter().all(|mark| width(mark) <= 1);
    let is_whole = |mark: &u8| {
        let has_one = |lines: Vec<SheetLine>| lines.iter().all(|line| line.fields.len() == 1);
        is_column && sheet::lines(text, *mark).is_ok_and(has_one)
    };
    let likeliest = DELIMITERS.into_iter().rev();
    let likeliest = likeliest.max_by_key(|mark| (fits(mark), width(mark), is_whole(mark)));
    likeliest.unwrap_or(DELIMITERS[0])
}

/// Returns the line of the header: the first that is not empty or, if that lacks the columns of
/// students, one a little below that has them, because some platforms write a title above.
pub(super) fn header_line(lines: &[SheetLine], from: usize, columns: &Columns) -> Option<usize> {
    let mut filled = (from..lines.len()).filter(|&at| !lines[at].is_blank());
    let first = filled.next()?;
    // A title has no more fields than the table, and a header has several.
    let is_header = |at: &usize| {
        let known = who(&lines[*at], &columns.student);
        lines[*at].fields.len() > 1 && !matches!(known, Err(RosterFault::NoColumn { .. }))
    };
    let is_first =
        !matches!(who(&lines[first], &columns.student), Err(RosterFault::NoColumn { .. }));
    let later = filled.take(MAX_TITLE).find(is_header).filter(|_| !is_first);
    Some(later.unwrap_or(first))
}

/// Returns the delimiter declared in the first line.
pub(super) fn declared(text: &str) -> Option<u8> {
    let (key, mark) = text.lines().next()?.split_at_checked(4)?;
    let [mark] = *mark.as_bytes() else { return None };
    let is_mark = !mark.is_ascii_alphanumeric() && mark != b'"';
    (key.eq_ignore_ascii_case("sep=") && is_mark).then_some(mark)
}

/// Normalizes a header for comparison.
fn fold(name: &str) -> String {
    name.trim().to_lowercase().nfc().collect()
}

/// Returns the columns with this name.
pub(super) fn with(header: &SheetLine, name: &str) -> Vec<usize> {
    let values = header.values();
    (0..values.len()).filter(|&i| fold(&values[i]) == fold(name)).collect()
}

/// Returns the columns with this kind of id, likeliest first. A list can have several: a Moodle
/// worksheet has an `Identifier` of the submission and an `ID number` of the student.
pub(super) fn ids(header: &SheetLine, id: Id) -> impl Iterator<Item = usize> {
    id.names().iter().flat_map(|name| with(header, name))
}

/// Finds the columns with the names of students.
pub(super) fn who(header: &SheetLine, own: &Option<String>) -> Result<Who, RosterFault> {
    let one = |name: &str| with(header, name).try_into().ok().map(|[column]: [usize; 1]| column);
    let has_whole = own.is_some() || one(STUDENT[0]).is_some();
    let mut parts = PARTS.iter().filter(|_| !has_whole);
    let parts = parts.find_map(|(first, last)| Some((one(first)?, one(last)?)));
    if let Some((first, last)) = parts {
        return Ok(Who::Parts { first, last });
    }
    match place(header, own, &STUDENT) {
        Err(RosterFault::NoColumn { .. }) if WHOLE.iter().any(|name| one(name).is_some()) => {
            place(header, own, &WHOLE)
        }
        Err(RosterFault::NoColumn { mut wanted, found, meant }) if own.is_none() => {
            wanted.push("two called first name and last name".to_string());
            Err(RosterFault::NoColumn { wanted, found, meant })
        }
        other => other,
    }
    .map(Who::Whole)
}

/// Returns the one column with one of these names.
pub(super) fn place(
    header: &SheetLine,
    own: &Option<String>,
    usual: &[&str],
) -> Result<usize, RosterFault> {
    let names = own.as_deref().map_or(usual.to_vec(), |own| vec![own]);
    let found = names.iter().map(|name| (name, with(header, name)));
    match found.into_iter().find(|(_, places)| !places.is_empty()) {
        Some((_, places)) if places.len() == 1 => Ok(places[0]),
        Some((name, _)) => Err(RosterFault::TwoColumns(name.to_string())),
        None => {
            let values = header.values();
            let found: Vec<String> = values.iter().map(|value| value.trim().to_string()).collect();
            let meant = |name: &&str| nearest(name, found.iter().map(String::as_str));
            let meant = names.iter().find_map(meant).map(str::to_string);
            let wanted = names.into_iter().map(str::to_string).collect();
            Err(RosterFault::NoColumn { wanted, found, meant })
        }
    }
}
