//! Random numbers of the operating system: for keys, and for the seeds of games that are played for once.

use crate::problem::Problem;

/// So many bytes.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(Problem::failed(format!(
            "the operating system gives no random numbers: {error}"
        ))),
    }
}

/// A seed for a game that is played for once, short enough to be typed.
///
/// # Errors
///
/// If the operating system gives no random numbers; in words.
pub fn fresh_seed() -> Result<u64, String> {
    let bytes = bytes().map_err(|problem| problem.error)?;
    Ok(u64::from(u32::from_le_bytes(bytes)))
}

/// A word that nobody guesses.
pub(crate) fn word() -> Result<String, Problem> {
    let bytes: [u8; 16] = bytes()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
