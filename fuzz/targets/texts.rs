//! Texts that people write: plans, tunings, specs, weights, trees.

use super::{text, told};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::document::{tree, write};
use ludometer::plan::Plan;
use ludometer::solve::slide::Certificate;
use ludometer::source::{Diagnostic, Span};
use ludometer::spec::{Spec, Value};
use ludometer::theory::Tree;
use ludometer::time_control;
use ludometer::tune::{SpsaForm, Study, read_spsa, write_spsa};
use ludometer::weights::{NetworkFile, Weights};

fn refused(diagnostic: &Diagnostic) {
    told(&diagnostic.to_string());
}

/// The document and settings, which are the lines after one of `---`.
fn with_settings(text: &str) -> (Span, Vec<String>) {
    let (text, settings) = text.split_once("\n---\n").unwrap_or((text, ""));
    let settings = settings.lines().map(str::to_string).collect();
    (Span::whole("plan.toml", text), settings)
}

pub(super) fn plan(data: &[u8]) {
    let text = text(data);
    let (span, settings) = with_settings(&text);
    match Plan::read("plan", &span, &settings, &no_files, shipped()) {
        Err(diagnostic) => refused(&diagnostic),
        Ok(plan) => assert!(!plan.cells.is_empty()),
    }
}

pub(super) fn tuning(data: &[u8]) {
    let text = text(data);
    let (span, settings) = with_settings(&text);
    if let Err(diagnostic) = Study::read("tuning", &span, &settings, &no_files, shipped()) {
        refused(&diagnostic);
    }
}

pub(super) fn document(data: &[u8]) {
    let text = text(data);
    let (span, settings) = with_settings(&text);
    match tree::parse_with(&span, &settings) {
        Err(diagnostic) => refused(&diagnostic),
        Ok(root) => match write::write(&root) {
            Err(diagnostic) => refused(&diagnostic),
            Ok(written) => {
                let again = tree::parse(&Span::whole("written", written.as_str()));
                let again = again.unwrap_or_else(|diagnostic| panic!("{written}\n{diagnostic}"));
                assert_eq!(
                    write::write(&again).expect("it was written before"),
                    written
                );
            }
        },
    }
}

pub(super) fn spec(data: &[u8]) {
    let span = Span::whole("spec", text(data));
    match Value::parse(&span) {
        Err(diagnostic) => refused(&diagnostic),
        Ok(value) => {
            let printed = value.to_string();
            let again = Value::parse(&Span::whole("printed", printed.as_str()));
            let again = again.unwrap_or_else(|diagnostic| panic!("{printed}\n{diagnostic}"));
            assert_eq!(again.to_string(), printed);
        }
    }
    let _ = Spec::parse(&span).map_err(|diagnostic| refused(&diagnostic));
}

/// A game, and in the second line an agent for it. Neither may reserve memory yet.
pub(super) fn agent(data: &[u8]) {
    let text = text(data);
    let (game, agent) = text.split_once('\n').unwrap_or((&text, "random"));
    let opened = Spec::parse(&Span::whole("game", game)).and_then(|spec| shipped().open(&spec));
    let game = match opened {
        Err(diagnostic) => return refused(&diagnostic),
        Ok((game, _)) => game,
    };
    // Programs from outside are not started here.
    if agent.contains("engine") {
        return;
    }
    let spec = match Spec::parse(&Span::whole("agent", agent)) {
        Err(diagnostic) => return refused(&diagnostic),
        Ok(spec) => spec,
    };
    let _ = game
        .outside(&spec)
        .map_err(|diagnostic| refused(&diagnostic));
}

pub(super) fn weights(data: &[u8]) {
    let span = Span::whole("weights.toml", text(data));
    let game = |spec: &Spec| {
        let opened = shipped().open(spec)?;
        Ok(opened.0.facts().name.clone())
    };
    match Weights::read(&span, &game) {
        Err(diagnostic) => refused(&diagnostic),
        Ok(weights) => {
            let written = weights.to_toml();
            let again = Weights::read(&Span::whole("written", written.as_str()), &game);
            let again = again.unwrap_or_else(|diagnostic| panic!("{written}\n{diagnostic}"));
            assert_eq!(again.to_toml(), written);
        }
    }
}

pub(super) fn network(data: &[u8]) {
    let text = text(data);
    match NetworkFile::read(&Span::whole("network.toml", text.as_str())) {
        Err(diagnostic) => refused(&diagnostic),
        Ok(network) => {
            let written = network.to_toml();
            let again = NetworkFile::read(&Span::whole("written", written.as_str()));
            let again = again.unwrap_or_else(|diagnostic| panic!("{written}\n{diagnostic}"));
            assert_eq!(again.to_toml(), written);
        }
    }
    match NetworkFile::unpack(&text) {
        Err(reason) => told(&reason),
        Ok(network) => {
            let packed = network.packed();
            let again = NetworkFile::unpack(&packed).expect("it was packed");
            assert_eq!(again.packed(), packed);
        }
    }
}

pub(super) fn spsa(data: &[u8]) {
    match read_spsa(&Span::whole("list", text(data))) {
        Err(diagnostic) => refused(&diagnostic),
        Ok(parameters) => {
            let written = write_spsa(&parameters, SpsaForm::OpenBench);
            let again = read_spsa(&Span::whole("written", written.as_str()));
            let again = again.unwrap_or_else(|diagnostic| panic!("{written}\n{diagnostic}"));
            assert_eq!(again.len(), parameters.len());
        }
    }
}

pub(super) fn tree(data: &[u8]) {
    match text(data).parse::<Tree>() {
        Err(error) => told(&error.to_string()),
        Ok(tree) => {
            let printed = tree.to_string();
            let again = printed.parse::<Tree>();
            assert_eq!(again.map(|tree| tree.to_string()), Ok(printed));
        }
    }
}

pub(super) fn certificate(data: &[u8]) {
    match Certificate::parse(&text(data)) {
        Err(malformed) => told(&malformed.to_string()),
        Ok(certificate) => {
            let printed = certificate.to_string();
            let again = Certificate::parse(&printed).expect("it was printed");
            assert_eq!(again.to_string(), printed);
        }
    }
}

pub(super) fn clock(data: &[u8]) {
    let text = text(data);
    match time_control::read(&text) {
        Err(reason) => told(&reason),
        Ok(clock) => {
            let written = time_control::written(&clock);
            assert_eq!(
                time_control::read(&written).as_ref(),
                Ok(&clock),
                "{written}"
            );
        }
    }
    let _ = time_control::duration(&text).map_err(|reason| told(&reason));
}
