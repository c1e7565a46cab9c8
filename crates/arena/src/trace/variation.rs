//! Variations simulated with the forward model and drawn over a board.

use crate::env::GameEnv;
use ludometer_core::{Game, Generator, Location, Player, Rng, Seed, Turn, Variation};

/// The random stream with which the variations of a decision are simulated, by the plies before it:
/// the same for all of them, wherever they are shown.
pub fn follower(seed: Seed, plies: u32) -> Rng {
    let dice = seed.named("follow").nth(u64::from(plies));
    dice.rng(Generator::Xoshiro)
}

/// A variation that an agent reported, simulated with the forward model.
///
/// The simulation uses a separate random stream, so chance may differ from what the agent sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulatedVariation {
    /// The labels of the actions, as far as they were legal.
    pub labels: Vec<String>,
    /// How many further actions there were, after one that was not legal.
    pub more: usize,
    /// Whether the game ended.
    pub over: bool,
    /// Its value for the player, in the agent's own units.
    pub value: f64,
    /// How often it was visited.
    pub visits: u64,
    /// The location of the player at first and after each action, in games that have locations, until
    /// it leaves the board.
    pub places: Vec<Location>,
}

impl SimulatedVariation {
    /// Simulates a variation from the state that the agent's seat was opened on. Other players act as
    /// the variation says, or at random where it does not include them.
    pub fn follow<G: Game>(
        env: &GameEnv<G>,
        (position, player): (&G::State, Player),
        line: &Variation<G::Action>,
        mut dice: Rng,
    ) -> SimulatedVariation {
        let game = &**env.game();
        let mut state = position.clone();
        let mut labels = Vec::new();
        let mut places = Vec::from_iter(env.location(&state, player));
        let mut seen = !places.is_empty();
        let mut legal = Vec::new();
        'line: for &action in &line.actions {
            loop {
                legal.clear();
                game.actions(&state, &mut legal);
                if legal.contains(&action) {
                    break;
                }
                match game.turn(&state) {
                    Turn::Of(mover) if mover != player => {
                        let other = legal[dice.index(legal.len())];
                        game.step(&mut state, other, &mut dice);
                    }
                    _ => break 'line,
                }
            }
            labels.push(game.label(&state, action));
            game.step(&mut state, action, &mut dice);
            match env.location(&state, player).filter(|_| seen) {
                Some(location) => places.push(location),
                None => seen = false,
            }
        }
        SimulatedVariation {
            more: line.actions.len() - labels.len(),
            over: game.turn(&state) == Turn::Over,
            labels,
            value: line.value,
            visits: line.visits,
            places,
        }
    }

    /// The actions on one line: `LEFT x3 USE`.
    pub fn folded(&self) -> String {
        let runs = self.labels.chunk_by(|one, next| one == next);
        let runs = runs.map(|run| match run.len() {
            1 => run[0].clone(),
            length => format!("{} x{length}", run[0]),
        });
        runs.collect::<Vec<_>>().join(" ") + &self.end()
    }

    /// The suffix after the actions: that the game is over, or how many more were planned.
    pub fn end(&self) -> String {
        match (self.over, self.more) {
            (true, _) => ", the end".into(),
            (false, 0) => String::new(),
            (false, more) => format!(", {more} more"),
        }
    }
}

/// The marks of the steps of a path, in order.
const MARKS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

/// A board with a path drawn over it: the cell that the first step leads to is 1, and so on to z and
/// then `+`; a cell keeps its first mark, and the first cell of the path is unchanged.
///
/// `shown` is what [`Game::show`] shows. The board is taken to be those of its lines around the first
/// place that are as long as the one it is on. `None` if the path is empty.
pub fn drawn(shown: &str, places: &[Location]) -> Option<String> {
    let (start, steps) = places.split_first()?;
    if steps.iter().all(|location| location == start) {
        return None;
    }
    let mut rows: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
    let width = rows.get(start.row)?.len();
    let alike = |row: &&Vec<char>| row.len() == width;
    let above = rows[..start.row].iter().rev().take_while(alike).count();
    let below = rows[start.row..].iter().take_while(alike).count();
    let mut taken = vec![*start];
    for (location, mark) in steps
        .iter()
        .zip(MARKS.chars().chain(std::iter::repeat('+')))
    {
        let row = rows.get_mut(location.row);
        if let Some(cell) = row.and_then(|row| row.get_mut(location.column))
            && !taken.contains(location)
        {
            *cell = mark;
            taken.push(*location);
        }
    }
    let board = &rows[start.row - above..start.row + below];
    let lines = board.iter().map(|row| row.iter().chain(&['\n']));
    Some(lines.flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_games::chess::Chess;
    use ludometer_games::meteors::{self, Meteors, Steer};

    fn location(column: usize, row: usize) -> Location {
        Location { column, row }
    }

    #[test]
    fn a_way_is_marked_in_its_order_and_a_cell_keeps_its_first_mark() {
        let shown = "clock\n#..#\n#A.#\n####\na legend\n";
        let way = [(1, 2), (2, 2), (2, 1), (2, 1), (1, 1), (1, 2), (2, 2)];
        let way = way.map(|(column, row)| location(column, row));
        assert_eq!(drawn(shown, &way).unwrap(), "#42#\n#A1#\n####\n");
        assert_eq!(drawn(shown, &way[..1]), None);
        assert_eq!(drawn(shown, &[]), None);
    }

    #[test]
    fn marks_go_on_behind_z() {
        let shown = format!("A{}\n", ".".repeat(40));
        let way: Vec<Location> = (0..40).map(|column| location(column, 0)).collect();
        let expected = format!("A{MARKS}++++.\n");
        assert_eq!(drawn(&shown, &way).unwrap(), expected);
    }

    #[test]
    fn equal_actions_are_folded() {
        let way = |labels: &[&str], more, over| SimulatedVariation {
            labels: labels.iter().map(ToString::to_string).collect(),
            more,
            over,
            value: 0.0,
            visits: 1,
            places: Vec::new(),
        };
        let labels = ["LEFT", "LEFT", "LEFT", "USE", "LEFT"];
        assert_eq!(way(&labels, 0, false).folded(), "LEFT x3 USE LEFT");
        assert_eq!(way(&labels[3..4], 2, false).folded(), "USE, 2 more");
        assert_eq!(way(&labels[..2], 2, true).folded(), "LEFT x2, the end");
    }

    #[test]
    fn a_way_is_followed_as_far_as_the_rules_allow() {
        let env = GameEnv::new(Meteors, meteors::measures()).with_location();
        let sky = Meteors.start(&mut follower(Seed::new(1), 0));
        let line = Variation::new(vec![Steer::Left; 5], 2.5, 7);
        // The sky is empty at first, so nothing hits the ship on its way to the edge.
        let way =
            SimulatedVariation::follow(&env, (&sky, Player(0)), &line, follower(Seed::new(1), 0));
        assert_eq!(way.folded(), "left x3, 2 more");
        assert_eq!((way.value, way.visits), (2.5, 7));
        assert_eq!(way.places, [3, 2, 1, 0].map(|column| location(column, 6)));
        let shown = Meteors.show(&sky, None);
        let board = drawn(&shown, &way.places).unwrap();
        assert_eq!(board.lines().count(), 6, "{board}");
        assert!(board.ends_with("\n321A...\n"), "{board}");
        let untold = GameEnv::new(Meteors, meteors::measures());
        let way = SimulatedVariation::follow(
            &untold,
            (&sky, Player(0)),
            &line,
            follower(Seed::new(1), 0),
        );
        assert_eq!(way.places, []);
    }

    #[test]
    fn others_act_at_random_where_a_line_is_silent_about_them() {
        let env = GameEnv::new(Chess, Vec::new());
        let board = Chess.start(&mut follower(Seed::new(1), 0));
        let mut moves = Vec::new();
        Chess.actions(&board, &mut moves);
        let pawn = |to: &str| {
            let mut moves = moves.iter().copied();
            moves
                .find(|&action| Chess.label(&board, action) == to)
                .unwrap()
        };
        let line = |actions: &[_]| Variation::new(actions.to_vec(), 0.0, 1);
        let follow = |line| {
            let at = (&board, Player(0));
            SimulatedVariation::follow(&env, at, &line, follower(Seed::new(1), 0)).folded()
        };
        assert_eq!(follow(line(&[pawn("a4"), pawn("h4")])), "a4 h4");
        // Black cannot play it, and White not twice.
        assert_eq!(follow(line(&[pawn("a4"), pawn("a4")])), "a4, 1 more");
    }
}
