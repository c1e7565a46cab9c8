//! Meteors: a small video game. A ship at the bottom of a narrow sky steers left and right; each
//! tick everything above falls one row and something new may appear. A meteor ends the game, a
//! crystal scores, and a ship that lasts until the clock runs out has won.
//!
//! It is the smallest game here whose every tick consults chance.

use ludometer_core::{
    ActionSpace, Actions, Chance, Distribution, Facts, Game, Located, Location, Measure,
    Observation, Perfect, Player, Rng, Shape, Turn,
};

const COLUMNS: u8 = 7;
const ROWS: usize = 6;
const TICKS: u8 = 60;
const METEOR: f64 = 0.6;
const CRYSTAL: f64 = 0.15;

/// What the pilot does in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steer {
    /// One column to the left.
    Left,
    /// Straight on.
    Stay,
    /// One column to the right.
    Right,
}

/// The sky, top row first, one bit a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sky {
    meteors: [u8; ROWS],
    crystals: [u8; ROWS],
    ship: u8,
    tick: u8,
    score: u8,
    hit: bool,
}

/// The rules of Meteors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meteors;

impl Game for Meteors {
    type State = Sky;
    type Action = Steer;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("meteors", 1).with_chance()
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Sky {
        Self::empty()
    }

    #[inline]
    fn turn(&self, sky: &Sky) -> Turn {
        if sky.hit || sky.tick == TICKS {
            Turn::Over
        } else {
            Turn::Of(Player(0))
        }
    }

    #[inline]
    fn actions(&self, sky: &Sky, out: &mut Actions<Self>) {
        if self.turn(sky) == Turn::Over {
            return;
        }
        if sky.ship > 0 {
            out.push(Steer::Left);
        }
        out.push(Steer::Stay);
        if sky.ship + 1 < COLUMNS {
            out.push(Steer::Right);
        }
    }

    #[inline]
    fn apply(&self, sky: &mut Sky, action: Steer, chance: &mut Rng) {
        let location = 1 << chance.below(u64::from(COLUMNS));
        let lot = chance.unit();
        if lot < METEOR {
            Self::tick(sky, action, location, 0);
        } else if lot < METEOR + CRYSTAL {
            Self::tick(sky, action, 0, location);
        } else {
            Self::tick(sky, action, 0, 0);
        }
    }

    #[inline]
    fn payoff(&self, sky: &Sky, _: Player) -> f64 {
        if sky.hit { -1.0 } else { 1.0 }
    }

    /// Crystals caught.
    #[inline]
    fn points(&self, sky: &Sky, _: Player) -> f64 {
        f64::from(sky.score)
    }

    fn show(&self, sky: &Sky, _: Option<Player>) -> String {
        let mut text = format!("tick {:2}/{TICKS}  crystals {}\n", sky.tick, sky.score);
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let has = |things: u8| things >> column & 1 == 1;
                let ship = row == ROWS - 1 && column == sky.ship;
                text.push(
                    match (ship, has(sky.meteors[row]), has(sky.crystals[row])) {
                        (true, true, _) => 'X',
                        (true, ..) => 'A',
                        (_, true, _) => 'o',
                        (_, _, true) => '*',
                        _ => '.',
                    },
                );
            }
            text.push('\n');
        }
        text
    }

    fn label(&self, _: &Sky, action: Steer) -> String {
        match action {
            Steer::Left => "left".into(),
            Steer::Stay => "stay".into(),
            Steer::Right => "right".into(),
        }
    }
}

impl Meteors {
    /// The sky at the beginning.
    #[inline]
    fn empty() -> Sky {
        Sky {
            meteors: [0; ROWS],
            crystals: [0; ROWS],
            ship: COLUMNS / 2,
            tick: 0,
            score: 0,
            hit: false,
        }
    }

    /// One tick, with what enters at the top.
    #[inline]
    fn tick(sky: &mut Sky, action: Steer, meteor: u8, crystal: u8) {
        match action {
            Steer::Left => sky.ship -= 1,
            Steer::Stay => {}
            Steer::Right => sky.ship += 1,
        }
        sky.tick += 1;
        for (things, entering) in [(&mut sky.meteors, meteor), (&mut sky.crystals, crystal)] {
            things.rotate_right(1);
            things[0] = entering;
        }
        let ship = 1 << sky.ship;
        sky.hit = sky.meteors[ROWS - 1] & ship != 0;
        if sky.crystals[ROWS - 1] & ship != 0 {
            sky.crystals[ROWS - 1] ^= ship;
            sky.score += 1;
        }
    }
}

impl Chance for Meteors {
    fn start_outcomes(&self, out: &mut Distribution<Self>) {
        out.push((1.0, Self::empty()));
    }

    /// Nothing enters, or a meteor or a crystal in one of the columns.
    fn outcomes(&self, sky: &Sky, action: Steer, out: &mut Distribution<Self>) {
        let mut add = |probability, meteor, crystal| {
            let mut next = *sky;
            Self::tick(&mut next, action, meteor, crystal);
            out.push((probability, next));
        };
        add(1.0 - METEOR - CRYSTAL, 0, 0);
        for column in 0..COLUMNS {
            add(METEOR / f64::from(COLUMNS), 1 << column, 0);
            add(CRYSTAL / f64::from(COLUMNS), 0, 1 << column);
        }
    }
}

impl Located for Meteors {
    /// The ship, in the last row of the sky; the clock is above it.
    fn location(&self, sky: &Sky, _: Player) -> Option<Location> {
        Some(Location {
            column: usize::from(sky.ship),
            row: ROWS,
        })
    }
}

/// Five planes of the sky, the top row first: meteors, crystals, the ship, and everywhere the ticks played
/// and the crystals caught as shares of sixty.
impl Observation for Meteors {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 5,
            rows: ROWS,
            columns: usize::from(COLUMNS),
        }
    }

    #[inline]
    fn observe(&self, sky: &Sky, _: Player, out: &mut [f32]) {
        let columns = usize::from(COLUMNS);
        let (things, rest) = out.split_at_mut(2 * ROWS * columns);
        let rows = sky.meteors.iter().chain(&sky.crystals);
        for (numbers, row) in things.chunks_exact_mut(columns).zip(rows) {
            for (column, number) in numbers.iter_mut().enumerate() {
                *number = f32::from(row >> column & 1);
            }
        }
        let (ship, shares) = rest.split_at_mut(ROWS * columns);
        ship.fill(0.0);
        ship[(ROWS - 1) * columns + usize::from(sky.ship)] = 1.0;
        let (ticks, score) = shares.split_at_mut(ROWS * columns);
        ticks.fill(f32::from(sky.tick) / f32::from(TICKS));
        score.fill(f32::from(sky.score) / f32::from(TICKS));
    }
}

/// 0 left, 1 straight on, 2 right.
impl ActionSpace for Meteors {
    fn action_space(&self) -> usize {
        3
    }

    #[inline]
    fn action_number(&self, _: &Sky, action: Steer) -> usize {
        action as usize
    }

    #[inline]
    fn numbered_action(&self, sky: &Sky, number: usize) -> Option<Steer> {
        if self.turn(sky) == Turn::Over {
            return None;
        }
        match number {
            0 => (sky.ship > 0).then_some(Steer::Left),
            1 => Some(Steer::Stay),
            2 => (sky.ship + 1 < COLUMNS).then_some(Steer::Right),
            _ => None,
        }
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Meteors>> {
    vec![
        Measure::<Meteors>::high("score", "crystals caught", |game, sky, player| {
            game.points(sky, player)
        }),
        Measure::<Meteors>::high("clear", "free rows straight above the ship", |_, sky, _| {
            let above = sky.meteors.iter().rev();
            above.take_while(|&&row| row >> sky.ship & 1 == 0).count() as f64
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    #[test]
    fn a_still_ship_is_hit_sooner_or_later() {
        let (mut hits, mut crystals) = (0, 0);
        for episode in 0..200 {
            let mut chance = Seed::new(1).nth(episode).rng(Generator::Xoshiro);
            let mut sky = Meteors.start(&mut chance);
            while Meteors.turn(&sky) != Turn::Over {
                Meteors.step(&mut sky, Steer::Stay, &mut chance);
            }
            hits += usize::from(sky.hit);
            crystals += usize::from(sky.score);
            assert!(sky.hit || sky.tick == TICKS);
        }
        // 54 ticks can hit, each with probability 0.6 / 7: a share of .992.
        assert!((190..=200).contains(&hits), "{hits}");
        assert!(crystals > 0);
    }
}
