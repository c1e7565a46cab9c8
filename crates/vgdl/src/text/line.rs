//! Lines of a description: how deep they stand and the words in them.

/// A word and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    /// Line and column, counted from 1.
    pub(crate) place: (usize, usize),
}

impl<'t> Word<'t> {
    /// Splits `key=value`; a word without `=` has no value.
    pub(crate) fn pair(self) -> Option<(&'t str, &'t str)> {
        self.text.split_once('=')
    }
}

/// A line that says something.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    /// Leading white space, a tab counting one.
    pub(crate) indent: usize,
    pub(crate) words: Vec<Word<'t>>,
}

impl<'t> Line<'t> {
    /// The words before and after the first lone `>`, if there is one after the first word.
    pub(crate) fn halves(&self) -> Option<(&[Word<'t>], &[Word<'t>])> {
        let at = 1 + self
            .words
            .get(1..)?
            .iter()
            .position(|word| word.text == ">")?;
        Some((&self.words[..at], &self.words[at + 1..]))
    }

    /// Where the line begins.
    pub(crate) fn place(&self) -> (usize, usize) {
        self.words[0].place
    }
}

/// The lines of a text without comments and without empty ones.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().enumerate().filter_map(|(number, line)| {
        let line = line.split_once('#').map_or(line, |(said, _)| said);
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let words = words(line, number + 1);
        (!words.is_empty()).then_some(Line { indent, words })
    })
}

fn words(line: &str, number: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut column = 0;
    for (count, (byte, c)) in line.char_indices().chain([(line.len(), ' ')]).enumerate() {
        match (c.is_whitespace(), start) {
            (false, None) => (start, column) = (Some(byte), count + 1),
            (true, Some(from)) => {
                words.push(Word {
                    text: &line[from..byte],
                    place: (number, column),
                });
                start = None;
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_say_nothing() {
        let found: Vec<_> = lines("# all\n\n  \ta > B c=1 # rest\n\t\t").collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].indent, 3);
        assert_eq!(found[0].place(), (3, 4));
        let (left, right) = found[0].halves().unwrap();
        assert_eq!((left.len(), right.len()), (1, 2));
        assert_eq!(right[1].pair(), Some(("c", "1")));
    }

    #[test]
    fn a_mapped_character_may_be_the_arrow_itself() {
        let found: Vec<_> = lines("> > wall").collect();
        let (left, right) = found[0].halves().unwrap();
        assert_eq!((left[0].text, right[0].text), (">", "wall"));
    }
}
