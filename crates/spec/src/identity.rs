//! What results are kept under: everything that decides them, as a text of lines, and its hash.
//!
//! A text names entries by identifier and version, never by the name that people see nor by the name
//! of a type, so that renaming changes nothing; what is at a neutral value is left out, so that
//! something new to set leaves old results where they were. Entries raise their version when they
//! play otherwise than before: results of other versions have other texts.

use ludometer_core::{Budget, Generator};
use std::fmt::{Display, Write};
use std::time::Duration;

/// A text under construction, one line for each thing that decides a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// Of a kind of result; the number behind `@` is raised when its lines mean something else.
    pub fn of(kind: &str) -> Identity {
        Identity(format!("{kind}\n"))
    }

    /// Goes on with a text that another identity had.
    pub fn beginning(text: &str) -> Identity {
        Identity(text.to_string())
    }

    /// Adds a line. What stands in a value never looks like another line.
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

    /// Adds the limits of a budget, those that there are.
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

    /// Adds the generator, unless it is the usual one.
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

/// Numbers side by side, each so that it reads back to the bit.
pub fn numbers(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
    numbers.join(" ")
}

/// A short name of long rows of numbers: a hash of their bits.
pub fn digest(numbers: impl IntoIterator<Item = f64>) -> String {
    let mut hasher = blake3::Hasher::new();
    for number in numbers {
        hasher.update(&number.to_bits().to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_string()
}

/// What stores find a text by: 128 bits of its hash.
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
