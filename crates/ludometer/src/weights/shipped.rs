//! The weights that come with the laboratory, built into the binary. `ludometer learn` made each of
//! them, and makes it again to the bit.

use crate::source::Place;

/// Weights that can be named without a file.
pub struct Shipped {
    /// Their name.
    pub name: &'static str,
    /// Their TOML.
    pub text: &'static str,
}

impl Shipped {
    /// The whole file.
    pub fn place(&self) -> Place {
        Place::whole(format!("weights/{}.toml", self.name), self.text)
    }
}

macro_rules! weights {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../../weights/", $name, ".toml")),
        }),*]
    };
}

/// All shipped weights.
pub fn shipped() -> &'static [Shipped] {
    weights!["othello-payoff", "othello-payoff-again", "othello-points"]
}

/// All shipped networks. `ludometer fit omaha-network` made each of them.
pub fn networks() -> &'static [Shipped] {
    weights!["omaha-evaluation", "omaha-policy"]
}
