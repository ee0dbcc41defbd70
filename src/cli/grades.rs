//! The grade sheet of a tournament: the class list with each student's results.

use anyhow::bail;
use same_file::is_same_file;
use std::collections::HashSet;
use std::path::Path;

use super::text::tell;
use super::writer::check_replaceable;
use juez_grading::report::{listed, write_by};
use juez_grading::{Columns, Grade, MarkScale, Platform, Roster, grade_sheet};

/// Writes the grades. The sheet can be the roster or an earlier sheet; no other existing file is
/// overwritten.
///
/// - `roster`: class list to add grades to; without it the sheet lists the students' names
/// - `marks`: scale from results to marks; without it there are no marks
/// - `platform`: the platform that imports the sheet, and its column for the grades
pub(super) fn write(
    sheet: &Path,
    grades: &[Grade],
    roster: Option<&Path>,
    marks: Option<&MarkScale>,
    platform: Option<(Platform, &str)>,
) -> anyhow::Result<()> {
    let shown = sheet.display();
    let list = match roster {
        Some(path) => read(path)?,
        None => {
            let mut seen = HashSet::new();
            let students = grades.iter().map(|grade| grade.student.clone());
            Roster::of_students(
                &students.filter(|name| seen.insert(name.clone())).collect::<Vec<_>>(),
            )
        }
    };
    let made = grade_sheet(&list, grades, marks);
    if made.found == 0 && !grades.is_empty() {
        let some =
            |names: &mut dyn Iterator<Item = &str>| listed(&names.take(3).collect::<Vec<_>>());
        bail!(
            "{} has none of the students of this tournament, so {shown} would be empty: it has {}, and the \
             tournament {}. Expected the list of this class",
            list.path().display(),
            some(&mut list.rows().iter().map(|row| row.student.as_str())),
            some(&mut grades.iter().map(|grade| grade.student.as_str())),
        );
    }
    check_replaceable(sheet, "a list of students", || Ok(read(sheet).is_ok()))?;
    if let Some(note) = list.note() {
        tell(format_args!("note: {note}"));
    }
    let bytes = match platform {
        Some((platform, item)) => {
            if roster.is_some_and(|roster| is_same_file(roster, sheet).unwrap_or(false)) {
                bail!("{shown} is the class list, whose columns would be lost: name another file");
            }
            platform.sheet(&list, grades, marks, item)?.into_bytes()
        }
        None => {
            let headers = made.columns.iter().map(|column| column.header.as_str());
            let replaced = list.replaced(headers);
            if let Some(path) = roster.filter(|_| !replaced.is_empty()) {
                tell(format_args!(
                    "note: in {shown} these columns of {} are new: {}",
                    path.display(),
                    replaced.join(", ")
                ));
            }
            let mut bytes = Vec::new();
            let encoding = list.write(&mut bytes, &made.columns)?;
            if encoding != list.encoding() {
                tell(format_args!(
                    "note: {shown} is written as {encoding}, because {} lacks some characters of the \
                     grades",
                    list.encoding()
                ));
            }
            bytes
        }
    };
    for student in &made.unlisted {
        tell(format_args!("note: {student} is not on the roster, and so not in {shown}"));
    }
    write_by(sheet, |out| out.write_all(&bytes))?;
    let what = if marks.is_some() || platform.is_some() { "mark" } else { "result" };
    let (students, marked) = (list.rows().len(), made.marked);
    tell(format_args!("wrote {students} students into {shown}, {marked} of them with a {what}"));
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Roster> {
    let columns = Columns { bots_optional: true, ..Columns::default() };
    Ok(Roster::read(path, &columns)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn write(sheet: &Path, roster: Option<&Path>, grades: &[Grade]) -> anyhow::Result<()> {
        super::write(sheet, grades, roster, None, None)
    }

    fn grades() -> Vec<Grade> {
        let grade = |student: &str, place| Grade {
            student: student.to_string(),
            place: Some(place),
            ..Grade::default()
        };
        vec![grade("=Ana", 1), grade("Bruno", 2)]
    }

    #[test]
    fn a_sheet_may_be_written_again_and_over_the_roster() {
        let folder = tempfile::tempdir().expect("a folder");
        let roster = folder.path().join("roster.csv");
        fs::write(&roster, "Student;Room\nBruno;=7\nCarla;\"8\"\n").expect("written");
        let sheet = folder.path().join("sheet.csv");
        write(&sheet, Some(&roster), &grades()).expect("a new file");
        let first = fs::read_to_string(&sheet).expect("text");
        assert!(first.starts_with("Student;Room;place;"), "{first}");
        assert!(first.contains("\nBruno;=7;2;") && first.contains("\nCarla;\"8\";;"), "{first}");
        write(&sheet, Some(&sheet), &grades()).expect("over itself");
        assert_eq!(fs::read_to_string(&sheet).expect("text"), first);
        write(&roster, Some(&roster), &grades()).expect("over the roster");
        assert_eq!(fs::read_to_string(&roster).expect("text"), first);
    }

    #[test]
    fn without_a_roster_the_students_are_those_with_grades() {
        let folder = tempfile::tempdir().expect("a folder");
        let sheet = folder.path().join("sheet.csv");
        write(&sheet, None, &grades()).expect("a new file");
        let text = fs::read_to_string(&sheet).expect("text");
        assert!(text.starts_with("student,place,") && text.contains("\n'=Ana,1,"), "{text}");
    }

    #[test]
    fn a_list_of_which_nobody_took_part_is_refused_with_names_of_both() {
        let folder = tempfile::tempdir().expect("a folder");
        let roster = folder.path().join("other.csv");
        fs::write(&roster, "student\nZoe\nYago\n").expect("written");
        let sheet = folder.path().join("sheet.csv");
        let error = write(&sheet, Some(&roster), &grades()).expect_err("refused").to_string();
        assert!(error.contains("it has Zoe, Yago, and the tournament =Ana, Bruno"), "{error}");
        assert!(!sheet.exists());
    }

    #[test]
    fn nothing_else_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = folder.path().join("bot.lua");
        fs::write(&bot, "return {}").expect("written");
        let error = write(&bot, None, &grades()).expect_err("no sheet").to_string();
        assert!(error.contains("does not hold a list of students"), "{error}");
        assert_eq!(fs::read_to_string(&bot).expect("text"), "return {}");
        assert!(write(folder.path(), None, &grades()).is_err());
    }
}
