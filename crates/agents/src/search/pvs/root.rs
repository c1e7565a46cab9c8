//! The root: iterative deepening with aspiration windows, the best action first.

use super::walk::step;
use super::{DECIDED, Kind, Node, PLY, Pvs, SearchGuide, Window};
use crate::search::depth::Exhausted;
use ludometer_core::{Bound, Evaluator, Game, Score, SearchStats, Seat};

/// An action of the root and what is known of it.
struct Choice<G: Game> {
    action: G::Action,
    value: f64,
    bound: Bound,
    steps: u64,
}

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Pvs<G, E, W> {
    pub(super) fn deepen(&mut self, seat: &mut Seat<'_, G>) -> G::Action {
        let mut actions = seat.actions();
        seat.dice().shuffle(&mut actions);
        let mut choices: Vec<Choice<G>> = actions
            .into_iter()
            .map(|action| Choice {
                action,
                value: 0.0,
                bound: Bound::Exact,
                steps: 0,
            })
            .collect();
        // A single action is not searched, unless the budget is unlimited: an analysis wants its value.
        let deepest = match choices.len() {
            1 if seat.is_limited() => 0,
            _ => self.depth,
        };
        let mut last = None;
        let mut stats = SearchStats::default();
        for depth in 1..=deepest {
            let Ok(value) = self.aspire(seat, &mut choices, depth, last) else {
                break;
            };
            stats = stats
                .with_depth(depth)
                .with_score(Score::Value(value), Bound::Exact);
            seat.report_search(stats.with_nodes(seat.spent().steps));
            // A finish within the horizon stays what it is, however deep one looks.
            if value.abs() >= DECIDED {
                break;
            }
            last = Some(value);
            choices[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        // What an unfinished iteration spent counts too.
        seat.report_search(stats.with_nodes(seat.spent().steps));
        for choice in &choices {
            seat.report_bound(choice.action, choice.value, choice.bound, choice.steps);
        }
        choices[0].action
    }

    /// One more ply, in a window around the last value first.
    fn aspire(
        &mut self,
        seat: &mut Seat<'_, G>,
        choices: &mut [Choice<G>],
        depth: u32,
        last: Option<f64>,
    ) -> Result<f64, Exhausted> {
        let mut window = Window::OPEN;
        let aspires = self.techniques.aspiration > 0.0 && !self.techniques.exact_root;
        if let (Some(last), true) = (last, aspires) {
            window.alpha = last - self.techniques.aspiration;
            window.beta = last + self.techniques.aspiration;
        }
        loop {
            let value = self.choose(seat, choices, depth, window)?;
            if value <= window.alpha && window.alpha > f64::NEG_INFINITY {
                window.alpha = f64::NEG_INFINITY;
            } else if value >= window.beta && window.beta < f64::INFINITY {
                window.beta = f64::INFINITY;
            } else {
                return Ok(value);
            }
        }
    }

    /// Looks at every action in turn and brings each new best one to the front.
    fn choose(
        &mut self,
        seat: &mut Seat<'_, G>,
        choices: &mut [Choice<G>],
        depth: u32,
        window: Window,
    ) -> Result<f64, Exhausted> {
        let Window { mut alpha, beta } = window;
        let root = Node {
            depth: depth as i32 * PLY,
            ply: 0,
            kind: Kind::Principal,
            passed: false,
        };
        let (scout, exact) = (self.techniques.scout, self.techniques.exact_root);
        let mut best = f64::NEG_INFINITY;
        for turn in 0..choices.len() {
            let before = seat.spent().steps;
            let position = seat.position().clone();
            let next = step(seat, &position, choices[turn].action)?;
            let mut look =
                |kind: Kind, window: Window| self.walk(seat, &next, root.below(PLY, kind), window);
            let value = if exact {
                look(Kind::Principal, Window::OPEN)?
            } else if turn == 0 {
                look(Kind::Principal, Window { alpha, beta })?
            } else if !scout {
                look(Kind::Cut, Window { alpha, beta })?
            } else {
                match look(Kind::Cut, Window::above(alpha))? {
                    value if value > alpha && value < beta => {
                        look(Kind::Principal, Window { alpha, beta })?
                    }
                    value => value,
                }
            };
            choices[turn].value = value;
            choices[turn].bound = match exact {
                true => Bound::Exact,
                false => Bound::of(value, alpha, beta),
            };
            choices[turn].steps += seat.spent().steps - before;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                choices[..=turn].rotate_right(1);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
