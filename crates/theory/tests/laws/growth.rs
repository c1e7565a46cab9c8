//! Trees that are grown node by node, and mobility by levels.

use crate::config;
use crate::shape::{Shape, flat, shapes};
use ludometer_theory::{Error, Growth, Mobility, Share, Tree};
use proptest::prelude::*;

/// Children that are leaves and nothing else are taken at once where `at_once` says so.
fn grow(shape: &Shape, growth: &mut Growth, at_once: bool) {
    for child in &shape.0 {
        let last = !child.0.is_empty() && child.0.iter().all(|leaf| leaf.0.is_empty());
        match child.0.len() {
            0 => growth.leaf(),
            count if last && at_once => growth.last_ply(count as u64).unwrap(),
            _ => {
                growth.enter();
                grow(child, growth, at_once);
                growth.leave().unwrap();
            }
        }
    }
}

/// The least and the most children at each level from that of the node on, down to `height`.
fn levels(shape: &Shape, height: usize) -> Vec<(u64, u64)> {
    let mut level = vec![shape];
    let mut ranges = Vec::new();
    for _ in 1..height {
        let children = level.iter().map(|node| node.0.len().max(1) as u64);
        let (least, most) = (children.clone().min(), children.max());
        ranges.push((least.unwrap(), most.unwrap()));
        let next = level.iter().flat_map(|&node| match node.0.is_empty() {
            true => vec![node],
            false => node.0.iter().collect(),
        });
        level = next.collect();
    }
    ranges
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_walk_grows_the_tree_that_was_walked(shape in shapes(4, 4)) {
        for at_once in [false, true] {
            let mut growth = Growth::new();
            grow(&shape, &mut growth, at_once);
            prop_assert_eq!(growth.finish().unwrap(), shape.tree());
        }
    }

    #[test]
    fn mobility_by_levels_is_the_trees(shape in shapes(4, 4)) {
        let tree = shape.tree();
        let runs = tree.moves().into_iter().zip(Mobility::of_moves(&tree).unwrap());
        let runs: Vec<Share<Mobility>> = runs.map(|((count, _), each)| Share { count, each }).collect();
        for (n, child) in flat(&runs).iter().zip(&shape.0) {
            let ranges = levels(child, tree.height());
            prop_assert_eq!(n.levels(), &ranges[..]);
            prop_assert_eq!(&Mobility::of_levels(ranges).unwrap(), n);
        }
    }
}

#[test]
fn unbalanced_growths_and_impossible_levels_are_refused() {
    let unbalanced = |result: Result<_, Error>| matches!(result, Err(Error::Unbalanced { .. }));
    let mut growth = Growth::new();
    assert!(unbalanced(growth.leave()));
    growth.enter();
    assert!(unbalanced(growth.finish().map(drop)));
    assert_eq!(Growth::default().finish(), Ok(Tree::leaf()));
    let mut growth = Growth::new();
    growth.last_ply(0).unwrap();
    assert_eq!(growth.finish().unwrap(), "1".parse().unwrap());
    let none = Mobility::of_levels([(2, 3), (0, 1)]).unwrap_err();
    assert!(none.to_string().contains("no children"), "{none}");
    let turned = Mobility::of_levels([(3, 2)]).unwrap_err().to_string();
    assert!(turned.contains("`most` is 2"), "{turned}");
}
