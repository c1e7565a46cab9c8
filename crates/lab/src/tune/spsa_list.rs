//! Lists of parameters as OpenBench and fishtest have them for SPSA, and what a tuning gives back.
//!
//! A line of OpenBench is `name, int|float, value, min, max, c_end, r_end`; a line of fishtest has no
//! type. `c_end` is the distance at which SPSA probes at its end, `r_end` its learning rate there. Of
//! these a tuning here takes `c_end`, as the scale of the parameter; the tuner has its own schedule.

use super::{Tuned, TunedParam, Tuning};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_tune::{Parameter, ParameterKind};
use std::fmt::Write;

/// A parameter of such a list.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaParam {
    /// The name of the engine's option.
    pub name: String,
    /// Whether it takes whole numbers only.
    pub integer: bool,
    /// The value at the beginning.
    pub value: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The distance of the last probes.
    pub c_end: f64,
    /// The last learning rate.
    pub r_end: f64,
}

/// The forms of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpsaForm {
    /// `name, int|float, value, min, max, c_end, r_end`.
    OpenBench,
    /// `name, value, min, max, c_end, r_end`.
    Fishtest,
    /// `name, value`: what OpenBench prints at the end.
    Values,
    /// `setoption name NAME value VALUE`.
    SetOption,
}

/// Parameters that one list has at most.
const MOST: usize = 10_000;

/// OpenBench's usual `c_end` is this share of the range.
const USUAL_C_END: f64 = 1.0 / 20.0;

/// OpenBench's usual `r_end`.
const USUAL_R_END: f64 = 0.002;

/// What a tuner takes as the distance 1, in `c_end`: half of the range where that is the usual one.
const WIDTH: f64 = 0.5 / USUAL_C_END;

/// Reads a list of parameters, one a line. Empty lines and lines that begin with `#` are skipped.
pub fn read_spsa(list: &Span) -> Result<Vec<SpsaParam>, Diagnostic> {
    let mut parameters: Vec<SpsaParam> = Vec::new();
    let text = list.text();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        let at = begin;
        begin += line.len();
        let said = line.trim();
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        let start = at + line.len() - line.trim_start().len();
        let span = list.part(start..start + said.len());
        if parameters.len() == MOST {
            let message = format!("a list has {MOST} parameters at most");
            return Err(Diagnostic::at(&span, message));
        }
        let parameter = line_of(said, &span)?;
        if parameters.iter().any(|known| known.name == parameter.name) {
            let message = format!("`{}` is listed twice", parameter.name);
            return Err(Diagnostic::at(&span, message));
        }
        parameters.push(parameter);
    }
    match parameters.is_empty() {
        true => Err(Diagnostic::at(&list.part(0..0), "the list has no parameters").hint(FORM)),
        false => Ok(parameters),
    }
}

const FORM: &str =
    "a line is `name, int|float, value, min, max, c_end, r_end`, or the same without the type";

fn line_of(line: &str, span: &Span) -> Result<SpsaParam, Diagnostic> {
    // Each field with its place in the line.
    let mut fields: Vec<(&str, Span)> = Vec::new();
    let mut begin = 0;
    for field in line.split(',') {
        let said = field.trim();
        let start = begin + field.len() - field.trim_start().len();
        fields.push((said, span.part(start..start + said.len())));
        begin += field.len() + 1;
    }
    let typed = fields.len() == 7;
    if !typed && fields.len() != 6 {
        let message = format!(
            "a parameter has 7 fields, or 6 without a type, not {}",
            fields.len()
        );
        return Err(Diagnostic::at(span, message).hint(FORM));
    }
    let (name, at) = &fields[0];
    if name.is_empty() {
        return Err(Diagnostic::at(at, "a parameter needs a name").hint(FORM));
    }
    if name.contains(['\'', '"', '\\']) {
        return Err(Diagnostic::at(
            at,
            "a name has no quotation marks and no backslash",
        ));
    }
    let numbers = &fields[fields.len() - 5..];
    let mut values = [0.0; 5];
    for ((value, (text, at)), what) in values.iter_mut().zip(numbers).zip(NUMBERS) {
        *value = match text.parse::<f64>() {
            Ok(number) if number.abs() <= LARGEST => number,
            _ => {
                let message = format!("`{text}` is no number that `{what}` can be");
                return Err(Diagnostic::at(at, message));
            }
        };
    }
    let integer = match typed {
        true => match fields[1].0 {
            "int" => true,
            "float" => false,
            other => {
                let message = format!("the type of `{name}` is int or float, not `{other}`");
                return Err(Diagnostic::at(&fields[1].1, message));
            }
        },
        // Whole numbers are written without a point.
        false => numbers[..3]
            .iter()
            .all(|(text, _)| text.parse::<i64>().is_ok()),
    };
    let [value, min, max, c_end, r_end] = values;
    let wrong = |at: usize, message: String| Err(Diagnostic::at(&numbers[at].1, message));
    if min >= max {
        return wrong(2, format!("the range of `{name}` is empty: {min} to {max}"));
    }
    if !(min..=max).contains(&value) {
        return wrong(
            0,
            format!("the value of `{name}` is {value}, outside of {min} to {max}"),
        );
    }
    if c_end <= 0.0 {
        return wrong(
            3,
            format!("the c_end of `{name}` is {c_end}: it must be positive"),
        );
    }
    if let (true, Some(at)) = (
        integer,
        [value, min, max].iter().position(|x| x.fract() != 0.0),
    ) {
        return wrong(
            at,
            format!("`{name}` takes whole numbers, not {}", values[at]),
        );
    }
    Ok(SpsaParam {
        name: (*name).to_string(),
        integer,
        value,
        min,
        max,
        c_end,
        r_end,
    })
}

/// The numbers of a line in their order.
const NUMBERS: [&str; 5] = ["value", "min", "max", "c_end", "r_end"];

/// No option needs more.
const LARGEST: f64 = 1e15;

/// Names for placeholders: the names of options with `_` for what no placeholder has, each once.
pub fn placeholders<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for name in names {
        let plain = |sign: char| match sign.is_ascii_alphanumeric() || sign == '_' {
            true => sign,
            false => '_',
        };
        let mut word: String = name.chars().map(plain).collect();
        if !word.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            word.insert(0, 'p');
        }
        let first = word.clone();
        let mut number = 2;
        while known.contains(&word) {
            word = format!("{first}_{number}");
            number += 1;
        }
        known.push(word);
    }
    known
}

/// The key `[parameters]` of a tuning that has these parameters.
pub fn spsa_parameters(parameters: &[SpsaParam]) -> String {
    let names = placeholders(parameters.iter().map(|parameter| parameter.name.as_str()));
    let mut text = "[parameters]\n".to_string();
    for (parameter, name) in parameters.iter().zip(names) {
        let kind = if parameter.integer {
            "kind = \"integer\", "
        } else {
            ""
        };
        let SpsaParam {
            value, min, max, ..
        } = parameter;
        let width = WIDTH * parameter.c_end;
        let width = match width < 0.5 * (max - min) {
            true => format!(", width = {width}"),
            false => String::new(),
        };
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{name} = {{ {kind}low = {min}, high = {max}, start = {value}{width} }}"
        );
    }
    text
}

/// Parameters in a form.
pub fn write_spsa(parameters: &[SpsaParam], form: SpsaForm) -> String {
    let mut text = String::new();
    for parameter in parameters {
        let SpsaParam {
            name,
            integer,
            value,
            min,
            max,
            c_end,
            r_end,
        } = parameter;
        let kind = if *integer { "int" } else { "float" };
        let _ = match form {
            SpsaForm::OpenBench => {
                writeln!(
                    text,
                    "{name}, {kind}, {value}, {min}, {max}, {c_end}, {r_end}"
                )
            }
            // The point says that it is no whole number.
            SpsaForm::Fishtest if !integer => {
                writeln!(text, "{name},{value:?},{min:?},{max:?},{c_end},{r_end}")
            }
            SpsaForm::Fishtest => writeln!(text, "{name},{value},{min},{max},{c_end},{r_end}"),
            SpsaForm::Values => writeln!(text, "{name}, {value}"),
            SpsaForm::SetOption => writeln!(text, "setoption name {name} value {value}"),
        };
    }
    text
}

/// What a tuning ended with, in a form. Parameters have the names of the options that they fill, where
/// they fill any. Choices are given where the form has no ranges.
pub fn export_spsa(tuning: &Tuning, tuned: &Tuned, form: SpsaForm) -> Result<String, Diagnostic> {
    let mut text = String::new();
    for (param, numbers) in super::tuned_param::split(tuning.parameters(), &tuned.tuned) {
        let name = tuning.option_name(param.name());
        let [number] = numbers else {
            let message =
                format!("`{name}` is a block of numbers, which no list of parameters has");
            return Err(Diagnostic::new(message));
        };
        text += &match (param.parameter(), form) {
            (Some(parameter), _) if parameter.kind != ParameterKind::Choice => {
                write_spsa(&[listed(parameter, name, *number)], form)
            }
            (_, SpsaForm::Values) => format!("{name}, {}\n", param.shown(*number)),
            (_, SpsaForm::SetOption) => {
                format!("setoption name {name} value {}\n", param.shown(*number))
            }
            _ => return Err(choice(param)),
        };
    }
    Ok(text)
}

fn choice(param: &TunedParam) -> Diagnostic {
    let message = format!("`{}` is a choice, and has no range", param.name());
    Diagnostic::new(message).hint("export values or setoption lines instead")
}

/// A tuned parameter as a line of a list.
fn listed(parameter: &Parameter, name: String, value: f64) -> SpsaParam {
    let (min, max) = (parameter.low, parameter.high);
    SpsaParam {
        name,
        integer: parameter.kind == ParameterKind::Integer,
        value,
        min,
        max,
        c_end: match parameter.width.is_finite() {
            true => parameter.width / WIDTH,
            false => USUAL_C_END * (max - min),
        },
        r_end: USUAL_R_END,
    }
}
