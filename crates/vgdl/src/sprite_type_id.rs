//! The numbers of types of sprites.

/// A type of sprite, numbered in the order of first mention: wall is 0, avatar 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpriteTypeId(pub u16);

impl SpriteTypeId {
    /// The wall of every game.
    pub const WALL: SpriteTypeId = SpriteTypeId(0);
    /// The type that is called avatar, whether or not a sprite of it exists.
    pub const AVATAR: SpriteTypeId = SpriteTypeId(1);

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}
