//! How many episodes of a cell were asked for, and by which plan.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The plan that asked for episodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanSource {
    /// The name of the plan.
    pub name: String,
    /// [`Plan::fingerprint`](crate::plan::Plan::fingerprint): a hash of everything that it plays.
    pub fingerprint: String,
}

/// A number of episodes that a run asked of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The number of episodes.
    pub episodes: u64,
    /// The plan; `None` in what earlier versions of the program wrote, and where the record was lost.
    pub plan: Option<PlanSource>,
}

impl Target {
    /// Whether it says something about the size of this plan: what the plan asked for itself, under its name
    /// or under another name for the same cells, and what nobody knows the plan of. A plan that has some
    /// cells in common with it and its own size says nothing.
    pub fn concerns(&self, plan: &PlanSource) -> bool {
        self.plan
            .as_ref()
            .is_none_or(|asked| asked.name == plan.name || asked.fingerprint == plan.fingerprint)
    }

    /// As it stands in the table: `200`, or `200@FINGERPRINT@NAME`, without white space.
    pub(super) fn written(&self) -> String {
        let Some(PlanSource { name, fingerprint }) = &self.plan else {
            return self.episodes.to_string();
        };
        let mut text = format!("{}@{fingerprint}@", self.episodes);
        for char in name.chars() {
            match char {
                '%' => text += "%25;",
                char if char.is_whitespace() => text += &format!("%{:x};", u32::from(char)),
                char => text.push(char),
            }
        }
        text
    }

    /// What [`Target::written`] wrote.
    pub(super) fn read(text: &str) -> Option<Target> {
        let mut parts = text.splitn(3, '@');
        let episodes = parts.next()?.parse().ok()?;
        let plan = match (parts.next(), parts.next()) {
            (None, _) => None,
            (Some(fingerprint), Some(name)) => {
                let mut pieces = name.split('%');
                let mut name = pieces.next()?.to_string();
                for piece in pieces {
                    let (code, rest) = piece.split_once(';')?;
                    name.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    name += rest;
                }
                let fingerprint = fingerprint.to_string();
                Some(PlanSource { name, fingerprint })
            }
            (Some(_), None) => return None,
        };
        Some(Target { episodes, plan })
    }
}

/// `200 (my-plan)`
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.episodes)?;
        match &self.plan {
            Some(plan) => write!(f, " ({})", plan.name),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_as_they_were_written() {
        let names = ["plan", "my plan", "100 % of\tit@home", "a@b%20;", "", "%"];
        let plans = names.map(|name| PlanSource {
            name: name.to_string(),
            fingerprint: "00ff".to_string(),
        });
        for plan in plans.map(Some).into_iter().chain([None]) {
            let target = Target {
                episodes: 200,
                plan,
            };
            let text = target.written();
            assert!(!text.contains(char::is_whitespace), "{text}");
            assert_eq!(Target::read(&text), Some(target), "{text}");
        }
        for text in [
            "",
            "x",
            "-1",
            "2@ff",
            "2@ff@%",
            "2@ff@%zz;",
            "2@ff@%110000;",
        ] {
            assert_eq!(Target::read(text), None, "{text}");
        }
    }
}
