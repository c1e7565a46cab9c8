//! Adjudication: ending games early by the players' own scores.
//!
//! Off unless asked for. A game is called a draw when the players' scores have been near zero for some
//! moves in a row, and lost when the score of one player has been hopeless for some. A share of the games
//! can be played to the end all the same, to see how often the adjudicator would have been wrong.

use ludometer_core::{Score, SearchStats};

/// When games are ended early. Scores are in hundredths: of a pawn where an engine says so, of a unit of
/// the agent's values otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Adjudication {
    /// When a game is called a draw.
    pub draw: Option<DrawRule>,
    /// When a game is called lost.
    pub resign: Option<ResignRule>,
    /// The share of groups of mirrored games that are played to the end all the same.
    pub audit: f64,
}

impl Adjudication {
    /// Every game is played to its end.
    pub const NEVER: Adjudication = Adjudication {
        draw: None,
        resign: None,
        audit: 0.0,
    };

    /// Whether it ever ends a game.
    pub fn is_active(&self) -> bool {
        self.draw.is_some() || self.resign.is_some()
    }

    /// The rules in a line, as stored: what it depends on and nothing else.
    pub fn written(&self) -> String {
        let mut words = Vec::new();
        if let Some(DrawRule { from, moves, score }) = self.draw {
            words.push(format!("draw from={from} moves={moves} score={score}"));
        }
        if let Some(ResignRule { moves, score, both }) = self.resign {
            let both = if both { " both" } else { "" };
            words.push(format!("resign moves={moves} score={score}{both}"));
        }
        words.extend((self.audit > 0.0).then(|| format!("audit={}", self.audit)));
        words.join(", ")
    }
}

/// A draw: every score of all players within `score` of zero, for `moves` moves of each in a row, from
/// move `from` on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// The first move that counts, of each player, from 1 on.
    pub from: u32,
    /// Moves of each player in a row.
    pub moves: u32,
    /// The greatest score, in hundredths.
    pub score: f64,
}

/// A loss: the score of a player is at or below minus `score` for `moves` of its moves in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// Moves in a row.
    pub moves: u32,
    /// The score that is hopeless, in hundredths.
    pub score: f64,
    /// Whether the other player must see it as well: its scores at or above `score` for as many moves.
    pub both: bool,
}

/// What the adjudicator says, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdjudicatorVerdict {
    /// Plies that were played.
    pub ply: u32,
    /// The winner, by its index in the plan; `None` for a draw.
    pub winner: Option<usize>,
}

/// Follows the scores of one game of two players.
pub(crate) struct Adjudicator {
    rules: Adjudication,
    seats: [Streak; 2],
}

/// How long the scores of a player have been what a rule asks for.
#[derive(Clone, Copy, Default)]
struct Streak {
    moves: u32,
    quiet: u32,
    lost: u32,
    won: u32,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            seats: Default::default(),
        }
    }

    /// Takes the score of a decision, after which this number of plies was played.
    pub(crate) fn see(
        &mut self,
        agent: usize,
        stats: Option<&SearchStats>,
        ply: u32,
    ) -> Option<AdjudicatorVerdict> {
        let seat = self.seats.get_mut(agent)?;
        seat.moves += 1;
        // A bound is no score, and a player that says nothing agrees to nothing.
        let score = stats.and_then(|stats| stats.score).map(hundredths);
        let next = |streak: u32, holds: bool| if holds { streak + 1 } else { 0 };
        let within = |limit: f64| score.is_some_and(|score| score.abs() <= limit);
        if let Some(draw) = self.rules.draw {
            seat.quiet = next(seat.quiet, seat.moves >= draw.from && within(draw.score));
        }
        if let Some(resign) = self.rules.resign {
            seat.lost = next(seat.lost, score.is_some_and(|score| score <= -resign.score));
            seat.won = next(seat.won, score.is_some_and(|score| score >= resign.score));
        }
        let verdict = |winner| Some(AdjudicatorVerdict { ply, winner });
        if let Some(resign) = self.rules.resign {
            for loser in [agent, 1 - agent] {
                let agreed = !resign.both || self.seats[1 - loser].won >= resign.moves;
                if self.seats[loser].lost >= resign.moves && agreed {
                    return verdict(Some(1 - loser));
                }
            }
        }
        let quiet = |rule: DrawRule| self.seats.iter().all(|seat| seat.quiet >= rule.moves);
        match self.rules.draw.is_some_and(quiet) {
            true => verdict(None),
            false => None,
        }
    }
}

/// A score in hundredths; a mate is beyond every limit.
fn hundredths(score: Score) -> f64 {
    match score {
        Score::Centipawns(score) => f64::from(score),
        Score::Mate(moves) if moves < 0 => f64::NEG_INFINITY,
        Score::Mate(_) => f64::INFINITY,
        Score::Value(value) => value * 100.0,
        // Scores of other kinds are not known here.
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::Bound;

    fn stats(score: i32) -> SearchStats {
        SearchStats::default().with_score(Score::Centipawns(score), Bound::Exact)
    }

    /// The verdict on scores of both players in turn, and the ply it comes at.
    fn verdict(rules: Adjudication, scores: &[i32]) -> Option<AdjudicatorVerdict> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut plies = (1..).zip(scores);
        plies.find_map(|(ply, &score)| {
            let agent = (ply as usize - 1) % 2;
            adjudicator.see(agent, Some(&stats(score)), ply)
        })
    }

    #[test]
    fn quiet_games_are_drawn() {
        let draw = DrawRule {
            from: 3,
            moves: 2,
            score: 20.0,
        };
        let rules = Adjudication {
            draw: Some(draw),
            ..Adjudication::default()
        };
        let drawn = |ply| Some(AdjudicatorVerdict { ply, winner: None });
        // Moves 3 and 4 of both.
        assert_eq!(verdict(rules, &[0; 20]), drawn(8));
        // A score between breaks the row of that player.
        assert_eq!(
            verdict(rules, &[0, 0, 0, 0, 0, 0, 21, 0, -20, 20, 0, 0]),
            drawn(11)
        );
        assert_eq!(verdict(rules, &[0, 30].repeat(20)), None);
        // A player that reports nothing agrees to nothing.
        let mut silent = Adjudicator::new(rules);
        let none = (1..40).find_map(|ply| {
            let stats = (ply % 2 == 0).then(|| stats(0));
            silent.see((ply as usize - 1) % 2, stats.as_ref(), ply)
        });
        assert_eq!(none, None);
    }

    #[test]
    fn hopeless_games_are_lost() {
        let resign = |both| Adjudication {
            resign: Some(ResignRule {
                moves: 2,
                score: 500.0,
                both,
            }),
            ..Adjudication::default()
        };
        let won = |ply, winner| {
            Some(AdjudicatorVerdict {
                ply,
                winner: Some(winner),
            })
        };
        assert_eq!(verdict(resign(false), &[-500, 0, -700, 0]), won(3, 1));
        assert_eq!(
            verdict(resign(false), &[0, -500, 0, -499, 0, -500, 0, -500]),
            won(8, 0)
        );
        // The other one must see it too.
        assert_eq!(
            verdict(resign(true), &[-500, 0, -700, 0, -900, 500, -900]),
            None
        );
        assert_eq!(verdict(resign(true), &[-500, 500, -700, 600]), won(4, 1));
        let mut adjudicator = Adjudicator::new(resign(true));
        let mate = |moves| SearchStats::default().with_score(Score::Mate(moves), Bound::Exact);
        let scores = [mate(3), mate(-3), mate(2), mate(-2)];
        let found = (1..)
            .zip(&scores)
            .find_map(|(ply, stats)| adjudicator.see((ply as usize - 1) % 2, Some(stats), ply));
        assert_eq!(found, won(4, 0));
    }

    #[test]
    fn values_of_our_own_count_in_hundredths() {
        assert_eq!(hundredths(Score::Value(-6.0)), -600.0);
        assert_eq!(hundredths(Score::Mate(-1)), f64::NEG_INFINITY);
    }

    #[test]
    fn rules_are_written_for_the_store() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                from: 34,
                moves: 8,
                score: 20.0,
            }),
            resign: Some(ResignRule {
                moves: 3,
                score: 600.0,
                both: true,
            }),
            audit: 0.02,
        };
        let text = "draw from=34 moves=8 score=20, resign moves=3 score=600 both, audit=0.02";
        assert_eq!(rules.written(), text);
        assert!(rules.is_active() && !Adjudication::default().is_active());
    }
}
