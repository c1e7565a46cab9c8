//! Plots: axes and the series drawn between them.

use crate::Series;
use crate::inline::{slug, tidy};
use serde::Serialize;

/// A plot. Values that cannot be drawn are left out, and a note says so.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Plot {
    /// A short name for files and links; need not be shown.
    pub name: String,
    /// What the plot shows, as a reader would say it.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// In the order of the legend.
    pub series: Vec<Series>,
    /// Small print below the plot, with the markup of a text block.
    pub notes: Vec<String>,
}

/// One axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Axis {
    /// What is measured along it, with its unit.
    pub title: String,
    /// How values are spaced.
    pub scale: AxisScale,
    /// Labels at given values instead of round numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticks: Option<Vec<(f64, String)>>,
    /// The least the axis shows; it grows to hold all the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(f64, f64)>,
}

/// How values are spaced along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AxisScale {
    /// Equal differences.
    #[default]
    Linear,
    /// Equal ratios; values that are not positive cannot be drawn.
    Log,
}

impl Plot {
    /// A plot of nothing yet, on two linear axes without titles.
    pub fn new(name: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            ..Self::default()
        }
    }

    /// Replaces the horizontal axis.
    pub fn x(mut self, axis: Axis) -> Self {
        self.x = axis;
        self
    }

    /// Replaces the vertical axis.
    pub fn y(mut self, axis: Axis) -> Self {
        self.y = axis;
        self
    }

    /// Adds a series.
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds a note below the plot.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Its name as that of a file, without an ending: `plot` if it has no name.
    pub fn file_name(&self) -> String {
        match slug(&self.name) {
            slug if slug.is_empty() => "plot".to_owned(),
            slug => slug,
        }
    }

    /// The same plot with a title that also says what it is a panel of.
    pub(crate) fn within(mut self, whole: &str) -> Self {
        self.title = match (whole.is_empty(), self.title.is_empty()) {
            (true, _) => self.title,
            (_, true) => whole.to_owned(),
            _ => format!("{whole}: {}", self.title),
        };
        self
    }

    pub(crate) fn said(&self, say: &dyn Fn(&str) -> String) -> Self {
        let line = |text: &String| say(&tidy(text));
        let mut said = self.clone();
        said.name = line(&self.name);
        said.title = line(&self.title);
        said.notes = self.notes.iter().map(line).collect();
        for axis in [&mut said.x, &mut said.y] {
            axis.title = line(&axis.title);
            for (_, label) in axis.ticks.iter_mut().flatten() {
                *label = line(label);
            }
        }
        for series in &mut said.series {
            series.label = line(&series.label);
        }
        said
    }
}

impl Axis {
    /// Equal differences.
    pub fn linear(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Equal ratios.
    pub fn log(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            scale: AxisScale::Log,
            ..Self::default()
        }
    }

    /// Names at 0, 1, 2, and so on.
    pub fn categories<S: Into<String>>(
        title: impl Into<String>,
        names: impl IntoIterator<Item = S>,
    ) -> Self {
        let places = (0u32..).map(f64::from);
        Self::linear(title).ticks(places.zip(names.into_iter().map(Into::into)))
    }

    /// Labels at given values instead of round numbers.
    pub fn ticks(mut self, ticks: impl IntoIterator<Item = (f64, String)>) -> Self {
        self.ticks = Some(ticks.into_iter().collect());
        self
    }

    /// The least the axis shows.
    pub fn range(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }
}

/// What all of several plots note, and the plots without it.
pub(crate) fn shared_notes(plots: &[Plot]) -> (Vec<String>, Vec<Plot>) {
    let shared = |note: &String| plots.iter().all(|plot| plot.notes.contains(note));
    let first = plots.first().map_or(&[][..], |plot| &plot.notes);
    let said: Vec<String> = first.iter().filter(|note| shared(note)).cloned().collect();
    let mut rest = plots.to_vec();
    for plot in &mut rest {
        plot.notes.retain(|note| !said.contains(note));
    }
    (said, rest)
}
