//! Grades in the import formats of school platforms.
//!
//! Moodle asks which column has the student and which the grade: any header will do, but students
//! are found by ID number, username or email address ("Grade import" in the Moodle documentation).
//! Canvas requires its own five columns first and the points possible in the second row ("How do I
//! import grades in the Gradebook?"). Blackboard finds students by `Username` and takes further
//! columns by title ("Upload grades"). All three read UTF-8 with commas between columns and a
//! decimal point.

use csv::QuoteStyle;

use super::grades::{Grade, graded, last_place};
use super::marks::MarkScale;
use super::roster::{Id, Roster, RosterRow};
use juez_core::named;

/// A platform that manages grades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Platform {
    Moodle,
    Canvas,
    /// Blackboard Learn.
    Blackboard,
}

named! {
    Platform, "format of grades":
    Moodle = "moodle",
    Canvas = "canvas",
    Blackboard = "blackboard",
}

/// A roster lacks what a platform needs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlatformError(String);

/// Columns of a file with their headers.
type PlatformColumns = Vec<(&'static str, Vec<String>)>;

impl Platform {
    /// Writes the grades of a roster in the import format of this platform: the mark of each
    /// student or, without a scale, the score in percent, in a column called `item`. The cell is
    /// empty for students who have not played.
    ///
    /// # Errors
    /// If the roster lacks the columns by which the platform finds students.
    pub fn sheet(
        self,
        roster: &Roster,
        grades: &[Grade],
        scale: Option<&MarkScale>,
        item: &str,
    ) -> Result<String, PlatformError> {
        let decimals = scale.map_or(1, MarkScale::decimals);
        let value = |value: f64| format!("{value:.0$}", usize::from(decimals));
        let (graded, _) = graded(roster, grades);
        let last = last_place(&graded);
        let mark = |grade: &Grade| match scale {
            Some(scale) => scale.mark(grade, last),
            None => grade.score.map(|score| 100.0 * score),
        };
        let columns = match self {
            Platform::Moodle => self.moodle(roster)?,
            Platform::Canvas => self.canvas(roster)?,
            Platform::Blackboard => self.blackboard(roster)?,
        };
        let mut rows = vec![columns.iter().map(|(head, _)| *head).chain([item]).collect()];
        let best = value(scale.map_or(100.0, MarkScale::highest));
        if self == Platform::Canvas {
            rows.push(vec!["    Points Possible", "", "", "", "", &best]);
        }
        let marks: Vec<String> =
            graded.iter().map(|grade| mark(grade).map(value).unwrap_or_default()).collect();
        rows.extend(marks.iter().enumerate().map(|(row, mark)| {
            let own = columns.iter().map(|(_, column)| column[row].as_str());
            own.chain([mark.as_str()]).collect::<Vec<&str>>()
        }));
        let is_quoted = self == Platform::Blackboard;
        let mut writer = csv::WriterBuilder::new()
            .quote_style(if is_quoted { QuoteStyle::Always } else { QuoteStyle::Necessary })
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        rows.iter().for_each(|row| writer.write_record(row).expect("rows of one length"));
        let bytes = writer.into_inner().expect("a vector takes everything");
        Ok(String::from_utf8(bytes).expect("text in, text out"))
    }

    fn title(self) -> &'static str {
        match self {
            Platform::Moodle => "Moodle",
            Platform::Canvas => "Canvas",
            Platform::Blackboard => "Blackboard",
        }
    }

    /// Checks that every student has a value in at least one of these columns. A missing column has
    /// no rows.
    fn need<'c>(
        self,
        roster: &Roster,
        columns: impl IntoIterator<Item = &'c Vec<String>>,
        wanted: &str,
    ) -> Result<(), PlatformError> {
        let columns: Vec<&Vec<String>> =
            columns.into_iter().filter(|column| !column.is_empty()).collect();
        let (platform, path) = (self.title(), roster.path().display());
        if columns.is_empty() {
            let why = format!("{platform} needs {wanted}, and {path} has no such column");
            return Err(PlatformError(why));
        }
        let lacks = |number: &usize| columns.iter().all(|column| column[*number].is_empty());
        match (0..roster.rows().len()).find(lacks).map(|number| &roster.rows()[number]) {
            None => Ok(()),
            Some(RosterRow { line, student, .. }) => Err(PlatformError(format!(
                "{path}:{line}: {platform} needs {wanted}, and {student} has none"
            ))),
        }
    }

    fn moodle(self, roster: &Roster) -> Result<PlatformColumns, PlatformError> {
        // Moodle's `Identifier` numbers submissions, not students.
        let of_student = |name: &&str| !matches!(*name, "identifier" | "identificador");
        let names: Vec<&str> = Id::Number.names().iter().copied().filter(of_student).collect();
        let numbers = roster.column(&names).unwrap_or_default();
        let mut columns = vec![
            ("ID number", numbers),
            ("Username", ids(roster, Id::Login)),
            ("Email address", ids(roster, Id::Email)),
        ];
        columns.retain(|(_, column)| has_any(column));
        let found = columns.iter().map(|(_, column)| column);
        self.need(roster, found, "a column ID number, Username or Email address")?;
        columns
            .insert(0, ("Full name", roster.rows().iter().map(|row| row.name.clone()).collect()));
        Ok(columns)
    }

    fn canvas(self, roster: &Roster) -> Result<PlatformColumns, PlatformError> {
        let column = |name| roster.column(&[name]).unwrap_or_default();
        // A plain `id` is the school's, unless Canvas wrote the list.
        let of_canvas = roster.column(&["sis user id", "sis login id"]).is_some();
        let (id, user) = if of_canvas {
            (column("id"), column("sis user id"))
        } else {
            (Vec::new(), ids(roster, Id::Number))
        };
        let logins = [Id::Login, Id::Email].map(|kind| ids(roster, kind));
        let login = logins.into_iter().find(|column| !column.is_empty()).unwrap_or_default();
        self.need(roster, [&id, &user, &login], "a column ID, SIS User ID or SIS Login ID")?;
        let names = roster.rows().iter().map(|row| match &row.parts {
            Some([first, last]) => format!("{last}, {first}"),
            None => row.name.clone(),
        });
        let mut columns = vec![
            ("Student", names.collect()),
            ("ID", id),
            ("SIS User ID", user),
            ("SIS Login ID", login),
            ("Section", column("section")),
        ];
        columns
            .iter_mut()
            .for_each(|(_, column)| column.resize(roster.rows().len(), String::new()));
        Ok(columns)
    }

    fn blackboard(self, roster: &Roster) -> Result<PlatformColumns, PlatformError> {
        let login = ids(roster, Id::Login);
        self.need(roster, [&login], "a column Username")?;
        let part = |which: usize| -> Vec<String> {
            let parts = roster.rows().iter().map(|row| row.parts.as_ref());
            parts.map(|parts| parts.map_or(String::new(), |parts| parts[which].clone())).collect()
        };
        let (first, last) = (part(0), part(1));
        let named = [&last, &first].into_iter().filter(|_| has_any(&first) || has_any(&last));
        self.need(roster, named, "columns Last Name and First Name")?;
        Ok(vec![("Last Name", last), ("First Name", first), ("Username", login)])
    }
}

/// Returns the ids of one kind; empty if no student has any.
fn ids(roster: &Roster, kind: Id) -> Vec<String> {
    let id = |row| roster.id(row, kind).unwrap_or_default();
    let ids: Vec<String> = (0..roster.rows().len()).map(id).collect();
    if has_any(&ids) { ids } else { Vec::new() }
}

fn has_any(column: &[String]) -> bool {
    column.iter().any(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Columns;
    use super::*;

    fn sheet(platform: Platform, text: &str, scale: Option<&str>) -> Result<String, String> {
        let columns = Columns { bots_optional: true, ..Columns::default() };
        let roster = Roster::parse(text.as_bytes(), Path::new("roster.csv"), &columns).unwrap();
        let grade = |student: &str, place, score| Grade {
            student: student.to_string(),
            place: Some(place),
            score: Some(score),
            ..Grade::default()
        };
        let grades = [grade("Ana García", 1, 0.7875), grade("Bruno Díaz", 2, 0.25)];
        let scale = scale.map(|scale| scale.parse().unwrap());
        platform.sheet(&roster, &grades, scale.as_ref(), "Bots").map_err(|error| error.to_string())
    }

    const CLASS: &str = "Nombre;Apellido(s);Número de ID;Dirección de correo\n\
                         Ana;García;A1;ana@example.org\n\
                         Bruno;Díaz;B2;bruno@example.org\n\
                         Carla;Gil;C3;carla@example.org\n";

    #[test]
    fn moodle_finds_students_by_number_or_address() {
        assert_eq!(
            sheet(Platform::Moodle, CLASS, Some("score 0-10")).unwrap(),
            "Full name,ID number,Email address,Bots\r\n\
             Ana García,A1,ana@example.org,7.9\r\n\
             Bruno Díaz,B2,bruno@example.org,2.5\r\n\
             Carla Gil,C3,carla@example.org,\r\n"
        );
    }

    #[test]
    fn moodle_finds_the_number_in_every_column_that_the_roster_has_it_in() {
        for header in ["Nu\u{301}mero de ID", "Student ID", "ID-Nummer", "SIS User ID"] {
            let text = format!("student;{header}\nAna García;A1\nBruno Díaz;B2\n");
            assert_eq!(
                sheet(Platform::Moodle, &text, None).as_deref(),
                Ok("Full name,ID number,Bots\r\nAna García,A1,78.8\r\nBruno Díaz,B2,25.0\r\n"),
                "{header}"
            );
        }
    }

    #[test]
    fn canvas_has_its_five_columns_and_the_points_possible() {
        assert_eq!(
            sheet(Platform::Canvas, CLASS, Some("score 0-10 step 0.5")).unwrap(),
            "Student,ID,SIS User ID,SIS Login ID,Section,Bots\r\n    Points Possible,,,,,10.0\r\n\
             \"García, Ana\",,A1,ana@example.org,,8.0\r\n\
             \"Díaz, Bruno\",,B2,bruno@example.org,,2.5\r\n\
             \"Gil, Carla\",,C3,carla@example.org,,\r\n"
        );
        let own = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\
                   \"García, Ana\",77,,ana,10b\n";
        assert_eq!(
            sheet(Platform::Canvas, own, None).unwrap(),
            "Student,ID,SIS User ID,SIS Login ID,Section,Bots\r\n    Points Possible,,,,,100.0\r\n\
             \"García, Ana\",77,,ana,10b,78.8\r\n",
            "the grade is of Ana García, whose name may be the other way round"
        );
    }

    #[test]
    fn blackboard_finds_students_by_username() {
        let text = "Last Name,First Name,Username\nGarcía,Ana,agarcia\nDíaz,Bruno,bdiaz\n";
        assert_eq!(
            sheet(Platform::Blackboard, text, None).unwrap(),
            "\"Last Name\",\"First Name\",\"Username\",\"Bots\"\r\n\
             \"García\",\"Ana\",\"agarcia\",\"78.8\"\r\n\"Díaz\",\"Bruno\",\"bdiaz\",\"25.0\"\r\n"
        );
    }

    #[test]
    fn what_a_platform_needs_and_the_list_lacks_is_told() {
        let error = |platform, text| sheet(platform, text, None).unwrap_err();
        assert_eq!(
            error(Platform::Moodle, "student\nAna García\n"),
            "Moodle needs a column ID number, Username or Email address, and roster.csv has no such \
             column"
        );
        assert_eq!(
            error(Platform::Moodle, "student,email\nAna García,a@example.org\nBruno Díaz,\n"),
            "roster.csv:3: Moodle needs a column ID number, Username or Email address, and Bruno Díaz \
             has none"
        );
        assert_eq!(
            error(Platform::Canvas, "student,group\nAna García,1\n"),
            "Canvas needs a column ID, SIS User ID or SIS Login ID, and roster.csv has no such column"
        );
        assert_eq!(
            error(Platform::Blackboard, CLASS),
            "Blackboard needs a column Username, and roster.csv has no such column"
        );
        assert_eq!(
            error(Platform::Blackboard, "student,username\nAna García,ana\n"),
            "Blackboard needs columns Last Name and First Name, and roster.csv has no such column"
        );
    }
}
