//! Rules for every script language: names, and the queries and fuel of a search.

use juez::core::{Limits, PlayedBy, Seed};
use juez::registry::{MatchSetup, PlayerSpec, game, games};
use juez::script::{BotSpec, LANGUAGES, VIEW_BASE, VIEW_FIELDS, WORLD_BASE};

#[test]
fn a_two_ply_search_through_worlds_fits_in_half_of_the_normal_budget() {
    let source = "
        local bot = {}
        function bot.next_move(view)
          local full, leaves = view:fuel(), 0
          local best, best_value = nil, -1000
          local world = view:world()
          for _, move in ipairs(world:moves()) do
            local after = world:play(move)
            local worst = 1000
            for _, reply in ipairs(after:moves()) do
              local leaf = after:play(reply)
              leaves = leaves + 1
              worst = math.min(worst, leaf:distance(1 - view.seat) - leaf:distance(view.seat))
            end
            if worst > best_value then best, best_value = move, worst end
          end
          assert(leaves == 16677, leaves)
          assert(view:fuel() > full / 2, 'left: ' .. view:fuel() .. ' of ' .. full)
          return best
        end
        return bot";
    let quoridor = game("quoridor").expect("there is quoridor");
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").expect("there is Lua");
    let spec = BotSpec::from_source(lua, "full.lua", source).expect("it compiles");
    let me = PlayerSpec { name: "me".into(), mind: juez::registry::Mind::Script(spec) };
    let random = PlayerSpec::read("random", quoridor).expect("there is random");
    let mut setup = MatchSetup::new(vec![me, random]);
    setup.seed = Some(Seed::from(1));
    setup.terms.limits = Limits::default();
    setup.terms.options.insert("max_plies".into(), 2.into());
    let record = quoridor.play(&setup, &mut ()).expect("the setup is right");
    assert_eq!(record.end.expect("a played match ends").faults, []);
}

#[test]
fn no_name_of_the_api_is_a_reserved_word_of_any_language() {
    let mut names: Vec<&str> = VIEW_FIELDS.iter().map(|field| field.name).collect();
    names.extend(VIEW_BASE.iter().map(|base| base.row.name));
    names.extend(WORLD_BASE.iter().map(|base| base.row.name));
    names.extend(VIEW_BASE.iter().flat_map(|base| base.row.params.iter().map(|param| param.name)));
    for game in games() {
        names.extend(game.queries().iter().map(|row| row.name));
        names.extend(
            game.queries().iter().flat_map(|row| row.params.iter().map(|param| param.name)),
        );
    }
    names.extend(["info", "result", "view", "world", "start", "next_move", "finish"]);
    for language in LANGUAGES {
        for name in &names {
            let source = match language.played_by {
                PlayedBy::Lua => format!("local {name} = 1 return {name}"),
                _ => format!(
                    "fn f({name}) {{ {name}.{name}; {name}.{name}(); {name} }} fn {name}() {{ }}"
                ),
            };
            let file = format!("name.{}", language.id);
            let compiled = BotSpec::from_source(language, &file, &source);
            assert!(compiled.is_ok(), "{name} cannot be a name in {}", language.title);
        }
    }
}

#[test]
fn the_world_of_a_view_with_nothing_hidden_is_the_position_itself() {
    let quoridor = game("quoridor").expect("there is quoridor");
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").expect("there is Lua");
    let source = "
        local bot = {}
        function bot.next_move(view)
          local world = view:world(3)
          assert(world:to_move() == view.seat and not world:is_over())
          assert(table.concat(world:moves(), ' ') == table.concat(view:moves(), ' '))
          local seen = world:view(view.seat)
          assert(seen.ply == view.ply and seen.game == 'quoridor' and seen.deal == 0)
          assert(#seen:moves() == #view:moves() and #world:view(1 - view.seat):moves() == 0)
          local over = world:playout()
          assert(over:is_over() and over:to_move() == nil)
          local ranks = over:rank(0) + over:rank(1)
          assert(ranks == 3 or ranks == 2)
          assert(over:points(0) + over:points(1) == 3 - 1 - (ranks == 2 and 2 or 1))
          assert(world:rank(0) == nil and world:points(0) == 0)
          assert(world:playout(0):to_move() == view.seat)
          assert(view:why_illegal('e5') ~= nil and view:why_illegal(view:moves()[1]) == nil)
          assert(#view:history() == view.ply and view.seats == 2)
          assert(view:data().pawns[1] == view:pawn(0))
          local n = view:random(10)
          assert(n >= 0 and n < 10)
          view:mark('e5', 'here', 'red') view:note('a note')
          view:plot('lead', 2) view:plot('risk', 0.5)
          return view:moves()[view:random(#view:moves()) + 1]
        end
        return bot";
    let spec = BotSpec::from_source(lua, "all.lua", source).expect("it compiles");
    let me = PlayerSpec { name: "me".into(), mind: juez::registry::Mind::Script(spec) };
    let mut setup = MatchSetup::new(vec![me.clone(), me]);
    setup.seed = Some(Seed::from(2));
    let record = quoridor.play(&setup, &mut ()).expect("the setup is right");
    assert_eq!(record.end.as_ref().map(|end| end.faults.clone()), Some(vec![]));
    let marks = record.plies[0].marks.as_ref().expect("marks");
    assert_eq!(marks[0].place.as_deref(), Some("e5"));
    assert_eq!((marks[1].place.as_deref(), &marks[1].label[..]), (None, "a note"));
    let plots: Vec<String> = record.plies[0].plots.iter().map(ToString::to_string).collect();
    assert_eq!(plots, ["lead 2", "risk 0.5"]);
}
