//! How a game ended, in words.

use ludometer_core::Facts;

/// The end of a game as a person says it: `human wins (mate)`, `draw`, `tight wins 3.5, loose loses 3.5`.
pub fn result_in_words(
    facts: &Facts,
    names: &[String],
    payoffs: &[f64],
    termination: Option<&str>,
) -> String {
    let how = termination.map_or(String::new(), |word| format!(" ({word})"));
    let named = |seat: usize| match names {
        [_] => names[0].clone(),
        _ => format!("player {seat}, {},", names[seat]),
    };
    if let [payoff] = payoffs {
        let (least, greatest) = facts.utility;
        return match (least, greatest) {
            (-1.0, 1.0) if *payoff == 1.0 => format!("{} wins{how}", named(0)),
            (-1.0, 1.0) if *payoff == -1.0 => format!("{} loses{how}", named(0)),
            _ => format!("{} ends with {payoff}{how}", named(0)),
        };
    }
    if payoffs.iter().all(|payoff| *payoff == 0.0) {
        return match payoffs.len() {
            2 => format!("draw{how}"),
            _ => format!("nobody wins or loses{how}"),
        };
    }
    // Where there is nothing between winning and losing, nobody needs the numbers.
    if let ([one, other], (-1.0, 1.0)) = (payoffs, facts.utility)
        && one.abs() == 1.0
        && one + other == 0.0
    {
        let winner = usize::from(other > one);
        return format!("{} wins{how}", named(winner));
    }
    let seats = payoffs.iter().enumerate().map(|(seat, payoff)| {
        let size = payoff.abs();
        match *payoff {
            payoff if payoff > 0.0 => format!("{} wins {size}", named(seat)),
            payoff if payoff < 0.0 => format!("{} loses {size}", named(seat)),
            _ => format!("{} breaks even", named(seat)),
        }
    });
    seats.collect::<Vec<_>>().join("; ") + &how
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_named_and_numbers_only_where_they_matter() {
        let facts = Facts::new("game", 2);
        let two = ["human".to_string(), "random".to_string()];
        let says = |payoffs: &[f64], word| result_in_words(&facts, &two, payoffs, word);
        assert_eq!(says(&[1.0, -1.0], None), "player 0, human, wins");
        assert_eq!(
            says(&[-1.0, 1.0], Some("mate")),
            "player 1, random, wins (mate)"
        );
        assert_eq!(says(&[0.0, 0.0], Some("stalemate")), "draw (stalemate)");
        let mut poker = Facts::new("poker", 3);
        poker.utility = (-24.0, 48.0);
        let three = ["a", "b", "c"].map(String::from);
        let said = result_in_words(&poker, &three, &[3.5, -3.5, 0.0], None);
        assert_eq!(
            said,
            "player 0, a, wins 3.5; player 1, b, loses 3.5; player 2, c, breaks even"
        );
        let alone = Facts::new("alone", 1);
        let said = result_in_words(&alone, &["human".to_string()], &[1.0], None);
        assert_eq!(said, "human wins");
        let mut points = Facts::new("points", 1);
        points.utility = (0.0, 60.0);
        let said = result_in_words(&points, &["human".to_string()], &[7.0], None);
        assert_eq!(said, "human ends with 7");
    }
}
