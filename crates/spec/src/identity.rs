//! Identities: the canonical text of everything that decides a result, one item per line, and its
//! hash, under which results are stored.
//!
//! The text names entries by identifier and version, never by display name or type name, so that
//! renaming changes nothing; parameters at their neutral value are omitted, so that a new parameter
//! does not invalidate old results. Entries raise their version when their behaviour changes: results
//! of other versions have other texts.

use ludometer_core::{Budget, Generator};
use std::fmt::{Display, Write};
use std::time::Duration;

/// An identity under construction, one line for each thing that decides a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// An identity for a kind of result; the number behind `@` is raised when the meaning of its lines
    /// changes.
    pub fn of(kind: &str) -> Identity {
        Identity(format!("{kind}\n"))
    }

    /// Continues the text of another identity.
    pub fn beginning(text: &str) -> Identity {
        Identity(text.to_string())
    }

    /// Adds a line. Values are escaped so that they cannot look like another line.
    #[must_use]
    pub fn line(mut self, id: &str, value: impl Display) -> Identity {
        let value = value.to_string();
        let escaped = value.replace('\\', "\\\\").replace('\n', "\\n");
        writeln!(self.0, "{id} {escaped}").expect("texts can be written to");
        self
    }

    /// Adds a line if there is a value.
    #[must_use]
    pub fn maybe(self, id: &str, value: Option<impl Display>) -> Identity {
        match value {
            Some(value) => self.line(id, value),
            None => self,
        }
    }

    /// Adds the limits of a budget that are set.
    #[must_use]
    pub fn budget(self, budget: &Budget) -> Identity {
        let clock = budget.clock.map(|clock| {
            let times = [clock.remaining, clock.increment].map(milliseconds);
            numbers(&[
                times[0],
                times[1],
                f64::from(clock.moves_to_go.unwrap_or(0)),
            ])
        });
        self.maybe("steps", budget.steps)
            .maybe("evaluations", budget.evaluations)
            .maybe("milliseconds", budget.time.map(milliseconds))
            .maybe("clock", clock)
    }

    /// Adds the random number generator, unless it is the default.
    #[must_use]
    pub fn generator(self, generator: Generator) -> Identity {
        let other = generator != Generator::Xoshiro;
        self.maybe("generator", other.then(|| generator.name()))
    }

    /// The text.
    pub fn text(self) -> String {
        self.0
    }
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Numbers as text that reads back to the bit.
pub fn numbers(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
    numbers.join(" ")
}

/// A short name for a long list of numbers: a hash of their bits.
pub fn digest(numbers: impl IntoIterator<Item = f64>) -> String {
    let mut hasher = blake3::Hasher::new();
    for number in numbers {
        hasher.update(&number.to_bits().to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_string()
}

/// The store key of a text: 128 bits of its hash.
pub fn key(text: &str) -> [u8; 16] {
    let hash = blake3::hash(text.as_bytes());
    std::array::from_fn(|i| hash.as_bytes()[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_leaves_no_line_and_no_value_forges_one() {
        let plain = Identity::of("cell@1").line("game", "kuhn@1");
        assert_eq!(plain.clone().text(), "cell@1\ngame kuhn@1\n");
        let same = plain
            .clone()
            .budget(&Budget::UNLIMITED)
            .generator(Generator::Xoshiro)
            .maybe("moves", None::<u32>);
        assert_eq!(same, plain);
        let limited = plain
            .clone()
            .budget(&Budget::of_steps(9).with_time(Duration::from_micros(1500)));
        let limited = limited.generator(Generator::MersenneTwister).text();
        let expected =
            "cell@1\ngame kuhn@1\nsteps 9\nmilliseconds 1.5\ngenerator mersenne-twister\n";
        assert_eq!(limited, expected);
        let forged = Identity::of("cell@1").line("game", "kuhn@1\nsteps 9");
        assert_eq!(forged.text(), "cell@1\ngame kuhn@1\\nsteps 9\n");
    }

    #[test]
    fn digests_tell_every_bit_apart() {
        assert_ne!(digest([0.0]), digest([-0.0]));
        assert_ne!(digest([1.0, 2.0]), digest([2.0, 1.0]));
        assert_eq!(digest([]).len(), 32);
        assert_eq!(numbers(&[0.1, 1e-7, -3.0]), "0.1 0.0000001 -3");
    }

    #[test]
    fn keys_are_what_they_were() {
        let hex: String = key("cell@1\n").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "8e4d0785a1645ac5ec337eb1914bef76");
    }
}
