//! Colours that stay with a series throughout a document.

use crate::{Block, Plot, Series};
use std::collections::BTreeMap;

/// As many colours as there are before they repeat.
const COLOURS: usize = 8;

/// Gives series with the same label the same colour and marker in every plot, and labels that
/// meet in a plot different colours as long as there are enough. Series without a label, and
/// those that were given a colour, keep their own.
pub(crate) fn settle(blocks: &mut [Block]) {
    let mut plots: Vec<&mut Plot> = Vec::new();
    for block in blocks {
        match block {
            Block::Plot(plot) => plots.push(plot),
            Block::Panels { plots: several, .. } => plots.extend(several),
            Block::Heading(_) | Block::Text(_) | Block::Table(_) | Block::Verdict(_) => {}
        }
    }
    let mut slots: BTreeMap<String, usize> = BTreeMap::new();
    for index in 0..plots.len() {
        let labels: Vec<String> = named(&plots[index].series).map(str::to_owned).collect();
        for label in labels {
            if !slots.contains_key(&label) {
                let slot = free(&label, &plots, &slots);
                slots.insert(label, slot);
            }
        }
    }
    for series in plots.into_iter().flat_map(|plot| &mut plot.series) {
        if series.colour.is_none() {
            series.colour = slots.get(&series.label).copied();
        }
    }
}

fn named(series: &[Series]) -> impl Iterator<Item = &str> {
    let labels = series.iter().map(|series| series.label.as_str());
    labels.filter(|label| !label.is_empty())
}

/// The first slot whose colour no other series has in a plot with this label; without one, the
/// first slot that none of them has.
fn free(label: &str, plots: &[&mut Plot], slots: &BTreeMap<String, usize>) -> usize {
    let mut taken: Vec<usize> = Vec::new();
    for plot in plots {
        if named(&plot.series).any(|other| other == label) {
            taken.extend(named(&plot.series).filter_map(|other| slots.get(other)));
            taken.extend(plot.series.iter().filter_map(|series| series.colour));
        }
    }
    let same_colour = |slot: &usize| taken.iter().any(|used| used % COLOURS == slot % COLOURS);
    let first = (0..COLOURS).find(|slot| !same_colour(slot));
    first.unwrap_or_else(|| (0..).find(|slot| !taken.contains(slot)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;

    fn plot(labels: &[&str]) -> Plot {
        let series = labels.iter().map(|label| Series::line(*label, []));
        series.fold(Plot::new("", ""), Plot::series)
    }

    fn settled(plots: &[&[&str]]) -> Vec<Vec<Option<usize>>> {
        let plots = plots.iter().map(|labels| plot(labels));
        let document = plots.fold(Document::new(""), Document::plot);
        let colours = |plot: Plot| plot.series.iter().map(|series| series.colour).collect();
        document.figures().into_iter().map(colours).collect()
    }

    #[test]
    fn a_label_keeps_its_colour() {
        assert_eq!(
            settled(&[&["a", "b", "c"], &["c", "a"], &["d", "c"], &["", "d"]]),
            [
                vec![Some(0), Some(1), Some(2)],
                vec![Some(2), Some(0)],
                vec![Some(0), Some(2)],
                vec![None, Some(0)],
            ]
        );
    }

    #[test]
    fn labels_that_meet_later_differ_too() {
        let found = settled(&[&["a"], &["b"], &["a", "b"]]);
        assert_ne!(found[0][0], found[1][0]);
        assert_eq!(found[2], [found[0][0], found[1][0]]);
    }

    #[test]
    fn more_labels_than_colours_still_differ() {
        let labels: Vec<String> = (0..20).map(|index| format!("s{index}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let mut slots: Vec<usize> = settled(&[&labels])[0].iter().flatten().copied().collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 20);
    }
}
