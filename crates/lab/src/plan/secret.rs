//! The seed of a plan and its secret.
//!
//! In a competition the plan is public while the games are still to be played, and a seed alone could be
//! used to compute every deal beforehand. A secret is mixed into all random streams. Until it is
//! published a plan shows its *commitment*, the BLAKE3 hash of the secret, which also identifies the
//! rows: the same rows belong to the plan with the commitment and to the plan with the secret.

use ludometer_core::Seed;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};

/// The least length of a secret in bytes: a shorter one could be found from its commitment.
const LEAST: usize = 16;

/// The seed of a plan, with its secret if it has one.
#[derive(Clone)]
pub(super) struct PlanSeed {
    pub(super) number: u64,
    secret: Option<Secret>,
}

#[derive(Clone)]
struct Secret {
    commitment: String,
    /// Not known where a plan has the commitment alone.
    text: Option<String>,
    span: Span,
}

impl PlanSeed {
    /// Reads the keys `seed`, `secret` and `commitment`.
    pub(super) fn read(fields: &mut Fields<'_>) -> Result<PlanSeed, Diagnostic> {
        let number = fields.whole("seed", 0, 1 << 53)?.unwrap_or(0);
        let secret = fields.text("secret")?;
        let commitment = fields.text("commitment")?;
        let committed = match &commitment {
            Some((text, span)) => Some((digest(text, span)?, *span)),
            None => None,
        };
        let secret = match (secret, committed) {
            (Some((text, span)), _) if text.len() < LEAST => {
                let message = format!(
                    "a secret of {} bytes can be found from its commitment: it needs {LEAST} or more",
                    text.len()
                );
                return Err(Diagnostic::at(span, message));
            }
            (Some((text, span)), committed) => {
                let commitment = blake3::hash(text.as_bytes()).to_hex().to_string();
                if let Some((other, at)) = committed
                    && other != commitment
                {
                    let message = format!("the secret's commitment is {commitment}, not this one");
                    return Err(Diagnostic::at(at, message));
                }
                Some(Secret {
                    commitment,
                    text: Some(text),
                    span: span.clone(),
                })
            }
            (None, Some((commitment, span))) => Some(Secret {
                commitment,
                text: None,
                span: span.clone(),
            }),
            (None, None) => None,
        };
        Ok(PlanSeed { number, secret })
    }

    /// The root of all random streams; refused where only the commitment is known.
    pub(super) fn root(&self) -> Result<Seed, Diagnostic> {
        match &self.secret {
            None => Ok(Seed::new(self.number)),
            Some(Secret {
                text: Some(text), ..
            }) => Ok(Seed::with_secret(self.number, text)),
            Some(secret) => Err(Diagnostic::at(
                &secret.span,
                "nothing can be played without the secret of this commitment: set the key `secret`",
            )),
        }
    }

    /// The commitment to the secret, if there is one.
    pub(super) fn commitment(&self) -> Option<&str> {
        let secret = self.secret.as_ref()?;
        Some(&secret.commitment)
    }

    /// The plan with the commitment in place of the secret, as reports show it.
    pub(super) fn conceal(&self, root: &Node) -> Node {
        let mut root = root.clone();
        if let (Some(secret), TomlValue::Table(fields)) = (&self.secret, &mut root.what) {
            fields.retain(|(key, _, _)| !["secret", "commitment"].contains(&key.as_str()));
            let node = Node {
                what: TomlValue::Text(secret.commitment.clone()),
                span: secret.span.clone(),
            };
            fields.push(("commitment".to_string(), secret.span.clone(), node));
        }
        root
    }
}

/// A commitment in the form in which it is compared.
fn digest(text: &str, span: &Span) -> Result<String, Diagnostic> {
    match text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err(Diagnostic::at(
            span,
            "a commitment is the BLAKE3 hash of the secret, 64 hexadecimal digits",
        )),
    }
}
