//! Checkpoints of tuners: the identity and the state.

use crate::Error;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The checkpoint of a tuner. It is read and written by `serde`, and restored by the
/// [`TunerKind`](crate::TunerKind) that it is of.
///
/// The state is any JSON value. A reader of JSON may be off in the last bit of a number, so that
/// floats are to be written with [`exact`](crate::exact).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    tuner: String,
    state: Value,
}

impl Saved {
    /// A checkpoint with the state of a tuner of this identity.
    ///
    /// # Panics
    ///
    /// If the state has no form in JSON: maps need keys that are texts.
    pub fn new(identity: String, state: &impl Serialize) -> Saved {
        Saved {
            tuner: identity,
            state: serde_json::to_value(state).expect("the state of a tuner can be written"),
        }
    }

    /// The identity of the tuner's kind.
    pub fn identity(&self) -> &str {
        &self.tuner
    }

    /// The state, for a tuner of this identity: a checkpoint of another kind or version, or with other
    /// settings, is refused.
    pub fn open<State: DeserializeOwned>(&self, identity: &str) -> Result<State, Error> {
        if self.tuner != identity {
            return Err(Error::OtherTuner {
                saved: self.tuner.clone(),
                this: identity.to_string(),
            });
        }
        State::deserialize(&self.state).map_err(|fault| Error::State {
            fault: fault.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_of_another_tuner_or_spoilt_is_refused() {
        let saved = Saved::new("climber@1(step=1)".to_string(), &(3, "up"));
        let text = serde_json::to_string(&saved).unwrap();
        assert_eq!(text, r#"{"tuner":"climber@1(step=1)","state":[3,"up"]}"#);
        let saved: Saved = serde_json::from_str(&text).unwrap();
        let state: (u8, String) = saved.open("climber@1(step=1)").unwrap();
        assert_eq!(state, (3, "up".to_string()));
        let fault = saved.open::<(u8, String)>("climber@2(step=1)").unwrap_err();
        assert_eq!(
            fault.to_string(),
            "the saved tuner is `climber@1(step=1)`, and not `climber@2(step=1)`: \
             restore it with the tuner and settings that wrote it, or begin anew"
        );
        let fault = saved.open::<u8>("climber@1(step=1)").unwrap_err();
        assert!(
            fault
                .to_string()
                .starts_with("the saved state cannot be read: "),
            "{fault}"
        );
    }
}
