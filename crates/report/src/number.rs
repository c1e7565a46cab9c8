//! Numbers as text.

/// Fixed decimals, thousands parted by commas from 10,000 up, no negative zero.
pub(crate) fn fixed(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "-∞" }.into();
    }
    if value.abs() >= 1e15 {
        return scientific(value);
    }
    let text = format!("{value:.digits$}", digits = digits.min(17));
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) if size.contains(|letter| matches!(letter, '1'..='9')) => ("-", size),
        Some(size) => ("", size),
        None => ("", text.as_str()),
    };
    let (whole, tail) = size.split_at(size.find('.').unwrap_or(size.len()));
    format!("{sign}{}{tail}", grouped(whole))
}

fn grouped(whole: &str) -> String {
    if whole.len() < 5 {
        return whole.to_owned();
    }
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// About four significant digits, for tooltips and data tables.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() {
        return fixed(value, 0);
    }
    if !(1e-5..1e9).contains(&size) {
        return scientific(value);
    }
    // Between 1e-5 and 1e9 the logarithm is a small whole number.
    let digits = (3.0 - libm::log10(size).floor()).clamp(0.0, 9.0) as usize;
    let text = fixed(value, digits);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn scientific(value: f64) -> String {
    let text = format!("{value:.3e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
            format!("{mantissa}e{exponent}")
        }
        None => text,
    }
}

/// Every digit that is needed to read the same number back.
pub(crate) fn exact(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-5..1e16).contains(&size) && value.is_finite() {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

/// What follows the whole part of a number, the decimal point first: `.50` of
/// `0.50`, `%` of `45%`. Empty for words.
pub(crate) fn tail(text: &str) -> &str {
    let signed = text.trim_start_matches(['-', '+', '−', '±', '<', '>', '≤', '≥', '~', ' ']);
    if !signed.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
        return "";
    }
    let end = signed.find(|letter: char| !letter.is_ascii_digit() && letter != ',');
    &signed[end.unwrap_or(signed.len())..]
}

/// The same number with a proper minus sign.
pub(crate) fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(size)
            if size
                .starts_with(|letter: char| letter.is_ascii_digit() || ".∞".contains(letter)) =>
        {
            format!("−{size}")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_numbers() {
        assert_eq!(fixed(0.125, 2), "0.12");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(-1.5, 1), "-1.5");
        assert_eq!(fixed(9999.0, 0), "9999");
        assert_eq!(fixed(1_900_000.4, 1), "1,900,000.4");
        assert_eq!(fixed(f64::NAN, 1), "–");
        assert_eq!(fixed(f64::NEG_INFINITY, 1), "-∞");
        assert_eq!(fixed(1e300, 2), "1e300");
    }

    #[test]
    fn short_numbers() {
        assert_eq!(short(0.35512), "0.3551");
        assert_eq!(short(0.5), "0.5");
        assert_eq!(short(1_900_000.0), "1,900,000");
        assert_eq!(short(1.25e-7), "1.25e-7");
        assert_eq!(short(0.0), "0");
    }

    #[test]
    fn exact_numbers_read_back() {
        for value in [0.1, 1.0 / 3.0, 1e300, 5e-324, -0.25, 123456789.0] {
            assert_eq!(exact(value).parse(), Ok(value));
        }
        assert_eq!(exact(3.0), "3");
    }

    #[test]
    fn tails_start_at_the_point() {
        assert_eq!(tail("-1,234.50"), ".50");
        assert_eq!(tail("45%"), "%");
        assert_eq!(tail(".355"), ".355");
        assert_eq!(tail("12"), "");
        assert_eq!(tail("n/a"), "");
    }
}
