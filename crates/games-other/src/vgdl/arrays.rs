//! States and actions as arrays: a plane for each type of sprite that can be seen, planes of numbers,
//! and six numbers of actions.

use super::{Vgdl, grid};
use ludometer_core::{ActionSpace, Location, Observation, Player, Shape};
use ludometer_vgdl::{Action, Outcome, SpriteTypeId, State, VgdlGame};

/// Which plane shows what.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    /// Types with a plane of their own, in the order of their numbers.
    types: Vec<SpriteTypeId>,
    /// Resources with a plane of their own, in the game's order.
    resources: Vec<SpriteTypeId>,
}

/// Planes of numbers before those of resources: score, health, ticks.
const NUMBERS: usize = 3;

/// Ticks after which a game is lost at the latest.
const TICKS: f32 = 2000.0;

impl Planes {
    pub(super) fn of(game: &VgdlGame) -> Planes {
        let kinds = (0..).map(SpriteTypeId).zip(game.kinds());
        let seen = kinds.filter(|(_, kind)| kind.class.is_some() && !kind.look.invisible);
        Planes {
            types: seen.map(|(id, _)| id).collect(),
            resources: game.resources().iter().map(|&(id, _)| id).collect(),
        }
    }

    fn count(&self) -> usize {
        self.types.len() + NUMBERS + self.resources.len()
    }
}

impl Vgdl {
    /// What each plane of an observation shows: the names of types of sprites, then `score`, `health`,
    /// `ticks`, and the names of resources.
    pub fn plane_names(&self) -> Vec<String> {
        let name = |id: &SpriteTypeId| self.level.game().kind(*id).name.clone();
        let types = self.planes.types.iter().map(name);
        let numbers = ["score", "health", "ticks"].map(String::from);
        let resources = self.planes.resources.iter().map(name);
        types.chain(numbers).chain(resources).collect()
    }
}

/// One plane for each type of sprite that is not invisible: 1 in the cells in which one stands. Then
/// planes of one number everywhere: the score, the avatar's health, the ticks played as a share of 2000,
/// and how much the avatar holds of each resource.
impl Observation for Vgdl {
    fn shape(&self) -> Shape {
        let (columns, rows) = self.level.size();
        Shape::Planes {
            planes: self.planes.count(),
            rows: rows.max(0) as usize,
            columns: columns.max(0) as usize,
        }
    }

    fn observe(&self, state: &State, _: Player, out: &mut [f32]) {
        let level = &*self.level;
        let columns = level.size().0.max(0) as usize;
        let cells = out.len() / self.planes.count();
        let (types, numbers) = out.split_at_mut(self.planes.types.len() * cells);
        types.fill(0.0);
        for (plane, &kind) in types.chunks_exact_mut(cells).zip(&self.planes.types) {
            for seen in level.sprites(state, kind) {
                if let Some(Location { column, row }) = grid::location(level, &seen) {
                    plane[row * columns + column] = 1.0;
                }
            }
        }
        let health = level.avatar(state).map_or(0, |avatar| avatar.health);
        let known = [
            state.score() as f32,
            health as f32,
            state.tick() as f32 / TICKS,
        ];
        let mut planes = numbers.chunks_exact_mut(cells);
        // The numbers come first: a zip that ends takes one more of what stands before it.
        for (number, plane) in known.into_iter().zip(planes.by_ref()) {
            plane.fill(number);
        }
        // The inventory lists the same resources in the same order, or nothing at all.
        let mut inventory = level.inventory(state);
        for plane in planes {
            plane.fill(inventory.next().map_or(0, |(_, amount)| amount) as f32);
        }
    }
}

/// As many numbers as there are actions in VGDL, in this order.
const ACTIONS: [Action; 6] = [
    Action::Nil,
    Action::Use,
    Action::Left,
    Action::Right,
    Action::Down,
    Action::Up,
];

/// 0 nothing, 1 use, 2 left, 3 right, 4 down, 5 up.
impl ActionSpace for Vgdl {
    fn action_space(&self) -> usize {
        ACTIONS.len()
    }

    #[inline]
    fn action_number(&self, _: &State, action: Action) -> usize {
        action as usize
    }

    #[inline]
    fn numbered_action(&self, state: &State, number: usize) -> Option<Action> {
        let action = *ACTIONS.get(number)?;
        let legal = match action {
            Action::Nil => self.idles(state),
            action => {
                state.outcome() == Outcome::Open && self.level.actions(state).contains(&action)
            }
        };
        legal.then_some(action)
    }
}
