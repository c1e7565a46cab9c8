//! Boards of squares, read from what games write and show.

use super::Scene;

/// The name of a square, from its column and its rank, counted from 0 and from 1.
fn name(column: usize, rank: usize) -> String {
    format!("{}{rank}", char::from(b'a' + (column % 26) as u8))
}

/// Names row by row from the top, with the first rank there or at the bottom.
fn names(rows: usize, columns: usize, from_top: bool) -> Vec<Vec<String>> {
    let rank = |row| if from_top { row + 1 } else { rows - row };
    (0..rows)
        .map(|row| (0..columns).map(|column| name(column, rank(row))).collect())
        .collect()
}

fn board(style: &'static str, pieces: Vec<Vec<String>>, from_top: bool) -> Option<Scene> {
    let columns = pieces.first()?.len();
    let even = columns > 0 && pieces.iter().all(|row| row.len() == columns);
    even.then(|| Scene::Board {
        style,
        squares: names(pieces.len(), columns, from_top),
        chequered: matches!(style, "chess" | "loa"),
        pieces,
    })
}

fn piece(sign: char) -> String {
    match sign {
        '.' | '-' => String::new(),
        sign => sign.to_string(),
    }
}

/// Rows that begin with their rank, the first of which is at the bottom: `8  r n b q k b n r`.
pub(super) fn ranked(style: &'static str, shown: &str) -> Option<Scene> {
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        words.next()?.parse::<usize>().ok()?;
        let signs = words.map(|word| {
            let mut signs = word.chars();
            let sign = signs.next()?;
            signs.next().is_none().then(|| piece(sign))
        });
        signs.collect::<Option<Vec<String>>>()
    };
    let rows: Vec<Vec<String>> = shown.lines().filter_map(row).collect();
    // Columns beyond z have no letter.
    let lettered = rows.first().is_some_and(|row| row.len() <= 26);
    board(style, rows, false).filter(|_| lettered)
}

/// Squares from the upper left corner, then the player to move.
pub(super) fn othello(text: &str) -> Option<Scene> {
    let squares: Vec<String> = text.split(' ').next()?.chars().map(piece).collect();
    let side = (1..=16).find(|side| side * side == squares.len())?;
    board(
        "othello",
        squares.chunks(side).map(<[_]>::to_vec).collect(),
        true,
    )
}

/// Numbered tiles as they are shown.
pub(super) fn tiles(shown: &str) -> Option<Scene> {
    let row = |line: &str| line.split_whitespace().map(tile).collect::<Vec<_>>();
    fn tile(word: &str) -> String {
        if word == "." {
            String::new()
        } else {
            word.to_string()
        }
    }
    let rows = shown.lines().filter(|line| !line.trim().is_empty());
    board("tiles", rows.map(row).collect(), true)
}

/// The squares that a label names: one to place on, or one to pick up from and one to drop on.
pub(super) fn squares_of(label: &str) -> (Vec<String>, Vec<String>) {
    let mut found = Vec::new();
    let signs: Vec<char> = label.chars().collect();
    let mut at = 0;
    while at < signs.len() {
        let digits = signs[at + 1..]
            .iter()
            .take_while(|sign| sign.is_ascii_digit());
        let digits = digits.count();
        if signs[at].is_ascii_lowercase() && digits > 0 {
            found.push(signs[at..=at + digits].iter().collect::<String>());
            at += digits;
        }
        at += 1;
    }
    match &found[..] {
        [to] => (Vec::new(), vec![to.clone()]),
        [from, to] => (vec![from.clone()], vec![to.clone()]),
        _ => Default::default(),
    }
}

/// The tiles that a push moves, and the empty square that it moves them to: `R2>` is row 2 to the right,
/// `C1^` column 1 up.
pub(super) fn push(
    label: &str,
    squares: &[Vec<String>],
    pieces: &[Vec<String>],
) -> (Vec<String>, Vec<String>) {
    let line = label.get(1..label.len().saturating_sub(1));
    let number = line.and_then(|line| line.parse::<usize>().ok());
    let Some(at) = number.and_then(|number| number.checked_sub(1)) else {
        return Default::default();
    };
    let across = label.starts_with('R');
    let on = squares
        .iter()
        .zip(pieces)
        .enumerate()
        .flat_map(|(row, (names, pieces))| {
            let columns = names.iter().zip(pieces).enumerate();
            columns.filter_map(move |(column, pair)| {
                let line = if across { row } else { column };
                (line == at).then_some(pair)
            })
        });
    let on: Vec<(&String, &String)> = on.collect();
    let tiles: Vec<usize> = (0..on.len())
        .filter(|&place| !on[place].1.is_empty())
        .collect();
    let (Some(first), Some(last)) = (tiles.first(), tiles.last()) else {
        return Default::default();
    };
    let to = match label.chars().last() {
        Some('>' | 'v') => Some(last + 1),
        _ => first.checked_sub(1),
    };
    let to = to.and_then(|to| on.get(to));
    (
        tiles.iter().map(|&place| on[place].0.clone()).collect(),
        to.map(|(name, _)| name.to_string()).into_iter().collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(scene: &Scene, square: &str) -> String {
        let Scene::Board {
            squares, pieces, ..
        } = scene
        else {
            panic!("no board: {scene:?}");
        };
        let mut both = squares.iter().flatten().zip(pieces.iter().flatten());
        both.find(|(name, _)| *name == square).unwrap().1.clone()
    }

    #[test]
    fn pieces_stand_where_their_games_put_them() {
        let shown = "8  r n b q k b . r\n7  p p p p p p p p\n6  . . . . . n . .\n5  . . . . . . . .\n4  . . . . P . . .\n3  . . . . . . . .\n2  P P P P . P P P\n1  R N B Q K B N R\n   a b c d e f g h\nwhite to move\n";
        let scene = ranked("chess", shown).unwrap();
        for (square, piece) in [
            ("a1", "R"),
            ("e4", "P"),
            ("e2", ""),
            ("d8", "q"),
            ("f6", "n"),
            ("g8", ""),
        ] {
            assert_eq!(at(&scene, square), piece, "{square}");
        }
        let scene = othello("-----OX--XO----- X").unwrap();
        for (square, piece) in [
            ("b2", "O"),
            ("c2", "X"),
            ("b3", "X"),
            ("c3", "O"),
            ("a1", ""),
        ] {
            assert_eq!(at(&scene, square), piece, "{square}");
        }
        let scene = ranked("marks", " 3  . . X\n 2  . O .\n 1  . . .\n    a b c\n").unwrap();
        for (square, piece) in [("c3", "X"), ("b2", "O"), ("a1", "")] {
            assert_eq!(at(&scene, square), piece, "{square}");
        }
        assert_eq!(ranked("loa", "2  . X\n1  .\n"), None);
        assert_eq!(ranked("loa", "nothing\n"), None);
        assert_eq!(othello("---"), None);
    }

    #[test]
    fn labels_name_their_squares() {
        let squares = |label| {
            let (from, to) = squares_of(label);
            (from.join(" "), to.join(" "))
        };
        let both = |from: &str, to: &str| (from.to_string(), to.to_string());
        assert_eq!(squares("c5"), both("", "c5"));
        assert_eq!(squares("b12"), both("", "b12"));
        assert_eq!(squares("e7e8q"), both("e7", "e8"));
        assert_eq!(squares("f1xh3"), both("f1", "h3"));
        assert_eq!(squares("pass"), both("", ""));
        assert_eq!(squares(""), both("", ""));
    }

    #[test]
    fn a_push_is_picked_up_at_its_tiles_and_dropped_on_the_empty_square() {
        let Some(Scene::Board {
            squares, pieces, ..
        }) = tiles("9 8 7 .\n. 6 5 4\n3 2 1 .\n. . . .\n")
        else {
            panic!("no board");
        };
        let pushed = |label| {
            let (from, to) = push(label, &squares, &pieces);
            (from.join(" "), to.join(" "))
        };
        let both = |from: &str, to: &str| (from.to_string(), to.to_string());
        assert_eq!(pushed("R1>"), both("a1 b1 c1", "d1"));
        assert_eq!(pushed("R2<"), both("b2 c2 d2", "a2"));
        assert_eq!(pushed("C3v"), both("c1 c2 c3", "c4"));
        assert_eq!(pushed("?"), both("", ""));
        assert_eq!(pushed("R9>"), both("", ""));
        assert_eq!(pushed("é"), both("", ""));
    }
}
