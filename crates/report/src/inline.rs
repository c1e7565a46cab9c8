//! The little markup that texts and notes may use.

/// A stretch of text in one manner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Span {
    Plain(String),
    Code(String),
    Emphasis(String),
    Link { text: String, to: String },
}

/// Splits a paragraph at its markup. What does not close, or links elsewhere
/// than to an anchor or a web address, is plain.
pub(crate) fn spans(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let before = plain.chars().next_back();
        let opened = match first {
            '`' => between(rest, '`').map(|(code, after)| (Span::Code(code.into()), after)),
            '*' if !before.is_some_and(char::is_alphanumeric) => emphasis(rest),
            '[' => link(rest),
            _ => None,
        };
        if let Some((span, after)) = opened {
            if !plain.is_empty() {
                found.push(Span::Plain(std::mem::take(&mut plain)));
            }
            found.push(span);
            rest = after;
        } else {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        found.push(Span::Plain(plain));
    }
    found
}

/// The non-empty text between a first letter and the next `close`.
fn between(text: &str, close: char) -> Option<(&str, &str)> {
    let mut letters = text.chars();
    letters.next()?;
    let (inside, after) = letters.as_str().split_once(close)?;
    (!inside.is_empty()).then_some((inside, after))
}

fn emphasis(text: &str) -> Option<(Span, &str)> {
    let (inside, after) = between(text, '*')?;
    let tight = inside.trim() == inside && !after.starts_with(char::is_alphanumeric);
    tight.then(|| (Span::Emphasis(inside.into()), after))
}

fn link(text: &str) -> Option<(Span, &str)> {
    let (label, after) = between(text, ']')?;
    if !after.starts_with('(') {
        return None;
    }
    let (to, after) = between(after, ')')?;
    let known = to.len() > 1 && to.starts_with('#')
        || to.starts_with("http://")
        || to.starts_with("https://");
    let to = match to.strip_prefix('#') {
        Some(anchor) => format!("#{}", slug(anchor)),
        None => to.to_owned(),
    };
    let text = label.to_owned();
    known.then_some((Span::Link { text, to }, after))
}

/// The anchor of a name or heading: lower-case letters and digits, parted by
/// single hyphens.
pub(crate) fn slug(name: &str) -> String {
    name.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// One line without control characters, which no format may contain, and without those that
/// turn the direction of what follows, which make a text look like another.
pub(crate) fn tidy(text: &str) -> String {
    let unfit = |letter: char| {
        let turning = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        letter.is_control()
            || turning
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
    };
    if !text.contains(unfit) {
        return text.to_owned();
    }
    text.split(unfit)
        .filter(|piece| !piece.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Small print with spaces that do not part inside short pieces, where a piece
/// ends at a closing bracket, a comma or a semicolon outside brackets.
pub(crate) fn glued(detail: &str) -> String {
    let mut depth = 0usize;
    let mut pieces = vec![String::new()];
    for letter in detail.chars() {
        match letter {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ended = |piece: &String| piece.ends_with([']', ')', ',', ';']);
        if letter == ' ' && depth == 0 && pieces.last().is_some_and(ended) {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(letter);
        }
    }
    let several = pieces.len() > 1;
    let short = |piece: &String| piece.chars().count() <= 20 && (several || piece.starts_with('['));
    let glue = |piece: String| match short(&piece) {
        true => piece.replace(' ', "\u{a0}"),
        false => piece,
    };
    pieces.into_iter().map(glue).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_found() {
        assert_eq!(
            spans("a `b*` *c d* [e](#F g)."),
            [
                Span::Plain("a ".into()),
                Span::Code("b*".into()),
                Span::Plain(" ".into()),
                Span::Emphasis("c d".into()),
                Span::Plain(" ".into()),
                Span::Link {
                    text: "e".into(),
                    to: "#f-g".into()
                },
                Span::Plain(".".into()),
            ]
        );
    }

    #[test]
    fn what_is_no_markup_stays_as_it_is() {
        for text in [
            "2*3*4",
            "a * b * c",
            "`open",
            "[a](javascript:b)",
            "[a] (#b)",
            "``",
            "[](#a)",
            "[.33, .39]",
        ] {
            assert_eq!(spans(text), [Span::Plain(text.into())]);
        }
    }

    #[test]
    fn slugs_are_anchors() {
        assert_eq!(slug("Table 3: Lines of Action"), "table-3-lines-of-action");
        assert_eq!(slug("  --  "), "");
    }

    #[test]
    fn intervals_stay_whole() {
        assert_eq!(
            glued("[.33, .39] paper .355"),
            "[.33,\u{a0}.39] paper\u{a0}.355"
        );
        assert_eq!(glued("[.33, .39]"), "[.33,\u{a0}.39]");
        assert_eq!(glued("as the paper has it"), "as the paper has it");
    }
}
