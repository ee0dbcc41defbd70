//! Interprets a line that a person typed.

/// Limit on the moves listed at every turn.
const MAX_LISTED_MOVES: usize = 40;

/// A typed line, interpreted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A legal move, or something for the rules to refuse.
    Move(String),
    /// The beginning of a legal move, or a whole one that Enter confirms.
    Half(String),
    Nothing,
    Help,
    Moves,
    Table,
    /// Takes back the text typed so far.
    Undo,
    /// Asks for the rule that forbids a move.
    Why(String),
    Resign,
}

/// Returns the moves listed at a turn: all, or if there are many, those with the shortest notation:
/// steps rather than walls, plays rather than captures.
pub fn listed(legal: &[String]) -> Vec<String> {
    if legal.len() <= MAX_LISTED_MOVES {
        return legal.to_vec();
    }
    let shortest = legal.iter().map(String::len).min().unwrap_or(0);
    legal.iter().filter(|mv| mv.len() == shortest).take(MAX_LISTED_MOVES).cloned().collect()
}

/// Interprets `line`, typed after `half`.
pub fn read(half: &str, line: &str, legal: &[String]) -> Typed {
    let text = line.trim();
    let whole = format!("{half}{text}");
    let is_legal = |text: &str| legal.iter().any(|mv| mv == text);
    if text.is_empty() {
        return match half {
            "" => Typed::Nothing,
            _ if is_legal(half) => Typed::Move(half.to_string()),
            _ => Typed::Half(half.to_string()),
        };
    }
    // A whole move is accepted even after the beginning of another.
    if let Some(mv) = [&whole, text].into_iter().find(|text| is_legal(text)) {
        return Typed::Move(mv.to_string());
    }
    if let Some(command) = command(text) {
        return command;
    }
    let number = text.strip_prefix('#').or(beginning(text, legal).is_none().then_some(text));
    if let Some(number) = number.filter(|_| half.is_empty()).and_then(|n| n.parse::<usize>().ok())
        && let Some(mv) = number.checked_sub(1).and_then(|i| listed(legal).get(i).cloned())
    {
        return Typed::Move(mv);
    }
    let mut other_case = legal.iter().filter(|mv| mv.eq_ignore_ascii_case(&whole));
    if let (Some(mv), None) = (other_case.next(), other_case.next()) {
        return Typed::Move(mv.clone());
    }
    // Text that no legal move begins with is passed on as a move, so that the referee refuses it.
    beginning(&whole, legal).map_or(Typed::Move(text.to_string()), Typed::Half)
}

/// Returns `text` with the letter case of a legal move that begins with it; the whole move if only
/// one does.
fn beginning(text: &str, legal: &[String]) -> Option<String> {
    let starts = |mv: &&String| mv.get(..text.len()).is_some_and(|s| s.eq_ignore_ascii_case(text));
    let mut moves = legal.iter().filter(starts);
    let first = moves.next()?;
    let end = if moves.next().is_some() { text.len() } else { first.len() };
    Some(first[..end].to_string())
}

fn command(text: &str) -> Option<Typed> {
    Some(match text.to_lowercase().as_str() {
        "?" | "help" => Typed::Help,
        "moves" => Typed::Moves,
        "table" => Typed::Table,
        "undo" => Typed::Undo,
        "resign" => Typed::Resign,
        lower => {
            lower.strip_prefix("why ")?;
            Typed::Why(text["why ".len()..].trim().to_string())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(moves: &str) -> Vec<String> {
        moves.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn a_move_is_played_however_its_letters_are_written() {
        let legal = legal("e2 e3h e3v TS");
        assert_eq!(read("", " e2 ", &legal), Typed::Move("e2".into()));
        assert_eq!(read("", "E3H", &legal), Typed::Move("e3h".into()));
        assert_eq!(read("", "ts", &legal), Typed::Move("TS".into()));
    }

    #[test]
    fn the_beginning_of_moves_waits_for_the_rest() {
        let legal = legal("e2 e3h e3v f3h");
        assert_eq!(read("", "e3", &legal), Typed::Half("e3".into()));
        assert_eq!(read("", "E3", &legal), Typed::Half("e3".into()));
        assert_eq!(read("e3", "d9", &legal), Typed::Move("d9".into()));
        assert_eq!(read("e3", "v", &legal), Typed::Move("e3v".into()));
        assert_eq!(read("e3", "", &legal), Typed::Half("e3".into()));
        assert_eq!(read("e3", "undo", &legal), Typed::Undo);
        assert_eq!(read("e3", "e2", &legal), Typed::Move("e2".into()), "another one after all");
    }

    #[test]
    fn a_beginning_with_one_end_is_played_only_when_it_is_confirmed() {
        let legal = legal("e2 e3h f3h");
        assert_eq!(read("", "f", &legal), Typed::Half("f3h".into()));
        assert_eq!(read("f3h", "", &legal), Typed::Move("f3h".into()));
    }

    #[test]
    fn a_number_picks_from_the_list_unless_it_begins_a_move() {
        let squares = legal("d1 e2 f1");
        assert_eq!(read("", "2", &squares), Typed::Move("e2".into()));
        assert_eq!(read("", "#3", &squares), Typed::Move("f1".into()));
        assert_eq!(read("", "4", &squares), Typed::Move("4".into()));
        let tiles = legal("21 52 63");
        assert_eq!(read("", "2", &tiles), Typed::Half("21".into()));
        assert_eq!(read("", "#2", &tiles), Typed::Move("52".into()));
    }

    #[test]
    fn what_is_no_move_goes_to_the_rules() {
        let legal = legal("e2 d1");
        assert_eq!(read("", "e9", &legal), Typed::Move("e9".into()));
        assert_eq!(read("", "why e9", &legal), Typed::Why("e9".into()));
        assert_eq!(read("", "  ", &legal), Typed::Nothing);
    }

    #[test]
    fn of_many_moves_the_shortest_are_listed() {
        let mut many: Vec<String> = (0..60).map(|n| format!("a{n:02}h")).collect();
        many.push("e2".into());
        assert_eq!(listed(&many), ["e2"]);
        assert_eq!(listed(&many[..5]), &many[..5]);
    }
}
