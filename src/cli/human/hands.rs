//! People who hold the cards of both partners.

use juez_core::Team;
use juez_match::registry::AnyGame;
use juez_tournament::seating;

/// True if a player on the command line is a person at this terminal.
pub fn is_human(text: &str) -> bool {
    text == "human" || text.ends_with("=human")
}

/// Returns a hint for a person with several hands that should not see each other: how to play only
/// one of them. `None` if no hands are hidden or each person has one.
pub fn several_hands(game: &dyn AnyGame, players: &[String], teams: &[Team]) -> Option<String> {
    let seating = seating(players.len(), teams);
    let person = players.iter().position(|text| is_human(text)).filter(|_| game.info().hidden)?;
    let seats: Vec<usize> = (0..seating.len()).filter(|&seat| seating[seat] == person).collect();
    let [first, _, ..] = seats[..] else { return None };
    let partner = players.iter().find(|text| !is_human(text))?;
    let each = |(seat, &entry): (usize, &usize)| {
        if entry == person && seat != first { partner.as_str() } else { players[entry].as_str() }
    };
    let each: Vec<&str> = seating.iter().enumerate().map(each).collect();
    let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
    Some(format!(
        "human has the hands of all partners, seats {}; to play one of them: juez play {} {}",
        seats.join(" and "),
        game.info().id,
        each.join(" ")
    ))
}
