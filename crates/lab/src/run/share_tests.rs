use super::*;
use proptest::prelude::*;

fn cells() -> impl Strategy<Value = Vec<Dealt>> {
    let cell = (1_u64..4, 1_u64..1_000_000_000);
    let cells = prop::collection::vec(cell, 1..6);
    cells.prop_map(|cells| {
        let dealt = |(at, (group, cost)): (usize, (u64, u64))| Dealt {
            key: [at as u8; 16],
            group,
            cost,
        };
        cells.into_iter().enumerate().map(dealt).collect()
    })
}

proptest! {
    /// Every unit is in one part, and parts differ by at most one unit of the dearest cell.
    #[test]
    fn parts_are_disjoint_complete_and_level(
        cells in cells(),
        count in prop_oneof![0_u64..40, 0_u64..3000],
        of in prop_oneof![1_u64..9, 1_u64..400],
    ) {
        let parts = units_of(&cells, count, of, 0..of);
        let mut sums = Vec::new();
        let mut owners: Vec<Vec<u32>> = cells
            .iter()
            .map(|cell| vec![0; count.div_ceil(cell.group) as usize])
            .collect();
        for part in &parts {
            let mut sum = 0;
            for (cell, ranges) in part.iter().enumerate() {
                for unit in ranges.iter().cloned().flatten() {
                    owners[cell][unit as usize] += 1;
                    sum += cells[cell].cost;
                }
            }
            sums.push(sum);
        }
        prop_assert!(owners.iter().flatten().all(|&times| times == 1));
        let dearest = cells.iter().map(|cell| cell.cost).max().unwrap();
        let (least, most) = (sums.iter().min().unwrap(), sums.iter().max().unwrap());
        prop_assert!(most - least <= dearest, "{sums:?}, {dearest}");
        // Asked for alone a part is the same.
        let one = of / 2;
        prop_assert_eq!(&units_of(&cells, count, of, one..one + 1)[0], &parts[one as usize]);
        // Units become episodes without a gap.
        for (cell, dealt) in cells.iter().enumerate() {
            let all = parts.iter().flat_map(|part| part[cell].clone()).collect();
            let all = episodes(all, dealt.group, count);
            prop_assert_eq!(all.count(), count);
            prop_assert_eq!(all.missing(count).count(), 0);
        }
    }
}

#[test]
fn a_part_has_a_cell_in_few_stripes_that_are_spread() {
    let cell = Dealt {
        key: [9; 16],
        group: 1,
        cost: 5,
    };
    let parts = units_of(&[cell], 100_000, 10, 0..10);
    for part in parts {
        let ranges = joined(part[0].clone());
        assert!(ranges.iter().count() <= 8);
        // Costs that grow with the number leave the parts level within a twelfth.
        let sum: u64 = ranges.iter().flatten().sum();
        let mean = 100_000 * 99_999 / 2 / 10;
        assert!(sum.abs_diff(mean) * 8 < mean, "{sum}, {mean}");
    }
}
