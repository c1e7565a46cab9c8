//! placeholder
use super::Failure;
use clap::Args;
/// x
#[derive(Args)]
pub(super) struct Bench {}
impl Bench {
    pub(super) fn go(self) -> Result<(), Failure> {
        Ok(())
    }
}
