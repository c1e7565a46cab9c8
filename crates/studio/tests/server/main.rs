//! The studio over the wire, without a browser.

mod client;
mod experiments;
mod hidden;
mod play;
mod refusals;
