//! Texts for terminals that know only ASCII.

/// The text with other letters spelled out, or `?` where no spelling is known.
pub(crate) fn spelled(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.chars().fold(String::new(), |mut out, letter| {
        if letter.is_ascii() {
            out.push(letter);
        } else {
            out.push_str(spelling(letter));
        }
        out
    })
}

fn spelling(letter: char) -> &'static str {
    match letter {
        '–' | '−' | '‐' | '‑' | '─' => "-",
        '—' => "--",
        '‘' | '’' => "'",
        '“' | '”' => "\"",
        '…' => "...",
        '×' => "x",
        '·' | '•' => "*",
        '±' => "+/-",
        '≤' => "<=",
        '≥' => ">=",
        '≈' => "~",
        '≠' => "!=",
        '→' => "->",
        '←' => "<-",
        '∞' => "inf",
        '✓' => "+",
        '✗' => "!",
        '°' => "deg",
        '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' => " ",
        '⁰' => "^0",
        '¹' => "^1",
        '²' => "^2",
        '³' => "^3",
        '⁴' => "^4",
        '⁵' => "^5",
        '⁶' => "^6",
        '⁷' => "^7",
        '⁸' => "^8",
        '⁹' => "^9",
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' => "epsilon",
        'θ' => "theta",
        'λ' => "lambda",
        'μ' | 'µ' => "mu",
        'π' => "pi",
        'σ' => "sigma",
        'à' | 'á' | 'â' | 'ã' | 'å' => "a",
        'ä' => "ae",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' => "o",
        'ö' => "oe",
        'ß' => "ss",
        'ù' | 'ú' | 'û' => "u",
        'ü' => "ue",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_spelled_out() {
        assert_eq!(spelled("naïve ≤ 5 × 10² 囲碁"), "naive <= 5 x 10^2 ??");
    }
}
