use super::*;
use crate::cli::tournament::args::tests::settings;
use juez_core::OnFault;
use juez_match::registry::game;

fn resolved(id: &str, line: &str) -> anyhow::Result<ResolvedPlan> {
    ResolvedPlan::new(game(id)?, settings(line), "class")
}

fn refused(id: &str, line: &str) -> String {
    format!("{:#}", resolved(id, line).err().expect("refused"))
}

fn plan(id: &str, line: &str, field: usize, students: usize) -> anyhow::Result<Plan> {
    resolved(id, line)?.plan(field, students, Seed::from(1))
}

#[test]
fn what_is_not_said_has_its_default() {
    let plan = plan("quoridor", "", 4, 0).expect("a plan");
    assert_eq!((plan.name.as_str(), plan.game.as_str()), ("class", "quoridor"));
    assert_eq!((plan.format, plan.partners), (Format::RoundRobin, Partners::Same));
    assert_eq!((plan.rounds, plan.deals, plan.bench_after), (1, 1, 5));
    assert_eq!(plan.openings, Openings::Random { plies: 2 });
    assert_eq!(plan.terms.limits, Limits::default());
    assert_eq!(plan.terms.options["seats"], 2, "house rules are kept in full");
}

#[test]
fn what_is_said_is_planned() {
    let line = "--name Cup --format knockout --third-place --budget quick --on-fault substitute \
                --strikes 5 --without path --bench-after 0 --openings none -n 5 -o walls=3";
    let plan = plan("quoridor", line, 4, 0).expect("a plan");
    assert_eq!(plan.name, "Cup");
    assert_eq!(plan.format, Format::Knockout { third_place: true });
    assert_eq!((plan.terms.limits.move_ms, plan.terms.limits.strikes), (20, 5));
    assert_eq!(plan.terms.limits.on_fault, OnFault::Substitute);
    assert_eq!((plan.terms.without, plan.bench_after), (vec!["path".to_string()], 0));
    assert_eq!((plan.openings, plan.deals), (Openings::None, 3));
    assert_eq!(plan.terms.options["walls"], 3);
}

#[test]
fn games_are_rounded_up_to_whole_deals() {
    let deals = |line: &str| plan("tute", line, 6, 0).expect("a plan").deals;
    let three = ["-n 1", "-n 3", "-n 4"].map(|games| deals(&format!("{games} -o seats=3")));
    assert_eq!(three, [1, 1, 2]);
    assert_eq!(deals("-n 40 -o seats=6"), 7);
}

#[test]
fn a_swiss_tournament_has_rounds_enough_for_one_winner() {
    let swiss = plan("quoridor", "--format swiss", 30, 0).expect("a plan");
    assert_eq!((swiss.rounds, swiss.deals), (5, 1));
    let longer = plan("quoridor", "--format swiss --rounds 7", 30, 0).expect("a plan");
    assert_eq!(longer.rounds, 7);
}

#[test]
fn tables_follow_from_the_house_rules_and_the_partners() {
    let entries = |id, line| resolved(id, line).expect("decided").shape.entries();
    assert_eq!(entries("quoridor", ""), 2);
    assert_eq!(entries("quoridor", "-o seats=4"), 4);
    assert_eq!(entries("tute", "-o seats=5"), 5);
    assert_eq!(entries("dominoes", ""), 2);
    assert_eq!(entries("dominoes", "--partners mixed"), 4);
    let reported = refused("quoridor", "--partners mixed");
    assert_eq!(
        reported,
        "--partners mixed is for games of pairs, and with these house rules everyone plays alone in quoridor"
    );
}

#[test]
fn a_gauntlet_is_run_by_the_students_or_the_first_bot() {
    let challengers = |line: &str, field, students| match plan("quoridor", line, field, students) {
        Ok(Plan { format: Format::Gauntlet { challengers }, .. }) => challengers,
        Ok(_) => panic!("no gauntlet"),
        Err(error) => panic!("{error:#}"),
    };
    assert_eq!(challengers("--format gauntlet", 4, 0), 1);
    assert_eq!(challengers("--format gauntlet", 12, 10), 10);
    assert_eq!(challengers("--format gauntlet", 10, 10), 1, "there is no other");
    assert_eq!(challengers("--format gauntlet --challengers 3", 12, 10), 3);
    let reported =
        plan("quoridor", "--format gauntlet --challengers 4", 4, 0).unwrap_err().to_string();
    assert_eq!(reported, "--challengers 4 leaves no opponent: 4 bots can play, so it is 1 to 3");
}

#[test]
fn what_does_not_go_with_the_format_is_refused() {
    for (line, why) in [
        ("--challengers 2", "--challengers needs --format gauntlet, and this is a round-robin"),
        (
            "--format swiss --third-place",
            "--third-place needs --format knockout, and this is a swiss",
        ),
        (
            "--time 10m --rounds 3",
            "--time picks the rounds of a round-robin, so omit --rounds or --time",
        ),
        (
            "--format swiss --time 10m -n 4",
            "--time picks the matches of a pairing in a swiss, so omit --games or --time",
        ),
        (
            "--format swiss --matches-each 20",
            "--matches-each needs --format round-robin, and this is a swiss",
        ),
        (
            "--matches-each 20 --time 10m",
            "--matches-each sets the number of matches, so omit it or --time",
        ),
        (
            "--deadline 2026-05-31",
            "--deadline needs --submissions: it sets the time until which those count",
        ),
    ] {
        assert_eq!(refused("quoridor", line), why);
    }
    assert!(
        refused("quoridor", "--format knockout --rounds 2").starts_with("a knockout has as many")
    );
    assert!(resolved("quoridor", "--format swiss --time 10m --rounds 3").is_ok());
    assert!(resolved("quoridor", "--time 10m -n 4").is_ok());
}

#[test]
fn openings_are_for_games_without_chance() {
    for line in ["", "--openings none"] {
        assert_eq!(resolved("durak", line).expect("decided").plan.openings, Openings::None);
    }
    let reported = refused("durak", "--openings random:2");
    assert!(
        reported.starts_with("--openings is for games without chance: durak begins with a deal"),
        "{reported}"
    );
}

#[test]
fn too_few_bots_are_refused_with_how_many_there_are() {
    let tute = resolved("tute", "-o seats=4").expect("decided");
    let reported = |playing, all| tute.enough(playing, all).unwrap_err().to_string();
    let begin = "a table of tute takes 4 bots with these house rules, and ";
    assert!(tute.enough(4, 4).is_ok());
    assert_eq!(reported(0, 0), format!("{begin}none was named"));
    assert_eq!(reported(1, 1), format!("{begin}only one was named"));
    assert_eq!(reported(3, 3), format!("{begin}only 3 were named"));
    assert_eq!(reported(0, 5), format!("{begin}none of the 5 that were named can play"));
    assert_eq!(reported(3, 5), format!("{begin}only 3 of the 5 that were named can play"));
}

#[test]
fn a_name_is_one_line() {
    let name = |name: &str| {
        let settings = Settings { name: Some(name.to_string()), ..Settings::default() };
        ResolvedPlan::new(game("quoridor").expect("a game"), settings, "x")
            .map(|resolved| resolved.plan.name)
    };
    assert_eq!(name("Año 3, Ω").expect("a name"), "Año 3, Ω");
    assert!(name(" ").is_err() && name("a\u{1b}[2J").is_err());
}
