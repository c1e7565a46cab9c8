//! A game that the project has never seen, with hidden cards, chance and three players, written against
//! the prelude: the laws, the audit, agents by name, plans, and an edited game that must not reuse rows.

mod common;

use common::Folder;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::Plan;
use ludometer::prelude::*;
use ludometer::run::{RunError, RunSummary, edited_games, run};
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::store::Store;
use ludometer_core::audit::Scope;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Three players get a card each of a deck of ten and see only their own. In turn each stays or folds;
/// the highest card among those who stay wins a chip of every other player who stayed.
struct HighCard {
    /// What a player who folds pays to the pot of whoever wins.
    ante: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Deal {
    cards: [u8; 3],
    stayed: Vec<bool>,
}

impl HighCard {
    fn winner(&self, deal: &Deal) -> Option<usize> {
        let stayed = (0..3).filter(|&player| deal.stayed[player]);
        stayed.max_by_key(|&player| deal.cards[player])
    }
}

impl Game for HighCard {
    type State = Deal;
    type Action = bool;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new("high-card", 3)
            .with_chance()
            .with_hidden::<Self>()
            .paying(-1.0, 2.0)
    }
    fn start(&self, chance: &mut Rng) -> Deal {
        let mut deck: Vec<u8> = (0..10).collect();
        let cards = [(); 3].map(|()| deck.swap_remove(chance.index(deck.len())));
        Deal {
            cards,
            stayed: Vec::new(),
        }
    }
    fn turn(&self, deal: &Deal) -> Turn {
        match deal.stayed.len() {
            3 => Turn::Over,
            player => Turn::Of(Player(player as u8)),
        }
    }
    fn actions(&self, deal: &Deal, out: &mut Actions<Self>) {
        if deal.stayed.len() < 3 {
            out.extend([true, false]);
        }
    }
    fn apply(&self, deal: &mut Deal, stays: bool, _: &mut Rng) {
        deal.stayed.push(stays);
    }
    fn payoff(&self, deal: &Deal, player: Player) -> f64 {
        let pays = |player: usize| if deal.stayed[player] { 1.0 } else { self.ante };
        match self.winner(deal) {
            None => 0.0,
            Some(winner) if winner == player.index() => {
                (0..3).filter(|&other| other != winner).map(pays).sum()
            }
            Some(_) => -pays(player.index()),
        }
    }
    fn show(&self, deal: &Deal, viewer: Option<Player>) -> String {
        let over = deal.stayed.len() == 3;
        let card = |player: usize| match viewer {
            Some(viewer) if !over && viewer.index() != player => "?".to_string(),
            _ => deal.cards[player].to_string(),
        };
        format!("{} {} {} {:?}\n", card(0), card(1), card(2), deal.stayed)
    }
    fn label(&self, _: &Deal, stays: bool) -> String {
        if stays { "stay" } else { "fold" }.into()
    }
}

impl Hidden for HighCard {
    fn determinize(&self, deal: &Deal, viewer: Player, dice: &mut Rng) -> Deal {
        if deal.stayed.len() == 3 {
            return deal.clone();
        }
        let own = deal.cards[viewer.index()];
        let mut deck: Vec<u8> = (0..10).filter(|&card| card != own).collect();
        let mut drawn = deal.clone();
        for player in (0..3).filter(|&player| player != viewer.index()) {
            drawn.cards[player] = deck.swap_remove(dice.index(deck.len()));
        }
        drawn
    }
}

fn registry(id: &str, ante: f64) -> Registry {
    let mut registry = ludometer::catalogue();
    let about = "three players, one card each";
    let entry = GameEntry::new("high-card", id, about, none(), move |()| {
        Ok(GameEnv::new(HighCard { ante }, Vec::new()))
    });
    registry.game(entry).unwrap();
    registry
}

fn spec(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

const PLAN: &str = r#"
seed = 3
game = "high-card"
seats = ["{player}", "random", "random"]
mirror = true
episodes = 30

[vary]
player = ["random", "uct(playouts=20)", "flat(playouts=20)"]
"#;

fn plan(registry: &Registry) -> Plan {
    let text = Span::whole("plan.toml", PLAN);
    let plan = Plan::read("plan", &text, &[], &no_files, registry);
    plan.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

fn attempted(registry: &Registry, store: &Path) -> Result<RunSummary, RunError> {
    let mut store = Store::open(store).unwrap();
    let options = RunOptions {
        threads: 2,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    run(&plan(registry), 30, &mut store, options)
}

fn played(registry: &Registry, folder: &Folder) -> RunSummary {
    attempted(registry, &folder.path("store.db")).unwrap()
}

#[test]
fn the_laws_hold_and_every_agent_that_fits_is_honest() {
    let (game, _) = registry("high-card@1", 0.5)
        .open(&spec("high-card"))
        .unwrap();
    game.check_laws(Seed::new(1)).unwrap();
    for agent in [
        "random",
        "uct(playouts=20)",
        "flat(playouts=20)",
        "rhea(p=2, l=3, most=4)",
    ] {
        let audited = game.audit(&spec(agent), Seed::new(2), &Scope::default());
        let audited = audited.unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        audited.unwrap_or_else(|violation| panic!("{agent}: {violation}"));
    }
}

#[test]
fn a_search_that_must_see_everything_is_refused_with_a_remedy() {
    let registry = registry("high-card@1", 0.5);
    let text = PLAN.replace("flat(playouts=20)", "depth(t=2)");
    let plan = Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        &[],
        &no_files,
        &registry,
    );
    let diagnostic = plan.err().unwrap().to_string();
    assert!(
        diagnostic.contains("the game hides cards; try `uct`"),
        "{diagnostic}"
    );
}

#[test]
fn an_edited_game_with_a_new_version_does_not_reuse_rows() {
    let folder = Folder::new("stranger");
    let first = played(&registry("high-card@1", 0.5), &folder);
    assert_eq!((first.played, first.of), (90, 90));
    let again = played(&registry("high-card@1", 0.5), &folder);
    assert_eq!((again.played, again.stored), (0, 90));
    let edited = played(&registry("high-card@2", 0.25), &folder);
    assert_eq!((edited.played, edited.of), (90, 90));
}

/// Rows are found by identifier and version; that the rules under them are others is noticed by how they
/// play.
#[test]
fn an_edited_game_with_an_old_version_is_noticed() {
    let folder = Folder::new("edited");
    let [first, second] = ["store.db", "other.db"].map(|name| folder.path(name));
    let (original, edited) = (registry("high-card@1", 0.5), registry("high-card@1", 0.25));
    assert_eq!(attempted(&original, &first).unwrap().played, 90);
    let refused = attempted(&edited, &first).unwrap_err();
    assert!(matches!(refused, RunError::OtherRules { .. }), "{refused}");
    let refused = refused.to_string();
    let says = "the game high-card@1 plays differently from when the rows of this cell were played";
    assert!(refused.starts_with(says), "{refused}");
    assert!(refused.contains("hint: raise the version"), "{refused}");
    let store = Store::open_to_read(&first).unwrap();
    let noticed = |registry| edited_games(&plan(registry), &store).unwrap();
    assert_eq!(noticed(&edited), ["high-card@1"]);
    assert!(noticed(&original).is_empty());
    drop(store);
    // The rows are still those of the original, which goes on with them.
    let again = attempted(&original, &first).unwrap();
    assert_eq!((again.played, again.stored), (0, 90));

    // Parts that were played under different rules are not united.
    assert_eq!(attempted(&edited, &second).unwrap().played, 90);
    let mut all = Store::open(&folder.path("all.db")).unwrap();
    let other = |path| Store::open_to_read(path).unwrap();
    all.merge(&other(&first), &mut |_| {}).unwrap();
    let refused = all.merge(&other(&second), &mut |_| {}).unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("was edited between them"), "{refused}");
    drop(all);
    assert!(attempted(&edited, &folder.path("all.db")).is_err());

    // When the rows are removed the edited game begins anew.
    let keys: Vec<[u8; 16]> = plan(&original)
        .cells
        .iter()
        .map(|cell| cell.key())
        .collect();
    let mut store = Store::open(&first).unwrap();
    let pruned = store.prune(|key| !keys.contains(key), false).unwrap();
    assert_eq!(pruned.episodes, 90);
    drop(store);
    assert_eq!(attempted(&edited, &first).unwrap().played, 90);
}

/// A store from before fingerprints is read as it is, and gets them with the next run.
#[test]
fn a_store_without_fingerprints_gets_them_silently() {
    let folder = Folder::new("unmarked");
    let path = folder.path("store.db");
    let (original, edited) = (registry("high-card@1", 0.5), registry("high-card@1", 0.25));
    attempted(&original, &path).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("DROP TABLE fingerprints").unwrap();
    drop(connection);
    let store = Store::open_to_read(&path).unwrap();
    assert!(edited_games(&plan(&edited), &store).unwrap().is_empty());
    assert_eq!(store.check().unwrap().damage, []);
    drop(store);
    assert_eq!(attempted(&original, &path).unwrap().played, 0);
    assert!(attempted(&edited, &path).is_err());
}

#[test]
fn names_that_are_taken_are_refused_unless_they_replace() {
    let mut registry = registry("high-card@1", 0.5);
    let entry = |name: &str, id: &str| {
        GameEntry::new(name, id, "another", none(), |()| {
            Ok(GameEnv::new(HighCard { ante: 0.0 }, Vec::new()))
        })
    };
    // By name, by alias and by identifier.
    for (name, id, says) in [
        (
            "chess",
            "mine@1",
            "the name `chess` belongs to the game `chess`",
        ),
        (
            "reversi",
            "mine@1",
            "the name `reversi` belongs to the game `othello`",
        ),
        (
            "mine",
            "noughts@7",
            "the identifier `noughts` belongs to the game `tic-tac-toe`",
        ),
    ] {
        let refused = registry.game(entry(name, id)).unwrap_err().to_string();
        let begins = format!("the game `{name}` cannot be registered: {says}; take another ");
        assert!(refused.starts_with(&begins), "{refused}");
    }
    let agent = |name: &str, id: &str| {
        GeneralAgent::new(name, id, "another", none(), |()| {
            ludometer::agents::Uniform::default()
        })
    };
    for (name, id, says) in [
        ("uct", "mine@1", "the name `uct` belongs to the agent `uct`"),
        (
            "mine",
            "uct@3",
            "the identifier `uct` belongs to the agent `uct`",
        ),
    ] {
        let refused = registry.agent(agent(name, id)).unwrap_err().to_string();
        assert!(refused.contains(says), "{refused}");
    }
    let plan = NamedText::new("plans", "mine", PLAN).formerly("slide-depth4");
    let refused = registry.plan(plan).unwrap_err().to_string();
    let says = "the plan `mine` cannot be registered: the name `slide-depth4` belongs to the plan `slide-depth4`";
    assert!(refused.starts_with(says), "{refused}");
    registry.replace(entry("chess", "mine@1"));
    let (game, _) = registry.open(&spec("chess")).unwrap();
    assert_eq!(game.facts().players, 3);
}
