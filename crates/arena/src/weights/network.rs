//! Files of networks: a shape and its weights, exact to the bit.

use super::write::quoted;
use ludometer_agents::network::Perceptron;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{self, Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Argument, Literal, Spec, Value};

/// A network as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkFile {
    /// The meaning of its outputs, as a keyword of the agent that uses it.
    pub role: String,
    /// The command that made it.
    pub made_by: String,
    /// The names of the inputs, in order.
    pub inputs: Vec<String>,
    /// Its shape.
    pub shape: Perceptron,
    /// Its weights.
    pub weights: Vec<f64>,
}

/// The name under which specs have networks.
pub(crate) const NETWORK: &str = "network";

impl NetworkFile {
    /// Whether a file is of this kind, as far as its keys tell.
    pub(crate) fn is_one(document: &Span) -> bool {
        let root = tree::parse(document);
        matches!(root, Ok(Node { what: TomlValue::Table(fields), .. })
            if fields.iter().any(|(key, ..)| key == NETWORK))
    }

    /// Reads a file. Whether the network fits an agent is checked where it is used.
    pub fn read(document: &Span) -> Result<NetworkFile, Diagnostic> {
        let root = tree::parse(document)?;
        let mut fields = Fields::of(&root, "the file of a network")?;
        let Some((role, span)) = fields.text(NETWORK)? else {
            return Err(fields.missing(NETWORK));
        };
        word(&role).map_err(|diagnostic| Diagnostic::at(span, diagnostic))?;
        let made_by = fields.text("made_by")?.map_or(String::new(), |it| it.0);
        let Some(inputs) = fields.list("inputs")? else {
            return Err(fields.missing("inputs"));
        };
        let names = inputs.iter().map(|node| match &node.what {
            TomlValue::Text(name) => match word(name) {
                Ok(()) => Ok(name.clone()),
                Err(diagnostic) => Err(Diagnostic::at(&node.span, diagnostic)),
            },
            other => {
                let message = format!("an input is a text, not {}", other.kind());
                Err(Diagnostic::at(&node.span, message))
            }
        });
        let names = names.collect::<Result<Vec<String>, Diagnostic>>()?;
        let span = fields.node("layers").map(|node| node.span.clone());
        let (Some(layers), Some(span)) = (fields.list("layers")?, span) else {
            return Err(fields.missing("layers"));
        };
        let sizes = layers.iter().map(|node| match node.what {
            TomlValue::Number(size) if size.fract() == 0.0 && (1.0..=1e6).contains(&size) => {
                Ok(size as usize)
            }
            _ => {
                let message = "a layer has a whole number of units, 1 to 1000000";
                Err(Diagnostic::at(&node.span, message))
            }
        });
        let sizes = sizes.collect::<Result<Vec<usize>, Diagnostic>>()?;
        let shape =
            Perceptron::new(&sizes).map_err(|diagnostic| Diagnostic::at(&span, diagnostic))?;
        if shape.inputs() != names.len() {
            let (units, inputs) = (shape.inputs(), names.len());
            let message = format!("the first layer has {units} units for {inputs} inputs");
            return Err(Diagnostic::at(&span, message).hint("give it one for each of `inputs`"));
        }
        let span = fields.node("weights").map(|node| node.span.clone());
        let (Some(weights), Some(span)) = (fields.list("weights")?, span) else {
            return Err(fields.missing("weights"));
        };
        let weights = weights.iter().map(|node| match node.what {
            TomlValue::Number(weight) if weight.is_finite() => Ok(weight),
            _ => Err(Diagnostic::at(&node.span, "a weight is a finite number")),
        });
        let weights = weights.collect::<Result<Vec<f64>, Diagnostic>>()?;
        if weights.len() != shape.weights() {
            let (given, wanted) = (weights.len(), shape.weights());
            let message = format!("{given} weights are given and the layers have {wanted}");
            return Err(Diagnostic::at(&span, message));
        }
        fields.done()?;
        Ok(NetworkFile {
            role,
            made_by,
            inputs: names,
            shape,
            weights,
        })
    }

    /// The file.
    pub fn to_toml(&self) -> String {
        let inputs: Vec<String> = self.inputs.iter().map(|name| quoted(name)).collect();
        let mut text = format!("{NETWORK} = {}\n", quoted(&self.role));
        if !self.made_by.is_empty() {
            text += &format!("made_by = {}\n", quoted(&self.made_by));
        }
        text += &format!("inputs = [{}]\n", inputs.join(", "));
        text += &format!("layers = {:?}\nweights = [\n", self.shape.sizes());
        for weights in self.weights.chunks(4) {
            let weights: Vec<String> = weights.iter().map(|it| format!("{it:?}")).collect();
            text += &format!("    {},\n", weights.join(", "));
        }
        text + "]\n"
    }

    /// All that decides how it plays, on one line.
    pub fn packed(&self) -> String {
        let sizes: Vec<String> = self.shape.sizes().iter().map(usize::to_string).collect();
        let weights = self.weights.iter().map(|weight| format!(" {weight:?}"));
        let weights: String = weights.collect();
        let (role, inputs, layers) = (&self.role, self.inputs.join(","), sizes.join("-"));
        format!("{role} {inputs} {layers}{weights}")
    }

    /// Reads what [`NetworkFile::packed`] writes.
    pub fn unpack(text: &str) -> Result<NetworkFile, String> {
        let mut words = text.split_whitespace();
        let (Some(role), Some(inputs), Some(sizes)) = (words.next(), words.next(), words.next())
        else {
            return Err(
                "a network is a role, inputs as `a,b`, layers as `2-10-1` and weights".into(),
            );
        };
        let inputs: Vec<String> = inputs.split(',').map(String::from).collect();
        for name in inputs.iter().map(String::as_str).chain([role]) {
            word(name)?;
        }
        let whole = |size: &str| {
            let size: Result<usize, _> = size.parse();
            size.map_err(|_| format!("`{sizes}` are no layers: write them as `2-10-1`"))
        };
        let sizes: Vec<usize> = sizes.split('-').map(whole).collect::<Result<_, _>>()?;
        let shape = Perceptron::new(&sizes)?;
        if shape.inputs() != inputs.len() {
            let (units, inputs) = (shape.inputs(), inputs.len());
            return Err(format!(
                "the first layer has {units} units for {inputs} inputs"
            ));
        }
        let number = |word: &str| match word.parse::<f64>() {
            Ok(weight) if weight.is_finite() => Ok(weight),
            _ => Err(format!("`{word}` is no weight: give a finite number")),
        };
        let weights: Vec<f64> = words.map(number).collect::<Result<_, _>>()?;
        if weights.len() != shape.weights() {
            let (given, wanted) = (weights.len(), shape.weights());
            return Err(format!(
                "{given} weights are given and the layers have {wanted}"
            ));
        }
        Ok(NetworkFile {
            role: role.to_string(),
            made_by: String::new(),
            inputs,
            shape,
            weights,
        })
    }

    /// The network as a spec, as if it were written at `span`.
    pub fn spec(&self, span: &Span) -> Spec {
        Spec {
            name: NETWORK.into(),
            arguments: vec![Argument {
                key: None,
                value: Value {
                    what: Literal::Text(self.packed()),
                    span: span.clone(),
                },
            }],
            span: span.clone(),
        }
    }
}

/// Refuses names that would be ambiguous on one line.
fn word(name: &str) -> Result<(), String> {
    let fits = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    match !name.is_empty() && name.chars().all(fits) {
        true => Ok(()),
        false => Err(format!(
            "`{name}` is no name: take letters, digits and hyphens"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};
    use proptest::prelude::*;

    fn file(sizes: &[usize], seed: u64) -> NetworkFile {
        let shape = Perceptron::new(sizes).unwrap();
        let weights = shape.random(&mut Seed::new(seed).rng(Generator::Xoshiro));
        NetworkFile {
            role: "evaluation".into(),
            made_by: "a \"command\"".into(),
            inputs: (0..sizes[0]).map(|n| format!("input-{n}")).collect(),
            shape,
            weights,
        }
    }

    fn read(text: &str) -> Result<NetworkFile, String> {
        NetworkFile::read(&Span::whole("net.toml", text))
            .map_err(|diagnostic| diagnostic.to_string())
    }

    proptest! {
        #[test]
        fn networks_read_back_to_the_same_bits(
            sizes in prop::collection::vec(1usize..8, 2..5),
            seed: u64,
        ) {
            let file = file(&sizes, seed);
            let text = file.to_toml();
            prop_assert!(NetworkFile::is_one(&Span::whole("net.toml", text.as_str())));
            prop_assert_eq!(&read(&text).unwrap(), &file);
            let packed = NetworkFile::unpack(&file.packed()).unwrap();
            let made_by = file.made_by.clone();
            prop_assert_eq!(NetworkFile { made_by, ..packed }, file);
        }

        /// Whatever is cut out of a file or put into it, it is read or refused.
        #[test]
        fn spoilt_files_are_refused_without_a_panic(
            seed: u64,
            from in 0usize..500,
            long in 0usize..40,
            put in "[a-z0-9\\[\\]\"'=.,\\- \n∞]{0,12}",
        ) {
            let file = file(&[3, 2, 1], seed);
            for whole in [file.to_toml(), file.packed()] {
                let begin = from.min(whole.len());
                let end = (begin + long).min(whole.len());
                let spoilt = format!("{}{put}{}", &whole[..begin], &whole[end..]);
                let _ = read(&spoilt);
                let _ = NetworkFile::unpack(&spoilt);
            }
        }
    }

    #[test]
    fn faults_name_the_place_and_the_remedy() {
        let whole = file(&[2, 1], 3).to_toml();
        for (from, to, says) in [
            ("network = ", "netwerk = ", "did you mean"),
            ("layers = [2, 1]", "layers = [3, 1]", "3 units for 2 inputs"),
            ("layers = [2, 1]", "layers = [2, 0]", "1 to 1000000"),
            (
                "layers = [2, 1]",
                "layers = [2]",
                "inputs and outputs at least",
            ),
            (
                "layers = [2, 1]",
                "layers = [2, 2]",
                "3 weights are given and the layers have 6",
            ),
            ("weights = [\n", "weights = [\n nan,", "not a finite number"),
            ("\"input-0\"", "0", "an input is a text, not a number"),
            ("layers", "colour = 1\nlayers", "has no key `colour`"),
            ("input-0", "in put", "`in put` is no name"),
            ("\"evaluation\"", "\"it's\"", "`it's` is no name"),
        ] {
            assert!(whole.contains(from), "{whole}");
            let diagnostic = read(&whole.replacen(from, to, 1)).unwrap_err();
            assert!(
                diagnostic.contains(says) && diagnostic.contains("net.toml:"),
                "{diagnostic}"
            );
        }
        for (packed, says) in [
            ("", "a role, inputs"),
            ("policy a,b 2-x 1", "no layers"),
            ("policy a 2-1 1", "2 units for 1 inputs"),
            ("policy a,, 1-1 1", "`` is no name"),
            ("policy a 1-1 1 inf", "`inf` is no weight"),
            ("policy a 1-1 1", "1 weights are given"),
        ] {
            let diagnostic = NetworkFile::unpack(packed).unwrap_err();
            assert!(diagnostic.contains(says), "{diagnostic}");
        }
    }
}
