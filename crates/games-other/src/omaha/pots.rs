//! Pots: who can win what, and how it is divided.

use super::SEATS;
use super::rank::{High, Low, Strength};
use arrayvec::ArrayVec;

/// A set of seats, one bit each.
pub type Seats = u16;

/// The seats of a set, from the first left of the button.
#[inline]
pub fn seats(set: Seats) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let seat = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            seat
        })
    })
}

/// Chips that the same players may win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pot {
    /// The number of chips.
    pub amount: u32,
    /// Who may win them.
    pub eligible: Seats,
}

/// How chips that cannot be split are given away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OddChip {
    /// Robert's Rules ("Ties") and those of the Tournament Directors: each pot by itself; the odd
    /// chip of halving goes to the high side; of a tie, one each from the first left of the button;
    /// nobody gets a second odd chip of a pot if another winner of the side can have it; who wins
    /// both ways alike shares as evenly as possible.
    #[default]
    Rules,
    /// The same without the last two of these.
    Simple,
    /// As pokerkit 0.7.7 does it, where it can be told apart from the rules: hands that win nothing
    /// leave before the pots are made, all that is left of a tie goes to one player, and half of a
    /// side pot without a low is shared by everyone in it if there is a low elsewhere.
    PokerKit,
}

/// The main pot and the side pots: what was paid, up to each level that a live player reached.
/// Chips of folded players stay in the levels they reached; what nobody else could match is a last
/// pot with one player in it.
pub fn pots(paid: &[u32], live: Seats) -> ArrayVec<Pot, SEATS> {
    let mut pots: ArrayVec<Pot, SEATS> = ArrayVec::new();
    let mut below = 0;
    loop {
        let levels = seats(live).map(|seat| paid[seat]);
        let Some(level) = levels.filter(|&paid| paid > below).min() else {
            return pots;
        };
        let parts = paid.iter().map(|&paid| paid.min(level) - paid.min(below));
        let eligible = seats(live).filter(|&seat| paid[seat] >= level);
        pots.push(Pot {
            amount: parts.sum(),
            eligible: eligible.fold(0, |set, seat| set | 1 << seat),
        });
        below = level;
    }
}

/// Who has the best high hand of these.
pub fn high_winners(eligible: Seats, strengths: &[Strength; SEATS]) -> Seats {
    let best = seats(eligible).map(|seat| strengths[seat].high).max();
    let best = best.unwrap_or_default();
    winners(eligible, |seat| strengths[seat].high == best)
}

/// The players with the best low hand; none if no hand qualifies.
pub fn low_winners(eligible: Seats, strengths: &[Strength; SEATS]) -> Seats {
    let best = seats(eligible).map(|seat| strengths[seat].low).max();
    let best = best.unwrap_or_default();
    winners(eligible, |seat| {
        best.qualifies() && strengths[seat].low == best
    })
}

fn winners(eligible: Seats, wins: impl Fn(usize) -> bool) -> Seats {
    seats(eligible)
        .filter(|&seat| wins(seat))
        .fold(0, |set, seat| set | 1 << seat)
}

/// What everyone receives, their own uncalled chips among it. At least one seat is live; a single
/// one takes everything, whatever the strengths are.
pub fn pay(paid: &[u32], live: Seats, strengths: &[Strength; SEATS], odd: OddChip) -> [u32; SEATS] {
    let mut won = [0; SEATS];
    if live.count_ones() == 1 {
        won[live.trailing_zeros() as usize] = paid.iter().sum();
        return won;
    }
    if odd == OddChip::PokerKit {
        return pay_as_pokerkit(paid, live, strengths);
    }
    for pot in pots(paid, live) {
        let high = high_winners(pot.eligible, strengths);
        let low = low_winners(pot.eligible, strengths);
        if low == 0 || low == high && odd == OddChip::Rules {
            share(&mut won, pot.amount, high, 0);
            continue;
        }
        let mut served = share(&mut won, pot.amount.div_ceil(2), high, 0);
        if high.count_ones() == 1 && !pot.amount.is_multiple_of(2) {
            served = high;
        }
        let before = match odd {
            OddChip::Rules => served,
            _ => 0,
        };
        share(&mut won, pot.amount / 2, low, before);
    }
    won
}

/// Splits chips evenly, odd ones one each from the first left of the button; the seats that are
/// `served` have had one and come last. Returns the seats that got one.
fn share(won: &mut [u32; SEATS], amount: u32, winners: Seats, served: Seats) -> Seats {
    let count = winners.count_ones();
    let (each, odd) = (amount / count, amount % count);
    for seat in seats(winners) {
        won[seat] += each;
    }
    if odd == 0 {
        return 0;
    }
    let order = seats(winners & !served).chain(seats(winners & served));
    let mut given = 0;
    for seat in order.take(odd as usize) {
        won[seat] += 1;
        given |= 1 << seat;
    }
    given
}

fn pay_as_pokerkit(paid: &[u32], live: Seats, strengths: &[Strength; SEATS]) -> [u32; SEATS] {
    let mut won = [0; SEATS];
    // What nobody matched goes back first.
    let mut paid: ArrayVec<u32, SEATS> = paid.iter().copied().collect();
    if let Some(most) = (0..paid.len()).max_by_key(|&seat| paid[seat]) {
        let others = paid.iter().enumerate().filter(|(seat, _)| *seat != most);
        let matched = others.map(|(_, &paid)| paid).max().unwrap_or(0);
        won[most] = paid[most] - matched;
        paid[most] = matched;
    }
    let wins =
        |pot: &Pot| high_winners(pot.eligible, strengths) | low_winners(pot.eligible, strengths);
    let left = pots(&paid, live).iter().fold(0, |set, pot| set | wins(pot));
    let low_somewhere = seats(left).any(|seat| strengths[seat].low != Low::NONE);
    for pot in pots(&paid, left) {
        let high = high_winners(pot.eligible, strengths);
        if !low_somewhere || left.count_ones() == 1 {
            share_first(&mut won, pot.amount, high);
            continue;
        }
        let low = match low_winners(pot.eligible, strengths) {
            0 => pot.eligible,
            low => low,
        };
        share_first(&mut won, pot.amount.div_ceil(2), high);
        share_first(&mut won, pot.amount / 2, low);
    }
    won
}

/// Splits chips evenly, all odd ones to the first left of the button.
fn share_first(won: &mut [u32; SEATS], amount: u32, winners: Seats) {
    let count = winners.count_ones();
    for seat in seats(winners) {
        won[seat] += amount / count;
    }
    won[winners.trailing_zeros() as usize] += amount % count;
}

/// The share of one pot that a seat wins if chips could be split at will: of the high side and of
/// the low side, which together are at most 1.
#[inline]
pub fn real_share(eligible: Seats, strengths: &[Strength; SEATS], seat: usize) -> (f64, f64) {
    let best = seats(eligible).fold((High::default(), Low::NONE), |(high, low), seat| {
        (high.max(strengths[seat].high), low.max(strengths[seat].low))
    });
    let (mut highs, mut lows) = (0u32, 0u32);
    for other in seats(eligible) {
        highs += u32::from(strengths[other].high == best.0);
        lows += u32::from(strengths[other].low == best.1);
    }
    let split = best.1.qualifies();
    let side = if split { 0.5 } else { 1.0 };
    let mine = strengths[seat];
    let part = |wins: bool, winners: u32| if wins { side / f64::from(winners) } else { 0.0 };
    (
        part(mine.high == best.0, highs),
        part(split && mine.low == best.1, lows),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strengths(of: &[(u16, u8)]) -> [Strength; SEATS] {
        let mut all = [Strength::default(); SEATS];
        for (strength, &(high, low)) in all.iter_mut().zip(of) {
            *strength = Strength {
                high: High(high),
                low: Low(low),
            };
        }
        all
    }

    #[test]
    fn side_pots_keep_dead_money_and_give_back_what_nobody_matched() {
        let pots: Vec<(u32, Seats)> = pots(&[6, 14, 10], 0b011)
            .iter()
            .map(|pot| (pot.amount, pot.eligible))
            .collect();
        assert_eq!(pots, [(18, 0b011), (12, 0b010)]);
    }

    #[test]
    fn odd_chips_go_where_the_rules_say() {
        // Both tie both ways for 66 chips.
        let tie = strengths(&[(5, 9), (5, 9)]);
        assert_eq!(pay(&[33, 33], 0b11, &tie, OddChip::Rules)[..2], [33, 33]);
        assert_eq!(pay(&[33, 33], 0b11, &tie, OddChip::Simple)[..2], [34, 32]);
        // Three lows tie for 50 chips: one odd chip each, or both to the first.
        let three = strengths(&[(1, 9), (2, 9), (3, 9), (7, 0)]);
        let paid = [25, 25, 25, 25, 1];
        assert_eq!(
            pay(&paid, 0b1111, &three, OddChip::Rules)[..4],
            [17, 17, 16, 51]
        );
        assert_eq!(
            pay(&paid, 0b1111, &three, OddChip::PokerKit)[..4],
            [18, 16, 16, 51]
        );
    }

    /// Robert's Rules, "Ties" 4: no player may receive more than one odd chip.
    #[test]
    fn one_odd_chip_for_a_seat_of_a_pot() {
        // 102 chips: the first two tie for high, the first and the third for low, 51 each way. The
        // exact shares are 51, 25.5 and 25.5.
        let quartered = strengths(&[(5, 9), (5, 0), (3, 9)]);
        let paid = [34, 34, 34];
        assert_eq!(
            pay(&paid, 0b111, &quartered, OddChip::Rules)[..3],
            [51, 25, 26]
        );
        assert_eq!(
            pay(&paid, 0b111, &quartered, OddChip::Simple)[..3],
            [52, 25, 25]
        );
        // 103 chips: the odd one of halving goes to the high hand, which ties for low, too.
        let paid = [34, 34, 34, 1];
        let scooped = strengths(&[(5, 9), (4, 9), (3, 0)]);
        assert_eq!(
            pay(&paid, 0b111, &scooped, OddChip::Rules)[..3],
            [77, 26, 0]
        );
        assert_eq!(
            pay(&paid, 0b111, &scooped, OddChip::Simple)[..3],
            [78, 25, 0]
        );
        // A side pot is another pot: 33 chips of three, and 4 of two who tie both ways in it.
        let sides = strengths(&[(5, 9), (5, 0), (3, 9)]);
        let paid = [34, 34, 34, 0, 0];
        let main = pay(&paid, 0b111, &sides, OddChip::Rules);
        let deeper = pay(&[34, 35, 35], 0b111, &sides, OddChip::Rules);
        assert_eq!(deeper[..3], [main[0], main[1] + 1, main[2] + 1]);
    }

    #[test]
    fn shares_of_a_pot_sum_to_one() {
        let quartered = strengths(&[(5, 9), (4, 9), (3, 0)]);
        let shares: Vec<(f64, f64)> = (0..3)
            .map(|seat| real_share(0b111, &quartered, seat))
            .collect();
        assert_eq!(shares, [(0.5, 0.25), (0.0, 0.25), (0.0, 0.0)]);
        let no_low = strengths(&[(5, 0), (5, 0)]);
        assert_eq!(real_share(0b11, &no_low, 1), (0.5, 0.0));
    }
}
