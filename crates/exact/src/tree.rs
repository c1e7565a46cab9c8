//! Trees written out by hand, as games to test with.

use ludometer_core::{Actions, Facts, Game, Perfect, Player, Rng, Turn};

/// A graph of positions. `0: 1 2` leads from position 0 to 1 and 2, in this order; `3 = -1 -4` is
/// the end of a game with this payoff and these points of player 0.
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    mover: Player,
    next: Vec<usize>,
    end: Option<[f64; 2]>,
}

impl Tree {
    /// One line a position, in order. A `*` after the number of a position lets player 1 move.
    pub(crate) fn new(lines: &[&str]) -> Tree {
        let nodes = lines.iter().enumerate().map(|(number, line)| {
            let (head, tail) = line
                .split_once([':', '='])
                .expect("a position leads somewhere or ends");
            let head = head.trim();
            assert_eq!(
                head.trim_end_matches('*').parse(),
                Ok(number),
                "positions are in order"
            );
            let ends = line.contains('=');
            let words = tail.split_whitespace();
            Node {
                mover: Player(u8::from(head.ends_with('*'))),
                next: match ends {
                    true => Vec::new(),
                    false => words.clone().map(|word| word.parse().unwrap()).collect(),
                },
                end: ends.then(|| {
                    let numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
                    [numbers[0], numbers[1]]
                }),
            }
        });
        Tree {
            nodes: nodes.collect(),
        }
    }
}

impl Game for Tree {
    type State = usize;
    type Action = usize;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("tree", 2)
    }

    fn start(&self, _: &mut Rng) -> usize {
        0
    }

    fn turn(&self, &state: &usize) -> Turn {
        match self.nodes[state].end {
            Some(_) => Turn::Over,
            None => Turn::Of(self.nodes[state].mover),
        }
    }

    fn actions(&self, &state: &usize, out: &mut Actions<Self>) {
        out.extend(0..self.nodes[state].next.len());
    }

    fn apply(&self, state: &mut usize, action: usize, _: &mut Rng) {
        *state = self.nodes[*state].next[action];
    }

    fn payoff(&self, &state: &usize, player: Player) -> f64 {
        let sign = if player == Player(0) { 1.0 } else { -1.0 };
        self.nodes[state]
            .end
            .map_or(0.0, |[payoff, _]| sign * payoff)
    }

    fn points(&self, &state: &usize, player: Player) -> f64 {
        let sign = if player == Player(0) { 1.0 } else { -1.0 };
        self.nodes[state]
            .end
            .map_or(0.0, |[_, points]| sign * points)
    }

    fn show(&self, state: &usize, _: Option<Player>) -> String {
        state.to_string()
    }

    fn label(&self, _: &usize, action: usize) -> String {
        action.to_string()
    }
}
