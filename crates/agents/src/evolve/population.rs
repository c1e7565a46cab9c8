//! Plans, their genetic operators, and their evaluation by simulation.

use super::gene::{self, Gene};
use ludometer_core::{Actions, Evaluator, Game, Rng, Seat, Turn};

/// A plan with its fitness.
#[derive(Clone, Debug)]
pub(super) struct Individual<A> {
    pub(super) genes: Vec<Gene>,
    /// The actions that the genes were decoded to when the plan was simulated.
    pub(super) trail: Vec<A>,
    pub(super) fitness: f64,
}

impl<A> Individual<A> {
    /// A plan that has not been simulated yet.
    pub(super) fn new(genes: Vec<Gene>) -> Self {
        Individual {
            genes,
            trail: Vec::new(),
            fitness: f64::NEG_INFINITY,
        }
    }

    /// A uniformly random plan.
    pub(super) fn draw(length: usize, alphabet: usize, dice: &mut Rng) -> Self {
        Individual::new((0..length).map(|_| gene::draw(alphabet, dice)).collect())
    }

    /// Draws every gene anew.
    pub(super) fn redraw(&mut self, alphabet: usize, dice: &mut Rng) {
        self.genes.fill_with(|| gene::draw(alphabet, dice));
    }

    /// Mutation: changes one uniformly chosen gene to a different uniformly chosen value.
    pub(super) fn mutate(&mut self, alphabet: usize, dice: &mut Rng) {
        let at = dice.index(self.genes.len());
        self.genes[at] = gene::other(self.genes[at], alphabet, dice);
    }

    /// Uniform crossover: takes every gene from one parent or the other with equal probability.
    pub(super) fn cross(&mut self, one: &Self, other: &Self, dice: &mut Rng) {
        self.genes.clear();
        let mut bits = 0;
        for (at, (&one, &other)) in one.genes.iter().zip(&other.genes).enumerate() {
            if at % 64 == 0 {
                bits = dice.bits();
            }
            self.genes.push(if bits & 1 == 0 { one } else { other });
            bits >>= 1;
        }
    }

    /// Drops the first gene and appends a random one (shift buffer).
    pub(super) fn shift(&mut self, alphabet: usize, dice: &mut Rng) {
        self.genes.rotate_left(1);
        if let Some(last) = self.genes.last_mut() {
            *last = gene::draw(alphabet, dice);
        }
    }
}

/// Random rollouts after the end of a plan, whose mean is then the plan's fitness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) rollouts: u32,
    pub(super) plies: u32,
}

/// Simulates and evaluates plans.
pub(super) struct PlanEvaluator<G: Game, E> {
    pub(super) evaluator: E,
    pub(super) tail: Tail,
    /// Calls that must be left when a plan was simulated.
    pub(super) reserve: u64,
    actions: Actions<G>,
}

impl<G: Game, E: Evaluator<G>> PlanEvaluator<G, E> {
    pub(super) fn new(evaluator: E, tail: Tail) -> Self {
        PlanEvaluator {
            evaluator,
            tail,
            reserve: 0,
            actions: Vec::new(),
        }
    }

    /// Simulates a plan and records its fitness; `None` if the budget ends first.
    ///
    /// Other players move at random.
    pub(super) fn follow(
        &mut self,
        seat: &mut Seat<'_, G>,
        plan: &mut Individual<G::Action>,
        alphabet: usize,
    ) -> Option<()> {
        let rollouts = self.tail.rollouts.max(1);
        let tail = u64::from(self.tail.rollouts) * u64::from(self.tail.plies);
        let steps = plan.genes.len() as u64 + tail + self.reserve;
        if !seat.can_afford(steps, u64::from(rollouts)) {
            return None;
        }
        let (game, player) = (seat.game(), seat.player());
        let limited = seat.is_limited();
        let mut state = seat.determinize();
        plan.trail.clear();
        let mut genes = plan.genes.iter();
        while let Turn::Of(mover) = game.turn(&state) {
            let gene = match genes.as_slice().first() {
                Some(&gene) => gene,
                None => break,
            };
            if limited && !seat.can_afford(1, 1) {
                return None;
            }
            self.actions.clear();
            game.actions(&state, &mut self.actions);
            let legal = self.actions.len();
            let action = if mover == player {
                genes.next();
                let action = self.actions[gene::read(gene, alphabet, legal, seat.dice())];
                plan.trail.push(action);
                action
            } else {
                self.actions[seat.dice().index(legal)]
            };
            seat.step(&mut state, action);
        }
        if self.tail.rollouts == 0 {
            plan.fitness = seat.value(&mut self.evaluator, &state);
            return Some(());
        }
        let mut sum = 0.0;
        for _ in 0..rollouts {
            sum += self.wander(seat, state.clone())?;
        }
        plan.fitness = sum / f64::from(rollouts);
        Some(())
    }

    /// The value of a state after a random rollout.
    fn wander(&mut self, seat: &mut Seat<'_, G>, mut state: G::State) -> Option<f64> {
        let game = seat.game();
        for _ in 0..self.tail.plies {
            self.actions.clear();
            game.actions(&state, &mut self.actions);
            if self.actions.is_empty() {
                break;
            }
            if !seat.can_afford(1, 1) {
                return None;
            }
            let action = self.actions[seat.dice().index(self.actions.len())];
            seat.step(&mut state, action);
        }
        Some(seat.value(&mut self.evaluator, &state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    fn dice() -> Rng {
        Seed::new(6).rng(Generator::Xoshiro)
    }

    /// Whether these counts are of equally likely events, by chi-squared with this quantile.
    fn is_level(counts: &[u32], quantile: f64) -> bool {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        let square = |&count: &u32| libm::pow(f64::from(count) - mean, 2.0) / mean;
        counts.iter().map(square).sum::<f64>() < quantile
    }

    #[test]
    fn mutation_changes_one_gene_and_every_gene_is_as_likely() {
        let mut dice = dice();
        let mut counts = [0u32; 8];
        for _ in 0..8000 {
            let mut plan: Individual<()> = Individual::new(vec![1; 8]);
            plan.mutate(3, &mut dice);
            let changed: Vec<usize> = (0..8).filter(|&at| plan.genes[at] != 1).collect();
            assert_eq!(changed.len(), 1);
            assert!(plan.genes[changed[0]] < 3);
            counts[changed[0]] += 1;
        }
        // Seven degrees of freedom.
        assert!(is_level(&counts, 24.3), "{counts:?}");
    }

    /// Parents of all zeros and all ones, of more genes than there are bits in a word.
    #[test]
    fn every_gene_comes_from_either_parent_with_equal_chance() {
        let mut dice = dice();
        let [zeros, ones] = [0, 1].map(|gene| Individual::<()>::new(vec![gene; 150]));
        let mut child = Individual::new(vec![7; 3]);
        let mut counts = [0u32; 150];
        for _ in 0..4000 {
            child.cross(&zeros, &ones, &mut dice);
            assert_eq!(child.genes.len(), 150);
            for (count, &gene) in counts.iter_mut().zip(&child.genes) {
                *count += u32::from(gene);
            }
        }
        // 2000 of 4000 with a standard deviation of 31.6: five of them.
        assert!(
            counts.iter().all(|count| count.abs_diff(2000) < 158),
            "{counts:?}"
        );
        // And one after the other independently: neighbours agree half of the time.
        let agree = child.genes.windows(2).filter(|pair| pair[0] == pair[1]);
        assert!((45..105).contains(&agree.count()));
    }

    #[test]
    fn a_plan_that_is_kept_loses_its_first_gene_and_gains_a_last() {
        let mut dice = dice();
        let mut last = [0u32; 4];
        for _ in 0..4000 {
            let mut plan: Individual<()> = Individual::new(vec![9, 8, 7]);
            plan.shift(4, &mut dice);
            assert_eq!(plan.genes[..2], [8, 7]);
            last[usize::from(plan.genes[2])] += 1;
        }
        // Three degrees of freedom.
        assert!(is_level(&last, 16.3), "{last:?}");
    }

    #[test]
    fn plans_are_drawn_from_the_whole_alphabet() {
        let mut dice = dice();
        let mut counts = [0u32; 5];
        let mut plan: Individual<()> = Individual::draw(1000, 5, &mut dice);
        assert_eq!(plan.fitness, f64::NEG_INFINITY);
        for _ in 0..5 {
            for &gene in &plan.genes {
                counts[usize::from(gene)] += 1;
            }
            plan.redraw(5, &mut dice);
            assert_eq!(plan.genes.len(), 1000);
        }
        // Four degrees of freedom.
        assert!(is_level(&counts, 18.5), "{counts:?}");
    }
}
