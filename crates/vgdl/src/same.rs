//! When two states are the same: when they would be played alike.

use std::hash::{Hash, Hasher};

use crate::state::{Sprite, State};

impl Sprite {
    /// All of a sprite but where its inventory lies.
    fn essence(&self) -> impl Eq + Hash {
        let place = (self.x, self.y, self.last_x, self.last_y);
        let manner = (self.heading, self.pace, self.waited, self.flags);
        (
            place,
            manner,
            self.health,
            self.id,
            self.memory,
            self.time_to_live,
        )
    }
}

impl State {
    /// What a sprite holds; nothing and a inventory of nothing are the same.
    fn held(&self, sprite: &Sprite) -> Option<&[i32]> {
        let size = usize::from(self.inventory_len);
        let at = usize::from(sprite.inventory).checked_sub(1)? * size;
        let held = &self.inventories[at + 1..at + size];
        held.iter().any(|&amount| amount != 0).then_some(held)
    }

    fn live(&self) -> impl Iterator<Item = &Sprite> {
        self.groups.iter().flat_map(|group| {
            let start = usize::from(group.start);
            &self.sprites[start..start + usize::from(group.len)]
        })
    }

    fn frame(&self) -> impl Eq + Hash {
        (
            self.avatar,
            self.outcome,
            self.tick,
            self.score,
            self.next_id,
            self.count,
        )
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.frame() == other.frame()
            && self.groups.len() == other.groups.len()
            && self
                .groups
                .iter()
                .zip(&other.groups)
                .all(|(a, b)| a.len == b.len && a.tiles == b.tiles)
            && self.standing == other.standing
            && self.planned == other.planned
            && self.quarries == other.quarries
            && self
                .live()
                .zip(other.live())
                .all(|(a, b)| a.essence() == b.essence() && self.held(a) == other.held(b))
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.frame().hash(hasher);
        self.standing.hash(hasher);
        self.planned.hash(hasher);
        self.quarries.hash(hasher);
        for group in &self.groups {
            group.len.hash(hasher);
        }
        for sprite in self.live() {
            sprite.essence().hash(hasher);
            self.held(sprite).hash(hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use crate::Action::{Left, Nil, Right};
    use crate::example_game::ExampleGame;

    #[test]
    fn room_to_grow_makes_no_difference_and_anything_else_does() {
        let hash = |game: &ExampleGame| {
            BuildHasherDefault::<DefaultHasher>::default().hash_one(&game.state)
        };
        let sprites = "coin > Resource limit=9\nspark > Flicker limit=0";
        let rules = "coin avatar > collectResource killResource=False\navatar coin > changeResource resource=coin value=-1";
        let make = || ExampleGame::new(sprites, rules, "Ac.");
        let (mut one, mut two) = (make(), make());
        one.tick(Right);
        assert_ne!(one.state, two.state);
        two.tick(Right);
        assert_eq!((&one.state, hash(&one)), (&two.state, hash(&two)));
        assert_eq!(one.holds("coin"), 0, "an empty inventory");
        let mut roomy = two.state.clone();
        let filler = *roomy.sprites.last().unwrap();
        roomy.sprites.push(filler);
        assert_eq!(one.state, roomy);
        one.tick(Left);
        two.tick(Nil);
        assert_ne!((&one.state, hash(&one)), (&two.state, hash(&two)));
    }
}
