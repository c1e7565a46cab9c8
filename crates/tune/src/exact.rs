//! Floats in checkpoints: the shortest text that reads back to the same bits, in every format.
//!
//! A format's own numbers may not do: a JSON reader may be off in the last bit, and JSON has no
//! infinities. For `#[serde(with = "exact")]`.

use serde::{Deserialize, Deserializer, Serializer};

/// Writes a float.
pub fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads a float.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    read(&String::deserialize(from)?)
}

fn read<E: serde::de::Error>(text: &str) -> Result<f64, E> {
    text.parse()
        .map_err(|_| E::custom(format!("`{text}` is not a number")))
}

/// The same for lists.
pub mod list {
    use super::*;
    use serde::ser::SerializeSeq;

    /// Writes a list of floats.
    pub fn serialize<S: Serializer>(values: &[f64], to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(values.len()))?;
        for value in values {
            list.serialize_element(&value.to_string())?;
        }
        list.end()
    }

    /// Reads a list of floats.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
        Vec::<String>::deserialize(from)?
            .iter()
            .map(|text| read(text))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    struct Floats {
        #[serde(with = "super")]
        one: f64,
        #[serde(with = "super::list")]
        many: Vec<f64>,
    }

    proptest::proptest! {
        #[test]
        fn floats_keep_their_bits(bits: u64, more: Vec<u64>) {
            let float = |bits: u64| match f64::from_bits(bits) {
                value if value.is_nan() => f64::INFINITY,
                value => value,
            };
            let before = Floats { one: float(bits), many: more.into_iter().map(float).collect() };
            let text = serde_json::to_string(&before).unwrap();
            let after: Floats = serde_json::from_str(&text).unwrap();
            let bits = |floats: &Floats| {
                let all = floats.many.iter().chain([&floats.one]);
                all.map(|value| value.to_bits()).collect::<Vec<_>>()
            };
            assert_eq!(bits(&before), bits(&after));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let fault = serde_json::from_str::<Floats>(r#"{"one": "1", "many": ["1", "x"]}"#);
        assert!(fault.err().unwrap().to_string().contains("`x`"));
    }
}
