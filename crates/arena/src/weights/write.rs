//! Weights as TOML that reads back to the same bits.

use super::{OUTCOMES, Weights};

impl Weights {
    /// The file.
    pub fn to_toml(&self) -> String {
        let history = &self.history;
        let mut text = format!("game = {}\n", quoted(&self.game));
        if !self.about.is_empty() {
            text += &format!("about = {}\n", quoted(&self.about));
        }
        let known = |outcome| OUTCOMES.iter().find(|(_, known)| *known == outcome);
        if let Some((name, _)) = history.outcome.and_then(known) {
            text += &format!("outcome = {}\n", quoted(name));
        }
        for (key, number) in [
            ("positions", history.positions),
            ("playouts", history.playouts),
            ("first", history.first),
            ("last", history.last),
            ("plies", history.plies),
            ("seed", history.seed),
        ] {
            if let Some(number) = number {
                text += &format!("{key} = {number}\n");
            }
        }
        if let Some(kind) = &history.standard_errors {
            text += &format!("standard_errors = {}\n", quoted(kind));
        }
        for (key, share) in [("r2", history.r2), ("ceiling", history.ceiling)] {
            if let Some(share) = share {
                text += &format!("{key} = {share:?}\n");
            }
        }
        let features = self.weights.iter().map(|weight| quoted(&weight.name));
        let features: Vec<String> = features.collect();
        text += &format!("features = [{}]\n", features.join(", "));
        text += &format!("constant = {:?}\n\n[weights]\n", self.constant.value);
        for weight in &self.weights {
            text += &format!("{} = {:?}\n", key(&weight.name), weight.value);
        }
        let all = self.weights.iter().chain([&self.constant]);
        let errors = all.filter_map(|weight| Some((&weight.name, weight.error?)));
        for (i, (name, error)) in errors.enumerate() {
            text += if i == 0 { "\n[errors]\n" } else { "" };
            text += &format!("{} = {error:?}\n", key(name));
        }
        text
    }
}

/// A basic string of TOML.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => quoted += &format!("\\u{:04x}", u32::from(sign)),
            sign => quoted.push(sign),
        }
    }
    quoted + "\""
}

/// A key of TOML, bare where it may be.
fn key(name: &str) -> String {
    let bare = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
    match !name.is_empty() && name.chars().all(bare) {
        true => name.to_string(),
        false => quoted(name),
    }
}
