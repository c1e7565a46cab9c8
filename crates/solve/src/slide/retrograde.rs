//! Breadth-first search backwards from Win over all positions.
//!
//! The frontier is kept per shape. A row slide leaves the order alone, and a column slide changes
//! it by one of a few permutations, each a table from ranks to ranks; so the search never looks at
//! a tile, and works on one shape's slice of the table at a time, which fits a cache.

use super::ranking::Ranking;
use ludometer_games_other::slide::{Slide, TILES};
use rustc_hash::FxHashMap;

/// The distance of every position by its number, and how many positions have each distance.
pub(super) fn retrograde(slide: &Slide, ranking: &Ranking) -> (Vec<u8>, Vec<u64>) {
    let (edges, tables) = edges(slide, ranking);
    let orders = ranking.orders();
    let mut table = vec![UNSEEN; ranking.len()];
    let win = ranking.index(&slide.win());
    table[win] = 0;
    let mut frontier = vec![Vec::new(); edges.len()];
    frontier[win / orders].push((win % orders) as u32);
    let mut next = vec![Vec::new(); edges.len()];
    let mut counts = vec![1];
    for distance in 1u8.. {
        for (found, edges) in frontier.iter_mut().zip(&edges) {
            for edge in edges {
                let slice = &mut table[edge.shape * orders..][..orders];
                let next = &mut next[edge.shape];
                let mut reach = |order: u32| {
                    let slot = &mut slice[order as usize];
                    if *slot == UNSEEN {
                        *slot = distance;
                        next.push(order);
                    }
                };
                match edge.orders {
                    None => found.iter().for_each(|&order| reach(order)),
                    Some(orders) => {
                        let map = &tables[orders];
                        found.iter().for_each(|&order| reach(map[order as usize]));
                    }
                }
            }
            found.clear();
        }
        let count = next.iter().map(|orders| orders.len() as u64).sum();
        if count == 0 {
            break;
        }
        counts.push(count);
        std::mem::swap(&mut frontier, &mut next);
    }
    (table, counts)
}

const UNSEEN: u8 = u8::MAX;

/// A slide as the search sees it: where the shape goes, and which table the order goes through.
struct Edge {
    shape: usize,
    orders: Option<usize>,
}

/// Every slide of every shape, and the tables of order numbers that the column slides share.
fn edges(slide: &Slide, ranking: &Ranking) -> (Vec<Vec<Edge>>, Vec<Vec<u32>>) {
    let mut numbers = FxHashMap::default();
    let mut tables: Vec<Vec<u32>> = Vec::new();
    let mut edges = Vec::new();
    let listed = [false, true].map(|odd| {
        let orders = 0..ranking.orders();
        orders
            .map(|order| pack(&ranking.order(order, odd)))
            .collect::<Vec<_>>()
    });
    for (shape, slides) in slide.shapes().iter().map(|s| &s.slides).enumerate() {
        let mut of_shape = Vec::new();
        for (_, slid) in slides {
            let to = usize::from(slid.shape);
            let orders = slid.gather.as_deref().map(|gather| {
                let key = (*gather, ranking.odd(shape));
                if let Some(&number) = numbers.get(&key) {
                    return number;
                }
                let forth = moved(gather, &listed[usize::from(key.1)], ranking);
                let mut back = vec![0; forth.len()];
                let mut gather_back = [0; TILES];
                (0..).zip(&forth).for_each(|(i, &j)| back[j as usize] = i);
                (0..)
                    .zip(gather)
                    .for_each(|(i, &j)| gather_back[usize::from(j)] = i);
                let number = tables.len();
                numbers.insert((gather_back, ranking.odd(to)), number + 1);
                numbers.insert(key, number);
                tables.extend([forth, back]);
                number
            });
            of_shape.push(Edge { shape: to, orders });
        }
        edges.push(of_shape);
    }
    (edges, tables)
}

/// The first nine tiles of an order, a nibble each.
fn pack(order: &[u8; TILES]) -> u64 {
    (0..9).fold(0, |packed, i| packed | u64::from(order[i]) << (4 * i))
}

/// Where each of the listed orders goes when `gather` moves its tiles.
fn moved(gather: &[u8; TILES], listed: &[u64], ranking: &Ranking) -> Vec<u32> {
    let mut after = [0; TILES];
    let number = |&order: &u64| {
        for (slot, from) in after.iter_mut().zip(&gather[..9]) {
            *slot = (order >> (4 * from) & 15) as u8;
        }
        ranking.order_index(&after) as u32
    };
    listed.iter().map(number).collect()
}
