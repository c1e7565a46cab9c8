//! Rolling horizon evolution (A-Vanilla of Gaina, Lucas and Pérez-Liébana 2017, section IV.B) and
//! extensions of later work.

use super::gene::{Gene, LARGEST};
use super::population::{Individual, PlanEvaluator, Tail};
use super::seeding::Seeding;
use ludometer_core::{Agent, Evaluator, Forfeit, Game, Rng, Seat};

/// How new plans are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Optimizer {
    /// One plan is mutated; of several, two are crossed and the child is mutated.
    #[default]
    Evolution,
    /// Random search: every plan is random.
    RandomSearch,
}

/// How the two parents of a plan are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParentSelection {
    /// Two different plans, every pair as likely: the best two of a tournament of two, as GVGAI's
    /// sample controller crosses them. Nothing is selected for.
    #[default]
    Pair,
    /// Each parent wins a tournament of two different plans, as the paper's words may be read too.
    TournamentWinners,
}

/// How the calls that the initial population costs count against the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitCharge {
    /// Each once, as it was made.
    #[default]
    Once,
    /// Twice, and the look-ahead of one-step seeding as one call for each action of the plan: so the
    /// published code of the paper's first author counts. What it leaves out is still made, so the
    /// budget of the seat remains the upper limit.
    Twice,
}

/// Variants that the paper leaves open and extensions of later work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RheaOptions {
    /// How parents are chosen.
    pub parents: ParentSelection,
    /// Whether the best plan, which survives, can be a parent. GVGAI's sample controller draws parents
    /// from the others, the code of the paper's first author from all.
    pub elite_breeds: bool,
    /// How the initial population is charged.
    pub charge: InitCharge,
    /// Shift buffer: whether plans are kept for the next decision, with the first action dropped and a
    /// random one appended.
    pub shift: bool,
    /// Random rollouts after the end of a plan; its fitness is then their mean.
    pub rollouts: u32,
    /// How long each of them is.
    pub rollout_plies: u32,
}

impl Default for RheaOptions {
    fn default() -> RheaOptions {
        RheaOptions {
            parents: ParentSelection::Pair,
            elite_breeds: true,
            charge: InitCharge::Once,
            shift: false,
            rollouts: 0,
            rollout_plies: 0,
        }
    }
}

/// Evolves plans of `length` actions for every decision, and plays the first action of the best.
pub struct Rhea<G: Game, E> {
    size: usize,
    length: usize,
    breeding: Optimizer,
    options: RheaOptions,
    seeding: Seeding<G, E>,
    guide: PlanEvaluator<G, E>,
    most: u64,
    // The best comes first.
    members: Vec<Individual<G::Action>>,
    offspring: Vec<Individual<G::Action>>,
    tried: Vec<Tried>,
    alphabet: usize,
}

/// Statistics of the plans that begin with an action.
#[derive(Clone, Copy)]
struct Tried {
    plans: u64,
    best: f64,
}

/// The bytes that a population of `size` plans of `length` actions takes together with its offspring.
pub fn population_bytes<G: Game>(size: u64, length: u64) -> u64 {
    let gene = size_of::<Gene>() + size_of::<G::Action>();
    let plan = length.saturating_mul(gene as u64);
    let plan = plan.saturating_add(size_of::<Individual<G::Action>>() as u64);
    size.saturating_mul(plan).saturating_mul(2)
}

impl<G: Game, E: Evaluator<G>> Rhea<G, E> {
    /// Populations of `size` plans of `length` actions, each at least 1. At most `most` plans are
    /// simulated in a decision without a budget.
    pub fn new(
        size: usize,
        length: usize,
        seeding: Seeding<G, E>,
        evaluator: E,
        most: u64,
    ) -> Self {
        Rhea {
            size: size.max(1),
            length: length.max(1),
            breeding: Optimizer::Evolution,
            options: RheaOptions::default(),
            seeding,
            guide: PlanEvaluator::new(evaluator, Tail::default()),
            most,
            members: Vec::new(),
            offspring: Vec::new(),
            tried: Vec::new(),
            alphabet: 0,
        }
    }

    /// The same with these variants.
    #[must_use]
    pub fn with(mut self, breeding: Optimizer, options: RheaOptions) -> Self {
        self.breeding = breeding;
        self.options = options;
        self.guide.tail = Tail {
            rollouts: options.rollouts,
            plies: options.rollout_plies,
        };
        self
    }

    /// The initial population.
    fn begin(&mut self, seat: &mut Seat<'_, G>, alphabet: usize) {
        assert!(
            alphabet <= LARGEST,
            "plans choose of at most {LARGEST} actions"
        );
        if !self.options.shift || self.alphabet != alphabet {
            self.members.clear();
        }
        self.alphabet = alphabet;
        for member in &mut self.members {
            member.shift(alphabet, seat.dice());
        }
        let evaluator = &mut self.guide.evaluator;
        let seeded = self.seeding.seeding(seat, evaluator, self.length, alphabet);
        let Some(genes) = seeded else {
            while self.members.len() < self.size {
                let plan = Individual::draw(self.length, alphabet, seat.dice());
                self.members.push(plan);
            }
            return;
        };
        // Plans that were kept are ordered: the seeded one takes the place of the worst.
        if self.members.len() == self.size {
            self.members.pop();
        }
        self.members.insert(0, Individual::new(genes));
        while self.members.len() < self.size {
            let mut plan = Individual::new(self.members[0].genes.clone());
            plan.mutate(alphabet, seat.dice());
            self.members.push(plan);
        }
    }

    /// Evaluates the initial population; `None` if the budget ran out.
    fn value_all(&mut self, seat: &mut Seat<'_, G>) -> Option<()> {
        for at in 0..self.members.len() {
            let member = &mut self.members[at];
            if self.guide.follow(seat, member, self.alphabet).is_none() {
                // Members without a value are dropped; one must remain to answer with.
                self.members.truncate(at.max(1));
                self.sort();
                return None;
            }
            note(&mut self.tried, &self.members[at]);
        }
        self.sort();
        Some(())
    }

    fn sort(&mut self) {
        self.members.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
    }

    /// One generation: the best survives, the others are replaced. `None` if the budget ran out; plans
    /// that were made by then stay.
    fn renew(&mut self, seat: &mut Seat<'_, G>) -> Option<()> {
        let alone = self.size == 1 || self.breeding == Optimizer::RandomSearch;
        let wanted = if alone { 1 } else { self.size - 1 };
        let mut made = 0;
        while made < wanted {
            if self.offspring.len() == made {
                self.offspring.push(Individual::new(Vec::new()));
            }
            let child = &mut self.offspring[made];
            child.genes.clone_from(&self.members[0].genes);
            if self.breeding == Optimizer::RandomSearch {
                child.redraw(self.alphabet, seat.dice());
            } else {
                let parents = parents(self.members.len(), &self.options, seat.dice());
                if let Some((one, other)) = parents {
                    child.cross(&self.members[one], &self.members[other], seat.dice());
                }
                child.mutate(self.alphabet, seat.dice());
            }
            if self.guide.follow(seat, child, self.alphabet).is_none() {
                break;
            }
            note(&mut self.tried, child);
            made += 1;
        }
        if alone {
            let better = made == 1 && self.offspring[0].fitness > self.members[0].fitness;
            if better {
                std::mem::swap(&mut self.members[0], &mut self.offspring[0]);
            }
        } else {
            // The worst give way, so that a generation cut short loses nobody for nothing.
            let first = self.members.len() - made;
            self.members[first..].swap_with_slice(&mut self.offspring[..made]);
            self.sort();
        }
        (made == wanted).then_some(())
    }

    /// Reports the population as variations, the best plan first.
    fn tell(&self, seat: &mut Seat<'_, G>, actions: &[G::Action]) {
        if !seat.is_traced() {
            return;
        }
        let mut order: Vec<usize> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| self.tried[b].best.total_cmp(&self.tried[a].best));
        for at in order {
            let Tried { plans, best } = self.tried[at];
            if plans > 0 {
                seat.report_move(actions[at], best, plans);
            }
        }
        for member in &self.members {
            if !member.trail.is_empty() {
                seat.report_variation(&member.trail, member.fitness, 1);
            }
        }
    }
}

/// Counts a plan for the action that it begins with.
fn note<A>(tried: &mut [Tried], plan: &Individual<A>) {
    let entry = &mut tried[usize::from(plan.genes[0])];
    entry.plans += 1;
    entry.best = entry.best.max(plan.fitness);
}

/// The numbers of two parents among `count` members, which are in order, the best first; `None` where
/// there is nothing to cross.
fn parents(count: usize, options: &RheaOptions, dice: &mut Rng) -> Option<(usize, usize)> {
    let first = usize::from(!options.elite_breeds);
    if count < 2 {
        return None;
    }
    if count - first < 2 {
        return Some((first, first));
    }
    let mut pair = || {
        let one = dice.index(count - first);
        let other = dice.index(count - first - 1);
        let other = other + usize::from(other >= one);
        (first + one.min(other), first + one.max(other))
    };
    Some(match options.parents {
        ParentSelection::Pair => pair(),
        ParentSelection::TournamentWinners => (pair().0, pair().0),
    })
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Rhea<G, E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        if actions.len() == 1 {
            return Ok(actions[0]);
        }
        self.tried.clear();
        self.tried.resize(
            actions.len(),
            Tried {
                plans: 0,
                best: f64::NEG_INFINITY,
            },
        );
        self.guide.reserve = 0;
        let before = seat.spent().steps;
        self.begin(seat, actions.len());
        let seeded = seat.spent().steps - before;
        let mut going = self.value_all(seat).is_some();
        if self.options.charge == InitCharge::Twice {
            let made = seat.spent().steps - before;
            let seeding = match self.seeding {
                Seeding::OneStep => self.length as u64,
                Seeding::Random | Seeding::Tree { .. } => seeded,
            };
            let charged = 2 * (seeding + made - seeded);
            self.guide.reserve = charged.saturating_sub(made);
        }
        let mut followed = self.size as u64;
        while going && (seat.is_limited() || followed < self.most) {
            going = self.renew(seat).is_some();
            followed += self.size.max(2) as u64 - 1;
        }
        self.tell(seat, &actions);
        Ok(actions[usize::from(self.members[0].genes[0])])
    }

    fn restart(&mut self) {
        self.members.clear();
        self.seeding.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    /// The best two of a tournament of two are two members drawn without regard to their worth: every
    /// pair is as likely.
    #[test]
    fn every_pair_of_parents_is_as_likely() {
        let mut dice = Seed::new(4).rng(Generator::Xoshiro);
        let options = RheaOptions::default();
        let mut counts = [[0u32; 5]; 5];
        for _ in 0..20_000 {
            let (better, other) = parents(5, &options, &mut dice).unwrap();
            counts[better][other] += 1;
        }
        let mut chi = 0.0;
        for (better, row) in counts.iter().enumerate() {
            for (other, &count) in row.iter().enumerate() {
                if better < other {
                    chi += libm::pow(f64::from(count) - 2000.0, 2.0) / 2000.0;
                } else {
                    assert_eq!(count, 0, "the better comes first");
                }
            }
        }
        // Ten pairs, nine degrees of freedom: 27.9 is the 0.999 quantile.
        assert!(chi < 27.9, "{counts:?}");
    }

    #[test]
    fn parents_are_two() {
        let mut dice = Seed::new(4).rng(Generator::Xoshiro);
        let mut options = RheaOptions::default();
        assert_eq!(parents(2, &options, &mut dice), Some((0, 1)));
        assert_eq!(parents(1, &options, &mut dice), None);
        assert_eq!(parents(0, &options, &mut dice), None);
        options.elite_breeds = false;
        assert_eq!(parents(2, &options, &mut dice), Some((1, 1)));
        assert_eq!(parents(3, &options, &mut dice), Some((1, 2)));
        assert_eq!(parents(1, &options, &mut dice), None);
    }

    /// The k-th of n wins a tournament of two with probability 2 (n - k) / (n (n - 1)).
    #[test]
    fn winners_of_tournaments_are_the_better_plans() {
        let mut dice = Seed::new(5).rng(Generator::Xoshiro);
        let options = RheaOptions {
            parents: ParentSelection::TournamentWinners,
            elite_breeds: false,
            ..RheaOptions::default()
        };
        let mut counts = [0u32; 5];
        for _ in 0..10_000 {
            let (one, other) = parents(5, &options, &mut dice).unwrap();
            counts[one] += 1;
            counts[other] += 1;
        }
        // Of the four that are not the elite: 1/2, 1/3, 1/6 and never.
        assert_eq!((counts[0], counts[4]), (0, 0));
        for (member, expected) in [(1, 10_000.0), (2, 20_000.0 / 3.0), (3, 10_000.0 / 3.0)] {
            let off = (f64::from(counts[member]) - expected).abs();
            assert!(off < 4.0 * f64::sqrt(expected), "{counts:?}");
        }
    }

    #[test]
    fn what_was_tried_is_counted_for_the_first_action_with_the_best_worth() {
        let mut tried = [Tried {
            plans: 0,
            best: f64::NEG_INFINITY,
        }; 2];
        for (gene, fitness) in [(1, 3.0), (1, 5.0), (1, 4.0), (0, -2.0)] {
            let mut plan: Individual<()> = Individual::new(vec![gene, 0]);
            plan.fitness = fitness;
            note(&mut tried, &plan);
        }
        assert_eq!(
            tried.map(|tried| (tried.plans, tried.best)),
            [(1, -2.0), (3, 5.0)]
        );
    }
}
