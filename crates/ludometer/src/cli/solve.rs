//! placeholder
use super::Failure;
use clap::Args;
/// x
#[derive(Args)]
pub(super) struct Solve {}
impl Solve {
    pub(super) fn go(self) -> Result<(), Failure> {
        Ok(())
    }
}
