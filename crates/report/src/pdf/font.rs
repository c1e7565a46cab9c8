//! The standard fonts of PDF: which letters they have, and how wide these are.
//!
//! Widths are those of the metrics that Adobe published for the fourteen standard fonts ("Core
//! 14 AFM"); codes are those of WinAnsiEncoding and of Symbol's own encoding (PDF 32000-1:2008,
//! annex D).

use pdf_writer::Name;

/// A font that every reader has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Plain,
    Bold,
    Symbol,
}

impl Face {
    pub(super) const ALL: [Face; 3] = [Face::Plain, Face::Bold, Face::Symbol];

    pub(super) fn name(self) -> Name<'static> {
        Name(match self {
            Face::Plain => b"F0",
            Face::Bold => b"F1",
            Face::Symbol => b"F2",
        })
    }

    pub(super) fn base(self) -> Name<'static> {
        Name(match self {
            Face::Plain => b"Helvetica",
            Face::Bold => b"Helvetica-Bold",
            Face::Symbol => b"Symbol",
        })
    }
}

/// Letters in one font on one level.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) face: Face,
    pub(super) bytes: Vec<u8>,
    /// Whether they are small and raised.
    pub(super) raised: bool,
}

impl Run {
    /// How wide it is if the text has this size.
    pub(super) fn width(&self, size: f32) -> f32 {
        let units: u32 = self.bytes.iter().map(|byte| width(self.face, *byte)).sum();
        units as f32 / 1000.0 * set(size, self.raised).0
    }
}

/// The size and the rise of letters in a text of this size.
pub(super) fn set(size: f32, raised: bool) -> (f32, f32) {
    match raised {
        true => (0.66 * size, 0.36 * size),
        false => (size, 0.0),
    }
}

/// A text in the fonts that have its letters.
pub(super) fn runs(text: &str, bold: bool) -> Vec<Run> {
    let plain = if bold { Face::Bold } else { Face::Plain };
    let mut runs: Vec<Run> = Vec::new();
    for letter in text.chars() {
        let (face, byte, raised) = match (raised(letter), latin(letter), symbol(letter)) {
            (Some(byte), _, _) => (plain, byte, true),
            (_, Some(byte), _) => (plain, byte, false),
            (_, _, Some(byte)) => (Face::Symbol, byte, false),
            _ => (plain, b'?', false),
        };
        match runs.last_mut() {
            Some(run) if run.face == face && run.raised == raised => run.bytes.push(byte),
            _ => runs.push(Run {
                face,
                bytes: vec![byte],
                raised,
            }),
        }
    }
    runs
}

/// Digits of exponents.
fn raised(letter: char) -> Option<u8> {
    let digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    if letter == '⁻' {
        // An en dash is as long as a minus sign.
        return Some(0x96);
    }
    let at = digits.chars().position(|digit| digit == letter)?;
    Some(b'0' + at as u8)
}

/// The code in WinAnsiEncoding.
fn latin(letter: char) -> Option<u8> {
    const UPPER: [(char, u8); 27] = [
        ('€', 0x80),
        ('‚', 0x82),
        ('ƒ', 0x83),
        ('„', 0x84),
        ('…', 0x85),
        ('†', 0x86),
        ('‡', 0x87),
        ('ˆ', 0x88),
        ('‰', 0x89),
        ('Š', 0x8a),
        ('‹', 0x8b),
        ('Œ', 0x8c),
        ('Ž', 0x8e),
        ('‘', 0x91),
        ('’', 0x92),
        ('“', 0x93),
        ('”', 0x94),
        ('•', 0x95),
        ('–', 0x96),
        ('—', 0x97),
        ('˜', 0x98),
        ('™', 0x99),
        ('š', 0x9a),
        ('›', 0x9b),
        ('œ', 0x9c),
        ('ž', 0x9e),
        ('Ÿ', 0x9f),
    ];
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(letter)).ok(),
        _ => {
            let known = UPPER.iter().find(|(known, _)| *known == letter);
            known.map(|(_, byte)| *byte)
        }
    }
}

/// The code in the font Symbol.
fn symbol(letter: char) -> Option<u8> {
    const SIGNS: [(char, u8); 20] = [
        ('−', 0x2d),
        ('≅', 0x40),
        ('∼', 0x7e),
        ('≤', 0xa3),
        ('∞', 0xa5),
        ('↔', 0xab),
        ('←', 0xac),
        ('↑', 0xad),
        ('→', 0xae),
        ('↓', 0xaf),
        ('≥', 0xb3),
        ('∂', 0xb6),
        ('≠', 0xb9),
        ('≡', 0xba),
        ('≈', 0xbb),
        ('√', 0xd6),
        ('∈', 0xce),
        ('∑', 0xe5),
        ('∫', 0xf2),
        ('∏', 0xd5),
    ];
    // Greek letters stand on the Latin keys that Symbol gives them.
    const GREEK: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψω";
    const KEYS: &[u8] = b"ABGDEZHQIKLMNXOPRSTUFCYWabgdezhqiklmnxoprstufcyw";
    let sign = SIGNS.iter().find(|(known, _)| *known == letter);
    sign.map(|(_, byte)| *byte).or_else(|| {
        let at = GREEK.chars().position(|greek| greek == letter)?;
        KEYS.get(at).copied()
    })
}

/// Thousandths of the size. Symbol's signs are about as wide as a digit; what is aligned by them
/// is off by a fraction of a letter.
fn width(face: Face, byte: u8) -> u32 {
    const PLAIN: [u16; 95] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
        722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
        667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
        556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
        500, 334, 260, 334, 584,
    ];
    const BOLD: [u16; 95] = [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722,
        722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
        667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
        611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556,
        500, 389, 280, 389, 584,
    ];
    let table = match face {
        Face::Plain => &PLAIN,
        Face::Bold => &BOLD,
        Face::Symbol => return 549,
    };
    let plain = usize::from(byte)
        .checked_sub(32)
        .and_then(|at| table.get(at));
    let wide = match byte {
        0x85 | 0x97 | 0x99 => 1000,
        0xc0..=0xdf => 700,
        _ => 556,
    };
    plain.map_or(wide, |width| u32::from(*width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_find_their_fonts() {
        let runs = runs("é −3·10⁻³ λ 王", false);
        let shown: Vec<(Face, &[u8], bool)> = runs
            .iter()
            .map(|run| (run.face, run.bytes.as_slice(), run.raised))
            .collect();
        assert_eq!(
            shown,
            [
                (Face::Plain, &b"\xe9 "[..], false),
                (Face::Symbol, b"-", false),
                (Face::Plain, b"3\xb710", false),
                (Face::Plain, b"\x963", true),
                (Face::Plain, b" ", false),
                (Face::Symbol, b"l", false),
                (Face::Plain, b" ?", false),
            ]
        );
    }

    #[test]
    fn widths_add_up() {
        let [run] = &runs("Hi", false)[..] else {
            panic!("one run");
        };
        assert!((run.width(10.0) - 9.44).abs() < 1e-4);
        let [run] = &runs("Hi", true)[..] else {
            panic!("one run");
        };
        assert!((run.width(10.0) - 10.0).abs() < 1e-4);
    }
}
