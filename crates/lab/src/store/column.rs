//! One column of a block: values of one kind for consecutive episodes, as bytes and back.
//!
//! Whole numbers are their least value, a width in bytes and the differences from the least value. Reals
//! that are whole numbers are kept as such, all others by their bits, so every real comes back to the
//! bit. Texts are their lengths and their bytes. A value may be absent: a column that lacks some has a
//! bit for each episode, and a column that lacks all is not written.

/// How the values of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Whole numbers.
    Whole = 1,
    /// Reals that are whole numbers.
    WholeReals = 2,
    /// Reals by their bits.
    Reals = 3,
    /// Texts.
    Texts = 4,
}

/// Set beside the encoding where some values are absent.
pub(super) const SPARSE: u8 = 0x80;

impl Encoding {
    pub(super) fn of(number: u8) -> Option<Encoding> {
        Some(match number {
            1 => Encoding::Whole,
            2 => Encoding::WholeReals,
            3 => Encoding::Reals,
            4 => Encoding::Texts,
            _ => return None,
        })
    }
}

/// The values of a column, one for each episode.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Whole(Vec<u64>),
    Reals(Vec<f64>),
    Texts(Vec<String>),
}

/// A column: its values, and which of them are there; the others have a value of no meaning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) values: Values,
    /// Whether each value is there; `None` if all are.
    pub(super) present: Option<Vec<bool>>,
}

/// The smallest whole number from which on reals are not all whole numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The bit that makes whole numbers with a sign sort as those without.
const SIGN: u64 = 1 << 63;

fn is_whole(real: f64) -> bool {
    real.abs() < EXACT && (real as i64) as f64 == real && (real != 0.0 || real.is_sign_positive())
}

/// Bytes that are read from the front; every read can fail.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        Some(self.bytes(1)?[0])
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }
}

/// Writes whole numbers: the least, the width, the differences.
pub(super) fn write_whole(values: &[u64], into: &mut Vec<u8>) {
    let least = values.iter().copied().min().unwrap_or(0);
    let most = values.iter().copied().max().unwrap_or(0);
    let width = (u64::BITS - (most - least).leading_zeros()).div_ceil(8) as usize;
    into.extend_from_slice(&least.to_le_bytes());
    into.push(width as u8);
    match width {
        0 => {}
        1 => into.extend(values.iter().map(|value| (value - least) as u8)),
        2 => into.extend(
            values
                .iter()
                .flat_map(|value| ((value - least) as u16).to_le_bytes()),
        ),
        8 => into.extend(
            values
                .iter()
                .flat_map(|value| (value - least).to_le_bytes()),
        ),
        _ => {
            for value in values {
                into.extend_from_slice(&(value - least).to_le_bytes()[..width]);
            }
        }
    }
}

fn read_whole(bytes: &mut Reader<'_>, count: usize) -> Option<Vec<u64>> {
    let least = bytes.u64()?;
    let width = usize::from(bytes.byte()?);
    if width > 8 {
        return None;
    }
    let differences = bytes.bytes(count.checked_mul(width)?)?;
    Some(match width {
        0 => vec![least; count],
        1 => {
            let value = |byte: &u8| least.wrapping_add(u64::from(*byte));
            differences.iter().map(value).collect()
        }
        _ => {
            let value = |bytes: &[u8]| {
                let mut difference = [0; 8];
                difference[..width].copy_from_slice(bytes);
                least.wrapping_add(u64::from_le_bytes(difference))
            };
            differences.chunks_exact(width).map(value).collect()
        }
    })
}

/// Writes reals in the shorter encoding that keeps their bits, and says which.
pub(super) fn write_reals(values: &[f64], scratch: &mut Vec<u64>, into: &mut Vec<u8>) -> Encoding {
    scratch.clear();
    if values.iter().all(|&value| is_whole(value)) {
        scratch.extend(values.iter().map(|&value| (value as i64) as u64 ^ SIGN));
        write_whole(scratch, into);
        return Encoding::WholeReals;
    }
    scratch.extend(values.iter().map(|value| value.to_bits()));
    write_whole(scratch, into);
    Encoding::Reals
}

fn write_present(present: &[bool], into: &mut Vec<u8>) {
    let byte = |bits: &[bool]| {
        let set = bits.iter().enumerate().filter(|(_, set)| **set);
        set.fold(0_u8, |byte, (at, _)| byte | 1 << at)
    };
    into.extend(present.chunks(8).map(byte));
}

fn read_present(bytes: &mut Reader<'_>, count: usize) -> Option<Vec<bool>> {
    let bits = bytes.bytes(count.div_ceil(8))?;
    Some(
        (0..count)
            .map(|i| bits[i / 8] >> (i % 8) & 1 == 1)
            .collect(),
    )
}

impl Column {
    /// Whether no value is there.
    pub(super) fn is_absent(&self) -> bool {
        let present = self.present.as_ref();
        present.is_some_and(|present| !present.contains(&true))
    }

    pub(super) fn len(&self) -> usize {
        match &self.values {
            Values::Whole(values) => values.len(),
            Values::Reals(values) => values.len(),
            Values::Texts(values) => values.len(),
        }
    }

    /// Whether there is a value at this place.
    pub(super) fn has(&self, at: usize) -> bool {
        self.present.as_ref().is_none_or(|present| present[at])
    }

    /// Appends the bytes and gives the encoding, with [`SPARSE`].
    pub(super) fn write(&self, scratch: &mut Vec<u64>, into: &mut Vec<u8>) -> u8 {
        let sparse = match &self.present {
            Some(present) if present.contains(&false) => {
                write_present(present, into);
                SPARSE
            }
            _ => 0,
        };
        let encoding = match &self.values {
            Values::Whole(values) => {
                write_whole(values, into);
                Encoding::Whole
            }
            Values::Reals(values) => write_reals(values, scratch, into),
            Values::Texts(texts) => {
                scratch.clear();
                scratch.extend(texts.iter().map(|text| text.len() as u64));
                write_whole(scratch, into);
                into.extend(texts.iter().flat_map(|text| text.bytes()));
                Encoding::Texts
            }
        };
        encoding as u8 | sparse
    }

    /// Reads `count` values; `None` if the bytes are not such a column, to the last byte.
    pub(super) fn read(encoding: u8, bytes: &[u8], count: usize) -> Option<Column> {
        let mut bytes = Reader(bytes);
        let present = match encoding & SPARSE {
            0 => None,
            _ => Some(read_present(&mut bytes, count)?),
        };
        let values = match Encoding::of(encoding & !SPARSE)? {
            Encoding::Whole => Values::Whole(read_whole(&mut bytes, count)?),
            Encoding::WholeReals => {
                let whole = read_whole(&mut bytes, count)?.into_iter();
                Values::Reals(whole.map(|value| (value ^ SIGN) as i64 as f64).collect())
            }
            Encoding::Reals => {
                let whole = read_whole(&mut bytes, count)?.into_iter();
                Values::Reals(whole.map(f64::from_bits).collect())
            }
            Encoding::Texts => {
                let mut texts = Vec::with_capacity(count);
                for length in read_whole(&mut bytes, count)? {
                    let text = bytes.bytes(usize::try_from(length).ok()?)?;
                    texts.push(String::from_utf8(text.to_vec()).ok()?);
                }
                Values::Texts(texts)
            }
        };
        bytes.0.is_empty().then_some(Column { values, present })
    }

    /// The values in a range of places.
    pub(super) fn slice(&self, range: std::ops::Range<usize>) -> Column {
        let values = match &self.values {
            Values::Whole(values) => Values::Whole(values[range.clone()].to_vec()),
            Values::Reals(values) => Values::Reals(values[range.clone()].to_vec()),
            Values::Texts(values) => Values::Texts(values[range.clone()].to_vec()),
        };
        let present = self.present.as_ref();
        Column {
            values,
            present: present.map(|present| present[range].to_vec()),
        }
    }

    /// A column of the same kind in which no value is there.
    pub(super) fn lacking(&self, count: usize) -> Column {
        Column {
            values: match self.values {
                Values::Whole(_) => Values::Whole(vec![0; count]),
                Values::Reals(_) => Values::Reals(vec![0.0; count]),
                Values::Texts(_) => Values::Texts(vec![String::new(); count]),
            },
            present: Some(vec![false; count]),
        }
    }

    /// Appends another column of the same kind; `None` if it is of another.
    pub(super) fn append(&mut self, other: Column) -> Option<()> {
        if self.present.is_some() || other.present.is_some() {
            let all = |column: &Column| vec![true; column.len()];
            let theirs = other.present.clone().unwrap_or_else(|| all(&other));
            let ours = self.present.take().unwrap_or_else(|| all(self));
            self.present = Some([ours, theirs].concat());
        }
        match (&mut self.values, other.values) {
            (Values::Whole(ours), Values::Whole(theirs)) => ours.extend(theirs),
            (Values::Reals(ours), Values::Reals(theirs)) => ours.extend(theirs),
            (Values::Texts(ours), Values::Texts(theirs)) => ours.extend(theirs),
            _ => return None,
        }
        Some(())
    }
}
