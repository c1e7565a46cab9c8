//! Stored games as text: PGN in the order of cells and episodes, made from the store and never while
//! games are played, so that none is missing or there twice.

use crate::plan::{Cell, Plan, Truncation};
use crate::store::{Store, StoreError};
use ludometer_arena::pgn::{PgnGame, PgnMove};
use ludometer_arena::play::{Ending, Episode};
use ludometer_arena::record::{EpisodeRecord, MoveRecord};
use ludometer_core::{Clock, Reason};
use ludometer_spec::time_control;

/// How many games were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenGames {
    /// Games whose moves are stored.
    pub written: u64,
    /// Episodes whose moves were not recorded.
    pub unrecorded: u64,
}

/// Gives the text of every recorded game among the first `count` episodes of each cell to `each`.
pub fn pgn<E: From<StoreError>>(
    plan: &Plan,
    count: u64,
    store: &Store,
    mut each: impl FnMut(&str) -> Result<(), E>,
) -> Result<WrittenGames, E> {
    let mut games = WrittenGames::default();
    let mut seen = Vec::new();
    for cell in &plan.cells {
        let Some(id) = store.known(cell)? else {
            continue;
        };
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let names = names(cell);
        let mut rows = store.games(id, count);
        while let Some((number, episode)) = rows.next()? {
            let record = episode.record.as_deref();
            let Some(record) = record.filter(|record| record.moves.is_some()) else {
                games.unrecorded += 1;
                continue;
            };
            let game = game(plan, cell, &names, number, episode, record);
            let (first, second) = begins(record.start.as_deref());
            each(&game.written(first, second))?;
            games.written += 1;
        }
    }
    Ok(games)
}

/// The names of a cell's agents: what a program from outside calls itself, else the agent as the plan has
/// it. Two that are called alike are numbered.
pub(crate) fn names(cell: &Cell) -> Vec<String> {
    let programs = cell.outside().iter();
    let mut names: Vec<String> = programs
        .zip(cell.specs())
        .map(|(programs, spec)| match programs.first() {
            Some(program) => program.name.clone(),
            None => spec.to_string(),
        })
        .collect();
    let alike = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let numbered: Vec<bool> = names.iter().map(alike).collect();
    for (seat, name) in names.iter_mut().enumerate() {
        if numbered[seat] {
            *name += &format!(" ({})", seat + 1);
        }
    }
    names
}

/// The number of the first move, and whether it is the second player's: as a FEN says, else the first.
fn begins(start: Option<&str>) -> (u64, bool) {
    let fields: Vec<&str> = start.unwrap_or("").split_whitespace().collect();
    match fields[..] {
        [_, mover @ ("w" | "b"), _, _, _, number] => (number.parse().unwrap_or(1), mover == "b"),
        _ => (1, false),
    }
}

/// What PGN calls the ways in which a game ends.
fn standard_termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Finished => "normal",
        Ending::Truncated => "unterminated",
        Ending::Adjudicated => "adjudication",
        Ending::Forfeited(failed) => match failed.forfeit.reason {
            Reason::Time => "time forfeit",
            Reason::Illegal => "rules infraction",
            Reason::Resignation => "normal",
            _ => "abandoned",
        },
    }
}

fn result(plan: &Plan, episode: &Episode, first: usize) -> &'static str {
    if episode.ending == Ending::Truncated && plan.truncation == Truncation::Exclude {
        return "*";
    }
    match episode.seats.get(first).map_or(0.0, |seat| seat.payoff) {
        payoff if payoff > 0.0 => "1-0",
        payoff if payoff < 0.0 => "0-1",
        _ => "1/2-1/2",
    }
}

fn game(
    plan: &Plan,
    cell: &Cell,
    names: &[String],
    number: u64,
    episode: &Episode,
    record: &EpisodeRecord,
) -> PgnGame {
    let agent = |player: usize| {
        let mut agents = 0..names.len();
        agents
            .find(|&agent| cell.player(number, agent) == player)
            .unwrap_or(player)
    };
    let name = |player: usize| names.get(agent(player)).cloned().unwrap_or_default();
    let result = result(plan, episode, agent(0));
    let group = cell.group() as u64;
    let mut tags = vec![
        ("Event", plan.title.clone()),
        ("Site", "?".to_string()),
        ("Date", "????.??.??".to_string()),
        (
            "Round",
            format!("{}.{}", number / group + 1, number % group + 1),
        ),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", result.to_string()),
        ("Game", cell.game().to_string()),
    ];
    if names.len() != 2 {
        tags.retain(|(tag, _)| *tag != "White" && *tag != "Black");
        tags.extend((0..names.len()).map(|player| ("Player", name(player))));
        tags.dedup_by(|one, other| one.0 == "Player" && other.0 == "Player");
    }
    if let Some(start) = &record.start {
        tags.extend([("SetUp", "1".to_string()), ("FEN", start.clone())]);
    }
    tags.push(("PlyCount", episode.plies.to_string()));
    tags.push((
        "Termination",
        standard_termination(&episode.ending).to_string(),
    ));
    tags.extend(
        episode
            .termination()
            .map(|termination| ("Ending", termination)),
    );
    let controls = [0, 1].map(|player| cell.rules().budget_of(agent(player)).budget.clock);
    let text =
        |clock: Option<Clock>| clock.map_or("?".to_string(), |clock| time_control::written(&clock));
    match controls {
        [None, None] => {}
        [white, black] if white == black => tags.push(("TimeControl", text(white))),
        [white, black] => {
            tags.extend([
                ("WhiteTimeControl", text(white)),
                ("BlackTimeControl", text(black)),
            ]);
        }
    }
    tags.extend(
        record
            .opening
            .map(|opening| ("BookOpening", opening.to_string())),
    );
    tags.push(("Episode", number.to_string()));
    let decisions = record.decisions.as_deref().unwrap_or("");
    let decisions = decisions.split('\n').chain(std::iter::repeat(""));
    let moves = record.moves.as_deref().unwrap_or("");
    let moves = moves.split('\n').filter(|label| !label.is_empty());
    let mut moves: Vec<PgnMove> = moves
        .zip(decisions)
        // A label is one word in PGN.
        .map(|(label, known)| {
            PgnMove::new(label.replace(' ', "_"), MoveRecord::read(known).comment())
        })
        .collect();
    let mut game = PgnGame::default();
    if let Ending::Forfeited(failed) = &episode.ending {
        let said = format!("{} forfeits: {}", names[failed.agent], failed.forfeit);
        let comment = match moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut game.comment,
        };
        *comment = [comment.as_str(), &said].join(" ").trim().to_string();
    }
    game.tags = tags
        .into_iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect();
    game.moves = moves;
    game.result = result.to_string();
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_says_who_begins() {
        assert_eq!(begins(None), (1, false));
        assert_eq!(begins(Some("8/8/8/8/8/8/8/8 b - - 3 17")), (17, true));
        assert_eq!(begins(Some("some other game")), (1, false));
    }
}
