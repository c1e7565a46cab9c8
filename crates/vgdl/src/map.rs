//! Maps: levels as text, one character a cell.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::contacts::Contacts;
use crate::game::VgdlGame;
use crate::level::{Cell, Level, Stride, newborn};
use crate::paths::Paths;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::{Group, Outcome, Planned, Ref, Sprite, State};
use crate::text::{Diagnostics, VgdlDiagnostic};

/// The widest and the highest level, in cells.
const LARGEST: usize = 1000;
/// The most sprites a level begins with, as the framework has it.
const MOST_SPRITES: usize = 10_000;
/// The framework ends a game after this many unknown characters.
const MOST_UNKNOWN: usize = 25;

/// Numbers of levels, by which a thread knows whose tiles it has at hand.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl Level {
    /// Reads a level. Warnings come with it; with an error there is no level.
    pub fn parse(
        game: &Arc<VgdlGame>,
        map: &str,
    ) -> Result<(Level, Vec<VgdlDiagnostic>), Vec<VgdlDiagnostic>> {
        let diagnostics = Diagnostics::default();
        let rows: Vec<&str> = map.lines().collect();
        let width = rows
            .first()
            .map_or(0, |row| row.chars().take(LARGEST + 1).count());
        let level = if width == 0 {
            diagnostics.error(
                (1, 1),
                "the first line of a level must not be empty: it says how wide the level is",
            );
            None
        } else if width > LARGEST || rows.len() > LARGEST {
            diagnostics.error(
                (1, 1),
                format!("a level has at most {LARGEST} columns and rows"),
            );
            None
        } else {
            let born = populate(game, &rows, width, &diagnostics);
            born.and_then(|born| build(game, width as i32, rows.len() as i32, born, &diagnostics))
        };
        let found = diagnostics.settle()?;
        match level {
            Some(level) => Ok((level, found)),
            None => Err(found),
        }
    }
}

/// A sprite in a cell.
struct Born {
    kind: SpriteTypeId,
    column: i32,
    row: i32,
}

fn populate(
    game: &VgdlGame,
    rows: &[&str],
    width: usize,
    diagnostics: &Diagnostics,
) -> Option<Vec<Born>> {
    let mut born: Vec<Born> = Vec::new();
    let mut counts = vec![0u32; game.kinds.len()];
    let mut avatar = false;
    let mut unknown = 0;
    for (row, line) in rows.iter().enumerate() {
        let length = line.chars().take(width + 1).count();
        if length > width {
            diagnostics.warn(
                (row + 1, width + 1),
                "the line is longer than the first: the rest is cut off",
            );
        }
        for (column, c) in line.chars().take(width).enumerate() {
            let Some((_, kinds)) = game.mapping.iter().find(|&&(known, _)| known == c) else {
                if !c.is_whitespace() {
                    unknown += 1;
                    diagnostics.warn(
                        (row + 1, column + 1),
                        match c {
                            '#' => "`#` is not in the LevelMapping, and cannot be, because it begins a \
                                    comment there: write another character"
                                .to_string(),
                            _ => format!("`{c}` is not in the LevelMapping: nothing stands here"),
                        },
                    );
                }
                continue;
            };
            for &kind in kinds {
                let sort = &game.kinds[kind.index()];
                let single = sort.chain.iter().any(|ancestor| {
                    let ancestor = &game.kinds[ancestor.index()];
                    ancestor.singleton
                        && ancestor.subtypes.iter().any(|sub| counts[sub.index()] > 0)
                });
                if sort.class.is_none() {
                    diagnostics.warn(
                        (row + 1, column + 1),
                        format!("`{}` has no class: nothing stands here", sort.name),
                    );
                } else if single {
                    diagnostics.warn(
                        (row + 1, column + 1),
                        format!("`{}` is a singleton and exists already", sort.name),
                    );
                } else if born.len() > MOST_SPRITES {
                    diagnostics.warn(
                        (row + 1, column + 1),
                        format!("more than {MOST_SPRITES} sprites: the rest is left out"),
                    );
                    return Some(born);
                } else if sort.is_avatar() && avatar {
                    diagnostics.warn((row + 1, column + 1), "a second avatar is removed");
                } else {
                    avatar |= sort.is_avatar();
                    counts[kind.index()] += 1;
                    born.push(Born {
                        kind,
                        column: column as i32,
                        row: row as i32,
                    });
                }
            }
        }
    }
    if !avatar {
        diagnostics.error((1, 1), "the level has no avatar: put one on the map");
        return None;
    }
    if unknown > MOST_UNKNOWN {
        diagnostics.error(
            (1, 1),
            format!("more than {MOST_UNKNOWN} unknown characters, which end the game: map them"),
        );
        return None;
    }
    Some(born)
}

fn build(
    game: &Arc<VgdlGame>,
    width: i32,
    height: i32,
    born: Vec<Born>,
    diagnostics: &Diagnostics,
) -> Option<Level> {
    let block = game.square_size.unwrap_or((800 / width.max(height)).max(2));
    let kinds = game.kinds.len();
    let cells = ((width + 2) * (height + 2)) as usize;
    let cell = |x: i32, y: i32| ((y / block + 1) * (width + 2) + x / block + 1) as usize;
    let mut tiles = Vec::new();
    let mut first_tiles = Vec::with_capacity(kinds);
    let mut groups = vec![Group::default(); kinds];
    let mut sprites: Vec<Sprite> = Vec::new();
    let mut contents = vec![Cell::default(); cells];
    let mut placed: Vec<(usize, Ref)> = Vec::new();
    let mut by_kind: Vec<Vec<(u32, i32, i32)>> = vec![Vec::new(); kinds];
    for (id, born) in born.iter().enumerate() {
        by_kind[born.kind.index()].push((id as u32, born.column * block, born.row * block));
    }
    let mut avatar = None;
    for (at, here) in by_kind.iter().enumerate() {
        let id = SpriteTypeId(at as u16);
        let kind = &game.kinds[at];
        first_tiles.push(tiles.len() as u32);
        let group = &mut groups[at];
        group.start = sprites.len() as u16;
        if kind.fixed {
            (group.tiles, group.standing) = (here.len() as u16, here.len() as u16);
            for (nth, &(_, x, y)) in here.iter().enumerate() {
                tiles.push((x, y));
                let here = &mut contents[cell(x, y)];
                *here = here.with(kind.bit);
                placed.push((
                    cell(x, y),
                    Ref {
                        kind: id,
                        at: nth as u16,
                    },
                ));
            }
        } else {
            (group.len, group.room) = (here.len() as u16, here.len() as u16);
            sprites.extend(
                here.iter()
                    .map(|&(number, x, y)| newborn(game, id, x, y, number)),
            );
        }
        if kind.is_avatar() && !here.is_empty() {
            avatar = Some(Ref { kind: id, at: 0 });
        }
    }
    placed.sort_by_key(|&(cell, _)| cell);
    let mut cell_starts = vec![0u32; cells + 1];
    for &(cell, _) in &placed {
        cell_starts[cell + 1] += 1;
    }
    for at in 0..cells {
        cell_starts[at + 1] += cell_starts[at];
    }
    let cell_tiles: Vec<Ref> = placed.into_iter().map(|(_, tile)| tile).collect();
    let occupants =
        |cell: usize| &cell_tiles[cell_starts[cell] as usize..cell_starts[cell + 1] as usize];
    let mask = game.kinds.iter().fold(0u64, |mask, kind| mask | kind.bit);
    let bits = 64 - mask.leading_zeros() as usize;
    let contacts = Contacts::new(game, bits, (0..cells).map(occupants));
    let paths = if game.obstacles.is_empty() {
        None
    } else {
        let blocked = born.iter().filter(|born| {
            game.obstacles.contains(&born.kind) && !game.kinds[born.kind.index()].look.hidden
        });
        let paths = Paths::new(width, height, blocked.map(|born| (born.column, born.row)));
        if paths.is_none() {
            diagnostics.error(
                (1, 1),
                format!(
                    "the level is too large for paths: at most {} cells",
                    Paths::LARGEST
                ),
            );
            return None;
        }
        paths
    };
    let mut planned: Vec<Planned> = Vec::new();
    for (at, clock) in game
        .clocks
        .iter()
        .enumerate()
        .filter(|(_, clock)| clock.kind.is_some())
    {
        let place = planned.partition_point(|planned| planned.tick < clock.next);
        planned.insert(
            place,
            Planned {
                tick: clock.next,
                clock: at as u16,
            },
        );
    }
    let start = State {
        standing: standing(tiles.len()),
        count: (sprites.len() + tiles.len()) as u32,
        sprites,
        groups,
        planned,
        inventories: Vec::new(),
        inventory_len: (game.resources.len() + 1) as u16,
        quarries: Vec::new(),
        avatar,
        outcome: Outcome::Open,
        tick: 0,
        score: 0,
        next_id: born.len() as u32,
    };
    Some(Level {
        game: Arc::clone(game),
        width,
        height,
        block,
        most: (((width - 1) * block) as u32, ((height - 1) * block) as u32),
        inverse: (1u64 << 32).div_ceil(block as u64),
        id: NEXT.fetch_add(1, Ordering::Relaxed),
        cells: contents,
        own_bits: game.kinds.iter().filter(|kind| kind.bit != 0).count() <= 64,
        bits,
        markers: contacts.that_mark(true),
        lookers: contacts.that_mark(false),
        idle_due: contacts.idle_due,
        calls: contacts.calls,
        sides: contacts.sides,
        tiles,
        first_tiles,
        cell_tiles,
        cell_starts,
        leavers: leavers(game),
        strides: game
            .speeds
            .iter()
            .map(|&speed| Stride::new(speed, block))
            .collect(),
        meetings: contacts.meetings,
        paths,
        start,
    })
}

fn leavers(game: &VgdlGame) -> Vec<SpriteTypeId> {
    let edges = game.edges.iter();
    let mut kinds: Vec<SpriteTypeId> = edges
        .flat_map(|edge| game.kinds[edge.kind.index()].subtypes.iter().copied())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn standing(tiles: usize) -> Vec<u64> {
    let mut bits = vec![u64::MAX; tiles / 64];
    bits.push((1 << (tiles % 64)) - 1);
    bits
}
