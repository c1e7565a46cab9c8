//! What a page draws: a scene as data, made of what the game shows and of how it writes positions. A game
//! that has no scene is played by its text and its list of moves.

mod board;
mod poker;

use serde::Serialize;

/// A legal action, with the squares that a person may point at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Choice {
    /// The game's own notation.
    pub(crate) label: String,
    /// The squares that it may be picked up from; none where something is placed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) from: Vec<String>,
    /// The squares that it may be dropped on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) to: Vec<String>,
    /// The notation of engines, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine: Option<String>,
}

/// A card, or the back of one.
pub(crate) type Card = Option<String>;

/// A player at a table of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TableSeat {
    /// The cards; `null` is one that the viewer may not see.
    pub(crate) cards: Vec<Card>,
    /// Facts such as `stack 98`.
    pub(crate) facts: Vec<String>,
}

/// What a page draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Scene {
    /// A board of squares.
    Board {
        /// `chess`, `othello`, `loa`, `marks` or `tiles`.
        style: &'static str,
        /// The names of the squares, row by row from the top.
        squares: Vec<Vec<String>>,
        /// What stands on them; empty where nothing does.
        pieces: Vec<Vec<String>>,
        /// Whether the squares have two colours.
        chequered: bool,
    },
    /// Cards on a table.
    Table {
        /// The open cards.
        board: Vec<Card>,
        /// Facts such as `pot 6`.
        facts: Vec<String>,
        /// The players.
        seats: Vec<TableSeat>,
    },
}

/// The scene of a position, by the name of its game's entry.
pub(crate) fn scene(entry: &str, shown: &str, notation: Option<&str>) -> Option<Scene> {
    match entry {
        // The notation of these games may begin with an earlier position and the moves since.
        "chess" => board::ranked("chess", shown),
        "loa" => board::ranked("loa", shown),
        "tic-tac-toe" => board::ranked("marks", shown),
        "othello" => board::othello(notation?),
        "slide" => board::tiles(shown),
        "omaha" => poker::omaha(shown),
        "kuhn" => poker::kuhn(shown),
        _ => None,
    }
}

/// Whether everybody sees every action of this game although it has hidden information.
pub(crate) fn has_public_actions(entry: &str) -> bool {
    matches!(entry, "omaha" | "kuhn")
}

/// Legal actions with their squares.
pub(crate) fn choices(
    entry: &str,
    scene: Option<&Scene>,
    labels: Vec<String>,
    engine: Option<Vec<String>>,
) -> Vec<Choice> {
    let mut engine = engine.unwrap_or_default().into_iter();
    let choice = |label: String| {
        let engine = engine.next();
        let (from, to) = match scene {
            Some(Scene::Board {
                squares, pieces, ..
            }) => match entry {
                "slide" => board::push(&label, squares, pieces),
                _ => board::squares_of(engine.as_deref().unwrap_or(&label)),
            },
            _ => Default::default(),
        };
        Choice {
            label,
            from,
            to,
            engine,
        }
    };
    labels.into_iter().map(choice).collect()
}
