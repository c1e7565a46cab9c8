//! Trials by move score: a judge scores the move that a point chooses in a position.

use super::scenario::{Scenario, TrialSetting};
use crate::plan::{PlanSeed, budget, filled};
use crate::store::{Store, StoreError, StudyId};
use ludometer_arena::move_score::{MoveScoreRequest, MoveScorer, PositionIndex};
use ludometer_arena::play::MatchRules;
use ludometer_core::{Budget, Generator};
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::Node;
use ludometer_spec::identity::{Identity, milliseconds};
use ludometer_spec::param::Spelling;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Spec, Value};
use std::sync::Arc;

/// The value of `measure` for move scores.
pub(super) const MOVE_SCORE: &str = "move-score";

/// The maximum number of positions.
const MOST: u64 = 1_000_000;

/// The settings of `[move_score]`.
pub(super) struct MoveScoreSettings<'a> {
    pub(super) judge: Value,
    pub(super) from: Option<Value>,
    /// The objective of the final match, if set.
    pub(super) result: Option<&'a Node>,
    budget: Budget,
    win: f64,
    positions: u64,
}

impl<'a> MoveScoreSettings<'a> {
    pub(super) fn read(node: &'a Node) -> Result<MoveScoreSettings<'a>, Diagnostic> {
        let mut fields = Fields::of(node, "`move_score`")?;
        // Neither is a slip of the other where the other is missing.
        let (judge, _) = (fields.node("judge"), fields.node("budget"));
        let judge = judge.ok_or_else(|| fields.missing("judge"))?;
        let (budget, opening) = budget(&mut fields)?;
        if opening.is_some() {
            let diagnostic = Diagnostic::at(&node.span, "a judge has no first decision");
            return Err(diagnostic.hint("omit `first_milliseconds`"));
        }
        let positions = fields.whole("positions", 1, MOST)?;
        let win = fields.number("win", f64::MIN_POSITIVE, 1e9)?;
        let settings = MoveScoreSettings {
            judge: value(judge, "judge")?,
            from: fields
                .node("from")
                .map(|node| value(node, "from"))
                .transpose()?,
            result: fields.node("result"),
            budget,
            win: win.ok_or_else(|| {
                let hint = "it is what a found win counts in the judge's units, of which nothing is worth more: win = 64 for discs of Othello, win = 1 for evaluations between -1 and 1";
                fields.missing("win").hint(hint)
            })?,
            positions: positions.ok_or_else(|| fields.missing("positions"))?,
        };
        fields.done()?;
        Ok(settings)
    }
}

/// Positions of one game.
struct PositionSet {
    /// The setting whose game and start they have.
    setting: usize,
    move_scorer: Box<dyn MoveScorer>,
    /// Everything that decides a judgement: tunings that agree in it share what was judged.
    identity: String,
}

/// The positions of every game of the tuning, and the judge.
pub(super) struct PositionSets {
    sets: Vec<PositionSet>,
    positions: u64,
    /// The judge with every parameter spelled out.
    pub(super) judge: String,
    /// The judge's budget per position.
    pub(super) budget: Budget,
    /// Everything that decides a score beside the agent.
    pub(super) description: String,
}

impl PositionSets {
    /// Positions and judges for every combination, which has `each` settings; `start` is the tuned
    /// agent with its initial parameters; `span` is that of the key.
    pub(super) fn new(
        asked: &MoveScoreSettings<'_>,
        (settings, each): (&[TrialSetting], usize),
        start: impl Fn(&TrialSetting) -> Result<Spec, Diagnostic>,
        (rules, root): (&MatchRules, &PlanSeed),
        span: &Span,
    ) -> Result<PositionSets, Diagnostic> {
        let mut sets = PositionSets {
            sets: Vec::new(),
            positions: asked.positions,
            judge: String::new(),
            budget: asked.budget,
            description: String::new(),
        };
        let mut identity = Identity::of("move-score@2")
            .line("positions", asked.positions)
            .line("win", asked.win)
            .budget(&asked.budget);
        // Positions do not depend on opponents.
        let combinations = settings.iter().enumerate().step_by(each);
        for (number, setting) in combinations {
            let judge = filled(&asked.judge, &setting.variables)?;
            let from = match &asked.from {
                Some(from) => filled(from, &setting.variables)?,
                None => start(setting)?,
            };
            // Without its secret a tuning is read and never run.
            let streams = root.root().unwrap_or_else(|_| root.public_root());
            let [seed, address] = [streams, root.public_root()]
                .map(|root| root.named("positions").nth(number as u64));
            let move_scorer = Arc::clone(&setting.game).move_scorer(&MoveScoreRequest {
                start: &setting.start,
                from: &from,
                rules,
                judge: &judge,
                judging: asked.budget,
                win: asked.win,
                positions: asked.positions,
                seed,
            });
            let move_scorer = move_scorer.map_err(|diagnostic| diagnostic.or_at(span))?;
            let players = [judge, from];
            let spelled = |form| setting.game.spelled(form, &players, &setting.start);
            let (specs, begin) = spelled(Spelling::Identity)?;
            identity = identity.line("judge", &specs[0]).line("from", &specs[1]);
            sets.judge.clone_from(&spelled(Spelling::Names)?.0[0]);
            let judgements = Identity::of("judgements@2")
                .line("game", setting.game.identity())
                .line("start", begin)
                .line("from", &specs[1])
                .maybe("moves", rules.moves)
                .budget(&rules.budget)
                .maybe("first-milliseconds", rules.opening.map(milliseconds))
                .generator(rules.generator)
                .line("positions", asked.positions)
                .line("address", address)
                .maybe("commitment", root.commitment())
                .line("judge", &specs[0])
                .line("win", asked.win)
                .budget(&asked.budget);
            sets.sets.push(PositionSet {
                setting: number,
                move_scorer,
                identity: judgements.text(),
            });
        }
        sets.description = identity.text();
        Ok(sets)
    }

    /// The position of a trial, drawn from the scenario, and the setting whose game it is of.
    pub(super) fn open(&self, scenario: Scenario) -> ScoredPosition<'_> {
        let Scenario {
            address,
            opening,
            turn,
            ..
        } = scenario;
        let count = self.sets.len() as u64;
        // Where moves are judged one by one there are no seats to change: another position it is.
        let address = address.named("position").nth(2 * opening + turn);
        let mut dice = address.rng(Generator::Xoshiro);
        let which = PositionIndex::Open(dice.below(self.positions));
        self.position(opening % count, which)
    }

    /// A position that is held out, and the setting whose game it is of.
    pub(super) fn held_out(&self, number: u64) -> ScoredPosition<'_> {
        let count = self.sets.len() as u64;
        self.position(number % count, PositionIndex::HeldOut(number / count))
    }

    fn position(&self, number: u64, which: PositionIndex) -> ScoredPosition<'_> {
        let set = &self.sets[number as usize];
        ScoredPosition {
            setting: set.setting,
            move_scorer: &*set.move_scorer,
            which,
        }
    }

    /// Takes over what earlier runs judged, and returns where judgements are stored.
    pub(super) fn restore(&self, store: &mut Store) -> Result<Vec<StudyId>, StoreError> {
        let restored = self.sets.iter().map(|set| {
            let study = store.study(&set.identity)?;
            set.move_scorer.remember(&store.answered(study)?);
            Ok(study)
        });
        restored.collect()
    }

    /// Stores what was judged since the last call.
    pub(super) fn keep(&self, studies: &[StudyId], store: &mut Store) -> Result<(), StoreError> {
        for (set, study) in self.sets.iter().zip(studies) {
            let mut judged = set.move_scorer.take_judged();
            // What is no number ends the run, and is not stored.
            judged.retain(|(_, score)| score.is_finite());
            if !judged.is_empty() {
                store.write_answers(*study, &judged)?;
            }
        }
        Ok(())
    }

    /// How many positions are held out, of all games together.
    pub(super) fn count(&self) -> u64 {
        self.positions * self.sets.len() as u64
    }
}

/// A position to score.
pub(super) struct ScoredPosition<'a> {
    pub(super) setting: usize,
    pub(super) move_scorer: &'a dyn MoveScorer,
    pub(super) which: PositionIndex,
}

impl std::fmt::Display for ScoredPosition<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.which {
            PositionIndex::Open(number) => write!(f, "position {number}"),
            PositionIndex::HeldOut(number) => write!(f, "held-out position {number}"),
        }
    }
}
