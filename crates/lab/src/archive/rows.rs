//! Rows in an archive: CSV that reads back to the bit.

use super::ArchiveError;
use ludometer_arena::play::{COLUMNS, Ending, Episode, Forfeited, SeatResult};
use ludometer_core::{Forfeit, Reason, Spending};

/// Rows of one member.
pub(super) const PIECE: usize = 50_000;

/// The header of every member: the number of the cell in `cells.json`, then the columns of a row.
pub(super) fn header() -> String {
    let columns: Vec<&str> = ["cell"].into_iter().chain(COLUMNS).collect();
    columns.join(",") + "\n"
}

/// Adds the rows of an episode. Numbers have as many digits as reading them back needs.
pub(super) fn write(cell: usize, number: u64, episode: &Episode, out: &mut String) -> u64 {
    for (seat, share) in episode.seats.iter().enumerate() {
        let measured = share
            .measured
            .map_or(String::new(), |value| value.to_string());
        let reason = episode.ending.reason(seat).unwrap_or_default();
        *out += &format!(
            "{cell},{number},{seat},{},{},{},{},{measured},{},{},{},{}\n",
            episode.plies,
            episode.ending.name(),
            share.payoff,
            share.points,
            share.spent.steps,
            share.spent.evaluations,
            share.late,
            quoted(&reason),
        );
    }
    episode.seats.len() as u64
}

/// The reason of a forfeit; line breaks and quotes are doubled or spelled so that a row is a line.
fn quoted(text: &str) -> String {
    if !text.contains([',', '"', '\n', '\r', '\\']) {
        return text.to_string();
    }
    let text = text.replace('\\', "\\\\").replace('\n', "\\n");
    let text = text.replace('\r', "\\r").replace('"', "\"\"");
    format!("\"{text}\"")
}

fn unquoted(text: &str) -> String {
    let Some(inside) = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    else {
        return text.to_string();
    };
    let mut out = String::new();
    let undoubled = inside.replace("\"\"", "\"");
    let mut signs = undoubled.chars();
    while let Some(sign) = signs.next() {
        match (sign, sign == '\\') {
            (_, false) => out.push(sign),
            _ => match signs.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
        }
    }
    out
}

/// Reads a member and gives every episode to `each`, with the number of its cell and its own. An
/// episode is never split between members.
pub(super) fn read(
    member: &str,
    text: &str,
    mut each: impl FnMut(usize, u64, Episode) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    let wrong =
        |line: usize, what: &str| ArchiveError::member(member, format!("line {} {what}", line + 1));
    let mut pending: Option<(usize, u64, Episode)> = None;
    let mut lines = text.lines().enumerate();
    let first = lines.next().map(|(_, line)| format!("{line}\n"));
    if first != Some(header()) {
        return Err(wrong(0, "is not the header of rows"));
    }
    for (line, row) in lines {
        let cells: Vec<&str> = row.splitn(12, ',').collect();
        let [
            cell,
            number,
            seat,
            plies,
            ended,
            payoff,
            points,
            measured,
            steps,
            evaluations,
            late,
            reason,
        ] = cells[..]
        else {
            return Err(wrong(line, "has too few columns"));
        };
        let bad = |_| wrong(line, "has no number where one belongs");
        let real = |text: &str| {
            text.parse::<f64>()
                .map_err(|_| wrong(line, "has no number where one belongs"))
        };
        let (cell, number) = (cell.parse().map_err(bad)?, number.parse().map_err(bad)?);
        let seat: usize = seat.parse().map_err(bad)?;
        if pending
            .as_ref()
            .is_some_and(|(c, n, _)| (*c, *n) != (cell, number))
            && let Some((cell, number, episode)) = pending.take()
        {
            each(cell, number, episode)?;
        }
        let ending = match ended {
            "finished" => Ending::Finished,
            "truncated" => Ending::Truncated,
            "adjudicated" => Ending::Adjudicated,
            "forfeited" => Ending::Forfeited(Forfeited {
                agent: 0,
                forfeit: Reason::Other.into(),
            }),
            _ => return Err(wrong(line, "ends in a way that is not known")),
        };
        let plies = plies.parse().map_err(bad)?;
        let (_, _, episode) = pending.get_or_insert((
            cell,
            number,
            Episode {
                plies,
                ending,
                seats: Vec::new(),
                record: None,
            },
        ));
        if seat != episode.seats.len() {
            return Err(wrong(line, "has a seat out of order"));
        }
        if let Ending::Forfeited(forfeit) = &mut episode.ending
            && !reason.is_empty()
        {
            *forfeit = Forfeited {
                agent: seat,
                forfeit: Forfeit::read(&unquoted(reason)),
            };
        }
        episode.seats.push(SeatResult {
            payoff: real(payoff)?,
            points: real(points)?,
            measured: match measured {
                "" => None,
                measured => Some(real(measured)?),
            },
            spent: Spending::of_steps(steps.parse().map_err(bad)?)
                .with_evaluations(evaluations.parse().map_err(bad)?),
            late: late.parse().map_err(bad)?,
        });
    }
    match pending {
        Some((cell, number, episode)) => each(cell, number, episode),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back_to_the_bit() {
        let seat = |payoff: f64, measured| SeatResult {
            payoff,
            points: 1.0 / 3.0,
            measured,
            spent: Spending::of_steps(7).with_evaluations(u64::MAX >> 12),
            late: 2,
        };
        let ending = Ending::Forfeited(Forfeited {
            agent: 1,
            forfeit: Forfeit::new(Reason::Other, "a, \"b\"\nc\\n"),
        });
        let episodes = [
            (
                0,
                4,
                Episode {
                    plies: 9,
                    ending,
                    seats: vec![seat(-0.0, None), seat(5e-324, Some(0.1))],
                    record: None,
                },
            ),
            (
                1,
                0,
                Episode {
                    plies: 0,
                    ending: Ending::Truncated,
                    seats: vec![seat(f64::INFINITY, None)],
                    record: None,
                },
            ),
        ];
        let mut text = header();
        for (cell, number, episode) in &episodes {
            write(*cell, *number, episode, &mut text);
        }
        let mut found = Vec::new();
        read("rows/000001.csv", &text, |cell, number, episode| {
            found.push((cell, number, episode));
            Ok(())
        })
        .unwrap();
        assert_eq!(found, episodes);
        assert_eq!(found[0].2.seats[0].payoff.to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn damage_is_located() {
        let text = header() + "0,0,0,1,finished,1,x,,0,0,0,\n";
        let error = read("rows/000001.csv", &text, |_, _, _| Ok(())).unwrap_err();
        let words = error.to_string();
        assert!(
            words.contains("`rows/000001.csv`") && words.contains("line 2"),
            "{words}"
        );
    }
}
