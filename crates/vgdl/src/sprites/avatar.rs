//! Avatars: sprites that the player moves.

use crate::action::Action;
use crate::sprite_type_id::SpriteTypeId;

/// A class of avatar.
#[derive(Clone, Debug)]
pub enum Avatar {
    /// MovingAvatar: goes where it is told.
    Moving,
    /// HorizontalAvatar.
    Horizontal,
    /// VerticalAvatar.
    Vertical,
    /// FlakAvatar: goes left and right and shoots where it stands.
    Flak {
        /// What it shoots.
        stype: Option<SpriteTypeId>,
        /// What that costs.
        ammo: Option<SpriteTypeId>,
        /// It needs more than this.
        min_ammo: i32,
        /// It pays this much.
        cost: i32,
    },
    /// OrientedAvatar: turns first, then goes.
    Oriented,
    /// ShootAvatar: oriented, and shoots ahead.
    Shoot(Weapons),
    /// MissileAvatar: flies.
    Missile,
    /// OngoingAvatar: flies where it was last told.
    Ongoing,
    /// OngoingTurningAvatar: turns at right angles only, and leaves something behind.
    OngoingTurning {
        /// What it leaves.
        behind: Option<SpriteTypeId>,
    },
    /// OngoingShootAvatar: flies and shoots.
    OngoingShoot(Weapons),
}

/// What a shooter shoots, and what that costs, one for one.
#[derive(Clone, Debug, Default)]
pub struct Weapons {
    /// What it shoots.
    pub stypes: Vec<SpriteTypeId>,
    /// What that costs.
    pub ammo: Vec<SpriteTypeId>,
}

impl Avatar {
    /// What the player can do, in the order in which agents see it.
    pub fn actions(&self) -> &'static [Action] {
        use Action::{Down, Left, Right, Up, Use};
        match self {
            Avatar::Horizontal => &[Left, Right],
            Avatar::Vertical => &[Up, Down],
            Avatar::Flak { .. } => &[Use, Left, Right],
            Avatar::Shoot(_) | Avatar::OngoingShoot(_) => &[Use, Left, Right, Down, Up],
            _ => &[Left, Right, Down, Up],
        }
    }

    /// What it shoots or leaves behind.
    pub(crate) fn creates(&self) -> Vec<SpriteTypeId> {
        match self {
            Avatar::Flak { stype, .. } => stype.iter().copied().collect(),
            Avatar::OngoingTurning { behind } => behind.iter().copied().collect(),
            Avatar::Shoot(weapons) | Avatar::OngoingShoot(weapons) => weapons.stypes.clone(),
            _ => Vec::new(),
        }
    }

    /// What its weapons cost.
    pub(crate) fn ammo(&self) -> &[SpriteTypeId] {
        match self {
            Avatar::Flak { ammo, .. } => ammo.as_slice(),
            Avatar::Shoot(weapons) | Avatar::OngoingShoot(weapons) => &weapons.ammo,
            _ => &[],
        }
    }
}
