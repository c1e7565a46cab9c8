//! The seed of a plan, a tuning or a study, and its secret.
//!
//! In a competition the plan is public while the games are still to be played, and a seed alone could be
//! used to compute every deal beforehand. A secret is mixed into all random streams. Until it is
//! published a plan shows its *commitment*, the BLAKE3 hash of the secret, which also identifies the
//! rows: the same rows belong to the plan with the commitment and to the plan with the secret.

use ludometer_core::Seed;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{self, Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};

/// The least length of a secret in bytes: a shorter one could be found from its commitment.
const LEAST: usize = 16;

/// The keys of a secret.
pub(crate) const SECRET_KEYS: [&str; 2] = ["secret", "commitment"];

/// The seed of a plan, with its secret if it has one.
#[derive(Clone)]
pub(crate) struct PlanSeed {
    pub(crate) number: u64,
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
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<PlanSeed, Diagnostic> {
        let number = fields.whole("seed", 0, 1 << 53)?.unwrap_or(0);
        let secret = secret(fields)?;
        let commitment = fields.text("commitment")?;
        let committed = match &commitment {
            Some((text, span)) => Some((digest(text, span)?, *span)),
            None => None,
        };
        let secret = match (secret, committed) {
            (Some((text, _)), _) if text.len() < LEAST => {
                let message = format!(
                    "`secret`: a secret of {} bytes can be found from its commitment: it needs {LEAST} or more",
                    text.len()
                );
                return Err(Diagnostic::new(message));
            }
            (Some((text, span)), committed) => {
                let commitment = committed_to(&text);
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
    pub(crate) fn root(&self) -> Result<Seed, Diagnostic> {
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

    /// The root of random streams that the secret is not mixed into: they deal nothing, and a plan with
    /// the commitment alone has the same ones.
    pub(crate) fn public_root(&self) -> Seed {
        Seed::new(self.number)
    }

    /// The commitment to the secret, if there is one.
    pub(crate) fn commitment(&self) -> Option<&str> {
        let secret = self.secret.as_ref()?;
        Some(&secret.commitment)
    }

    /// The plan with the commitment in place of the secret, as reports show it.
    pub(crate) fn conceal(&self, root: &Node) -> Node {
        let mut root = root.clone();
        if let (Some(secret), TomlValue::Table(fields)) = (&self.secret, &mut root.what) {
            fields.retain(|(key, _, _)| !SECRET_KEYS.contains(&key.as_str()));
            let node = Node {
                what: TomlValue::Text(secret.commitment.clone()),
                span: secret.span.clone(),
            };
            fields.push(("commitment".to_string(), secret.span.clone(), node));
        }
        root
    }
}

/// The key `secret`. No message about it shows its line: messages are printed and logged.
fn secret<'a>(fields: &mut Fields<'a>) -> Result<Option<(String, &'a Span)>, Diagnostic> {
    let node = fields.node("secret");
    match node.map(|node| (&node.what, &node.span)) {
        None => Ok(None),
        Some((TomlValue::Text(text), span)) => Ok(Some((text.clone(), span))),
        Some((other, _)) => {
            let message = format!("`secret` is a text, not {}", other.kind());
            Err(Diagnostic::new(message).hint("put it in quotes"))
        }
    }
}

/// A setting as it may be shown: of a secret its commitment, every other one as it is.
///
/// ```
/// use ludometer_lab::plan::concealed_setting;
///
/// assert_eq!(concealed_setting("episodes=200"), "episodes=200");
/// let shown = concealed_setting("secret='known to nobody else'");
/// assert!(shown.starts_with("commitment=") && !shown.contains("nobody"));
/// ```
pub fn concealed_setting(setting: &str) -> String {
    let mut root = Node {
        what: TomlValue::Table(Vec::new()),
        span: Span::whole("--set", setting),
    };
    // What is no setting is refused wherever it is used.
    let fields = match (tree::override_key(&mut root, setting), &root.what) {
        (Ok(()), TomlValue::Table(fields)) => fields,
        _ => return setting.to_string(),
    };
    match &fields[..] {
        [(key, _, node)] if key == "secret" => match &node.what {
            TomlValue::Text(text) => format!("commitment={}", committed_to(text)),
            _ => "secret=...".to_string(),
        },
        _ => setting.to_string(),
    }
}

/// The commitment to a secret.
fn committed_to(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
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
