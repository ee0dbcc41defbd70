//! Grades as the platforms of schools import them.
//!
//! Moodle asks which column is whose and which grade: any header will do, but a student is found by
//! ID number, username or email address ("Grade import" of the Moodle documentation). Canvas wants
//! its own five columns first and the points possible in the row below ("How do I import grades in
//! the Gradebook?"). Blackboard finds students by `Username` and takes further columns by their
//! title ("Upload grades"). All three read UTF-8, commas between columns and a decimal point.

use std::str::FromStr;

use csv::QuoteStyle;

use super::grades::{Grade, graded, last_place};
use super::marks::MarkScale;
use super::roster::{Id, Roster};
use crate::core::one_of;

/// A platform that keeps grades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Platform {
    /// Moodle.
    Moodle,
    /// Canvas.
    Canvas,
    /// Blackboard Learn.
    Blackboard,
}

impl FromStr for Platform {
    type Err = String;

    fn from_str(text: &str) -> Result<Platform, String> {
        use Platform::{Blackboard, Canvas, Moodle};
        let all = [("moodle", Moodle), ("canvas", Canvas), ("blackboard", Blackboard)];
        one_of("format of grades", text, &all)
    }
}

/// A roster that lacks what a platform needs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlatformError {
    /// No column of it has this.
    #[error("{platform} needs {wanted}, and {roster} has no such column")]
    NoColumn {
        /// The platform.
        platform: &'static str,
        /// The columns that would do.
        wanted: &'static str,
        /// The roster.
        roster: String,
    },
    /// One student has nothing there.
    #[error("{roster}:{line}: {platform} needs {wanted}, and {student} has none")]
    Nothing {
        /// The platform.
        platform: &'static str,
        /// The columns that would do.
        wanted: &'static str,
        /// The roster.
        roster: String,
        /// The line of the student.
        line: u32,
        /// The student.
        student: String,
    },
}

impl Platform {
    /// The grades of a roster as a file that this platform imports: the mark of each student, or
    /// the score in percent without a scale, in a column called `item`. It is empty for those who
    /// have not played.
    ///
    /// # Errors
    /// If the roster lacks what the platform finds students by.
    pub fn sheet(
        self,
        roster: &Roster,
        grades: &[Grade],
        scale: Option<&MarkScale>,
        item: &str,
    ) -> Result<String, PlatformError> {
        let decimals = scale.map_or(1, MarkScale::decimals);
        let value = |value: f64| format!("{value:.0$}", usize::from(decimals));
        let graded = graded(roster, grades);
        let last = last_place(&graded);
        let results = graded.iter().map(|grade| {
            let mark = match scale {
                Some(scale) => scale.mark(grade, last),
                None => grade.score.map(|score| 100.0 * score),
            };
            mark.map(value).unwrap_or_default()
        });
        let export = Export { platform: self, roster };
        let mut table = match self {
            Platform::Moodle => export.moodle()?,
            Platform::Canvas => export.canvas()?,
            Platform::Blackboard => export.blackboard()?,
        };
        let best = value(scale.map_or(100.0, MarkScale::highest));
        let head = [item.to_string()].into_iter().chain((self == Platform::Canvas).then_some(best));
        for (row, cell) in table.iter_mut().zip(head.chain(results)) {
            row.push(cell);
        }
        let is_quoted = self == Platform::Blackboard;
        let mut writer = csv::WriterBuilder::new()
            .quote_style(if is_quoted { QuoteStyle::Always } else { QuoteStyle::Necessary })
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        table.iter().for_each(|row| writer.write_record(row).expect("rows of one length"));
        let bytes = writer.into_inner().expect("a vector takes everything");
        Ok(String::from_utf8(bytes).expect("text in, text out"))
    }

    fn name(self) -> &'static str {
        match self {
            Platform::Moodle => "Moodle",
            Platform::Canvas => "Canvas",
            Platform::Blackboard => "Blackboard",
        }
    }
}

/// Rows of text, the header first.
type PlatformSheet = Vec<Vec<String>>;

/// A roster on its way to a platform.
struct Export<'a> {
    platform: Platform,
    roster: &'a Roster,
}

impl Export<'_> {
    /// The ids of one kind, if the roster has any.
    fn ids(&self, kind: Id) -> Option<Vec<String>> {
        let id = |row| self.roster.id(row, kind).unwrap_or_default();
        let ids: Vec<String> = (0..self.roster.rows().len()).map(id).collect();
        ids.iter().any(|id| !id.is_empty()).then_some(ids)
    }

    fn lacking(&self, wanted: &'static str) -> PlatformError {
        let (platform, roster) = (self.platform.name(), self.roster.path().display().to_string());
        PlatformError::NoColumn { platform, wanted, roster }
    }

    /// Checks that every student has something in one of these columns.
    fn need(&self, columns: &[&[String]], wanted: &'static str) -> Result<(), PlatformError> {
        if columns.is_empty() {
            return Err(self.lacking(wanted));
        }
        for (number, row) in self.roster.rows().iter().enumerate() {
            if columns.iter().all(|column| column[number].is_empty()) {
                return Err(PlatformError::Nothing {
                    platform: self.platform.name(),
                    wanted,
                    roster: self.roster.path().display().to_string(),
                    line: row.line,
                    student: row.student.clone(),
                });
            }
        }
        Ok(())
    }

    fn moodle(&self) -> Result<PlatformSheet, PlatformError> {
        // Its `Identifier` numbers what was handed in; a student is found by these.
        let of_student = |name: &&str| !matches!(*name, "identifier" | "identificador");
        let names: Vec<&str> = Id::Number.names().iter().copied().filter(of_student).collect();
        let numbers = self.roster.column(&names);
        let columns = [
            ("ID number", numbers),
            ("Username", self.ids(Id::Login)),
            ("Email address", self.ids(Id::Email)),
        ];
        let mut columns: Vec<(&str, Vec<String>)> = columns
            .into_iter()
            .filter_map(|(head, column)| Some((head, column?)))
            .filter(|(_, column)| column.iter().any(|value| !value.is_empty()))
            .collect();
        let found: Vec<&[String]> = columns.iter().map(|(_, column)| column.as_slice()).collect();
        self.need(&found, "a column ID number, Username or Email address")?;
        let names = self.roster.rows().iter().map(|row| row.name.clone()).collect();
        columns.insert(0, ("Full name", names));
        Ok(turned(columns))
    }

    fn canvas(&self) -> Result<PlatformSheet, PlatformError> {
        // A plain `id` is the school's, unless the list is one that Canvas wrote.
        let of_canvas = self.roster.column(&["sis user id", "sis login id"]).is_some();
        let id = if of_canvas { self.roster.column(&["id"]) } else { None };
        let user =
            if of_canvas { self.roster.column(&["sis user id"]) } else { self.ids(Id::Number) };
        let login = self.ids(Id::Login).or_else(|| self.ids(Id::Email));
        let found: Vec<&[String]> =
            [&id, &user, &login].into_iter().flatten().map(Vec::as_slice).collect();
        self.need(&found, "a column ID, SIS User ID or SIS Login ID")?;
        let rows = self.roster.rows();
        let nothing = || vec![String::new(); rows.len()];
        let names = rows.iter().map(|row| match &row.parts {
            Some([first, last]) => format!("{last}, {first}"),
            None => row.name.clone(),
        });
        let mut table = turned(vec![
            ("Student", names.collect()),
            ("ID", id.unwrap_or_else(nothing)),
            ("SIS User ID", user.unwrap_or_else(nothing)),
            ("SIS Login ID", login.unwrap_or_else(nothing)),
            ("Section", self.roster.column(&["section"]).unwrap_or_else(nothing)),
        ]);
        let mut possible = vec![String::new(); table[0].len()];
        possible[0] = "    Points Possible".to_string();
        table.insert(1, possible);
        Ok(table)
    }

    fn blackboard(&self) -> Result<PlatformSheet, PlatformError> {
        let login = self.ids(Id::Login).ok_or_else(|| self.lacking("a column Username"))?;
        self.need(&[&login], "a column Username")?;
        let named = "columns Last Name and First Name";
        let part = |which: usize| -> Vec<String> {
            let parts = self.roster.rows().iter().map(|row| row.parts.as_ref());
            parts.map(|parts| parts.map_or(String::new(), |parts| parts[which].clone())).collect()
        };
        let (first, last) = (part(0), part(1));
        if first.iter().chain(&last).all(String::is_empty) {
            return Err(self.lacking(named));
        }
        self.need(&[&last, &first], named)?;
        Ok(turned(vec![("Last Name", last), ("First Name", first), ("Username", login)]))
    }
}

/// Columns as rows, the headers first.
fn turned(columns: Vec<(&str, Vec<String>)>) -> PlatformSheet {
    let heads = columns.iter().map(|(head, _)| head.to_string()).collect();
    let rows = columns.first().map_or(0, |(_, column)| column.len());
    let row = |row: usize| columns.iter().map(|(_, column)| column[row].clone()).collect();
    [heads].into_iter().chain((0..rows).map(row)).collect()
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
             \"García, Ana\",77,,ana,10b,\r\n",
            "the grade is of Ana García, who is not on this list by that name"
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
