//! Colours, by what they are for.
//!
//! The series colours start from Okabe and Ito's palette, which readers with
//! any common colour blindness can tell apart, darkened or lightened until each
//! stands out on its paper.

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Words and error bars.
    Ink,
    /// Small print and tick labels.
    Quiet,
    /// The line under the data.
    Axis,
    /// Grid lines.
    Rule,
    /// The background.
    Paper,
    /// Data; colours repeat after the eighth.
    Series(usize),
}

const LIGHT: [&str; 5] = ["#1d2127", "#5b626c", "#868d96", "#e4e6e9", "#ffffff"];
const DARK: [&str; 5] = ["#e4e6e8", "#a2a9b1", "#767d86", "#2c3138", "#14171a"];
const LIGHT_SERIES: [&str; 8] = [
    "#0069a8", "#d55e00", "#008264", "#a8408a", "#8f6b00", "#3a8fcb", "#5f4bb6", "#4a4f57",
];
const DARK_SERIES: [&str; 8] = [
    "#5ab4ea", "#f0883e", "#2fbf97", "#e08abf", "#dcb63c", "#a5d3f2", "#a99bea", "#c3c8ce",
];

impl Paint {
    pub(crate) fn colour(self) -> &'static str {
        match self.role() {
            Ok(role) => LIGHT[role],
            Err(series) => LIGHT_SERIES[series],
        }
    }

    pub(crate) fn fill_class(self) -> String {
        format!("f{}", self.class())
    }

    pub(crate) fn stroke_class(self) -> String {
        format!("s{}", self.class())
    }

    fn class(self) -> String {
        match self.role() {
            Ok(role) => char::from(b"iqarp"[role]).to_string(),
            Err(series) => (series + 1).to_string(),
        }
    }

    fn role(self) -> Result<usize, usize> {
        match self {
            Paint::Ink => Ok(0),
            Paint::Quiet => Ok(1),
            Paint::Axis => Ok(2),
            Paint::Rule => Ok(3),
            Paint::Paper => Ok(4),
            Paint::Series(index) => Err(index % LIGHT_SERIES.len()),
        }
    }
}

/// Replaces every colour on a dark screen, under elements that match `scope`.
pub(crate) fn dark_css(scope: &str) -> String {
    let roles = [
        Paint::Ink,
        Paint::Quiet,
        Paint::Axis,
        Paint::Rule,
        Paint::Paper,
    ];
    let series = (0..LIGHT_SERIES.len()).map(Paint::Series);
    let rules: String = roles
        .into_iter()
        .chain(series)
        .map(|paint| {
            let colour = match paint.role() {
                Ok(role) => DARK[role],
                Err(series) => DARK_SERIES[series],
            };
            let (fill, stroke) = (paint.fill_class(), paint.stroke_class());
            format!("{scope}.{fill}{{fill:{colour}}}{scope}.{stroke}{{stroke:{colour}}}")
        })
        .collect();
    format!("@media screen and (prefers-color-scheme:dark){{{rules}}}")
}
