//! What one more ply of search does to the choice between two moves, in random level-regular trees: the case
//! δ₁ = δ₂ + 1 that section 7 of the paper leaves open. δ₂ is the depth of the shallower search in plies, δ₁
//! that of the deeper one, and ρ the probability of the good move over that of the bad one.

use ludometer_core::{Generator, Rng, Seed};
use ludometer_theory::{Error, LevelRegular, Lookahead, RBig, Scores};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Which trees are drawn.
///
/// A tree has two to `moves` level-regular moves. δ₂ is uniform in `shallow`, and every number of
/// children is uniform from 1 to `children`, each move's at each level from 1 to δ₂ - 1. The ply that
/// is added, at level δ₂, gets one number for all moves in one tree of four, and a number of its own
/// for each move in the others. Of the first two moves the one with the greater probability in the
/// limit at δ₂ ply is called good and the other bad; where both are equally probable, the first is the good one.
#[derive(Clone, Debug)]
pub struct ExplorationRequest {
    /// The number of trees.
    pub trees: u64,
    /// The random seed.
    pub seed: Seed,
    /// The largest number of moves, at least two.
    pub moves: u64,
    /// Depths δ₂ of the shallower search, in plies.
    pub shallow: RangeInclusive<usize>,
    /// The largest number of children of a node.
    pub children: u64,
    /// What the leaves are scored with; every tree is worked out for each.
    pub scores: Vec<Scores>,
}

/// How the added ply differs between the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MobilityChange {
    /// All moves get as many children a node.
    None,
    /// The good and the bad move get as many, another move does not.
    Others,
    /// The good move gets more than the bad one.
    Good,
    /// The bad move gets more than the good one.
    Bad,
}

impl MobilityChange {
    /// A description for tables.
    pub fn name(self) -> &'static str {
        match self {
            MobilityChange::None => "the same for all",
            MobilityChange::Others => "the same for both, not for all",
            MobilityChange::Good => "more under the good move",
            MobilityChange::Bad => "more under the bad move",
        }
    }
}

/// The moves beside the good and the bad one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Siblings {
    /// No other moves.
    None,
    /// In the added ply they all get as many children as the good move, or all as many as the bad one.
    Alike,
    /// Anything else.
    Unlike,
}

impl Siblings {
    /// A description for tables.
    pub fn name(self) -> &'static str {
        match self {
            Siblings::None => "none",
            Siblings::Alike => "all like one of the two",
            Siblings::Unlike => "otherwise",
        }
    }
}

/// The kind of tree, and the distribution of its leaf scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    scores: usize,
    /// Whether δ₂ is odd: the added ply is black's then, and white's otherwise.
    odd: bool,
    change: MobilityChange,
    siblings: Siblings,
}

/// How often one more ply raised ρ = prob(good move) / prob(bad move), over the trees of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorationOutcome {
    /// The distribution of leaf scores.
    pub scores: Scores,
    /// Whether δ₂ is odd, so that black chooses in the added ply; white does where it is even.
    pub odd: bool,
    /// How the added ply differs.
    pub change: MobilityChange,
    /// The moves beside the good and the bad one.
    pub siblings: Siblings,
    /// Trees with ρ₁ > ρ₂.
    pub raised: u64,
    /// Trees with ρ₁ = ρ₂.
    pub kept: u64,
    /// Trees with ρ₁ < ρ₂.
    pub lowered: u64,
    /// The first tree that raised, kept and lowered ρ, as text with δ₁ ply, the good move first and the
    /// bad one second, with ρ₂ and ρ₁.
    pub first: [Option<(String, RBig, RBig)>; 3],
}

/// What [`explore`] found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The request.
    pub ask: ExplorationRequest,
    /// One entry for each kind of tree that was drawn.
    pub outcomes: Vec<ExplorationOutcome>,
}

/// One tree, worked out.
struct ExaminedTree {
    keys: Vec<Key>,
    tree: String,
    /// ρ₂ and ρ₁ for each of the scores.
    ratios: Vec<(RBig, RBig)>,
}

/// Draws trees and tabulates whether one more ply raised ρ, kept or lowered it. The seed decides
/// everything; threads do not matter.
pub fn explore(
    ask: &ExplorationRequest,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Exploration, Error> {
    if !(2..=64).contains(&ask.moves) {
        return Err(out_of_range("moves", ask.moves, "from 2 to 64"));
    }
    if !(1..=64).contains(&ask.children) {
        return Err(out_of_range("branching", ask.children, "from 1 to 64"));
    }
    if ask.shallow.is_empty() || !(1..=16).contains(ask.shallow.start()) || *ask.shallow.end() > 16
    {
        let value = format!("{}..{}", ask.shallow.start(), ask.shallow.end());
        return Err(out_of_range("plies", value, "a range within 1..16"));
    }
    let seen: Vec<Result<ExaminedTree, Error>> = (0..ask.trees)
        .into_par_iter()
        .map(|number| {
            let mut dice = ask.seed.named("tree").nth(number).rng(Generator::Xoshiro);
            let seen = examine_tree(ask, &mut dice);
            progress(number);
            seen
        })
        .collect();
    let mut outcomes: BTreeMap<Key, ExplorationOutcome> = BTreeMap::new();
    for seen in seen {
        let seen = seen?;
        for (key, (rho2, rho1)) in seen.keys.into_iter().zip(seen.ratios) {
            let outcome = outcomes.entry(key).or_insert_with(|| ExplorationOutcome {
                scores: ask.scores[key.scores],
                odd: key.odd,
                change: key.change,
                siblings: key.siblings,
                raised: 0,
                kept: 0,
                lowered: 0,
                first: [None, None, None],
            });
            let (count, place) = match rho1.cmp(&rho2) {
                std::cmp::Ordering::Greater => (&mut outcome.raised, 0),
                std::cmp::Ordering::Equal => (&mut outcome.kept, 1),
                std::cmp::Ordering::Less => (&mut outcome.lowered, 2),
            };
            *count += 1;
            outcome.first[place].get_or_insert_with(|| (seen.tree.clone(), rho2, rho1));
        }
    }
    Ok(Exploration {
        ask: ask.clone(),
        outcomes: outcomes.into_values().collect(),
    })
}

fn out_of_range(what: &'static str, value: impl ToString, expected: &str) -> Error {
    Error::OutOfRange {
        what,
        value: value.to_string(),
        expected: expected.into(),
    }
}

fn examine_tree(ask: &ExplorationRequest, dice: &mut Rng) -> Result<ExaminedTree, Error> {
    let depths = (ask.shallow.end() - ask.shallow.start() + 1) as u64;
    let shallow = ask.shallow.start() + dice.below(depths) as usize;
    let moves = 2 + dice.below(ask.moves - 1) as usize;
    let mut children: Vec<Vec<u64>> = (0..moves)
        .map(|_| (1..shallow).map(|_| 1 + dice.below(ask.children)).collect())
        .collect();
    let common = (dice.below(4) == 0).then(|| 1 + dice.below(ask.children));
    for levels in &mut children {
        levels.push(common.unwrap_or_else(|| 1 + dice.below(ask.children)));
    }
    let level_regular = |children: &[Vec<u64>]| {
        let moves = children.iter();
        moves
            .map(|levels| LevelRegular::new(levels.clone()))
            .collect::<Result<Vec<_>, Error>>()
    };
    let first = Lookahead::new(&level_regular(&children)?, 0, 1, shallow)?;
    if first.rho2(Scores::Continuous)? < RBig::ONE {
        children.swap(0, 1);
    }
    let moves = level_regular(&children)?;
    let lookahead = Lookahead::new(&moves, 0, 1, shallow)?;
    let ratios = ask
        .scores
        .iter()
        .map(|&scores| Ok((lookahead.rho2(scores)?, lookahead.rho1(scores)?)));
    let ratios = ratios.collect::<Result<Vec<_>, Error>>()?;
    let added: Vec<u64> = children.iter().map(|levels| levels[shallow - 1]).collect();
    let change = match added[0].cmp(&added[1]) {
        std::cmp::Ordering::Greater => MobilityChange::Good,
        std::cmp::Ordering::Less => MobilityChange::Bad,
        std::cmp::Ordering::Equal if added.iter().all(|&t| t == added[0]) => MobilityChange::None,
        std::cmp::Ordering::Equal => MobilityChange::Others,
    };
    let like = |pattern: u64| added[2..].iter().all(|&t| t == pattern);
    let siblings = match added.len() {
        2 => Siblings::None,
        _ if like(added[0]) || like(added[1]) => Siblings::Alike,
        _ => Siblings::Unlike,
    };
    let keys = (0..ask.scores.len()).map(|scores| Key {
        scores,
        odd: shallow % 2 == 1,
        change,
        siblings,
    });
    Ok(ExaminedTree {
        keys: keys.collect(),
        tree: LevelRegular::game(&moves)?.to_string(),
        ratios,
    })
}
