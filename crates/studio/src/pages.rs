//! The pages: frames that modules fill from the API. Nothing is written into them but what is here.

use crate::problem::Problem;
use crate::studio::Studio;
use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, html};
use std::sync::Arc;

const CSS: &str = "text/css; charset=utf-8";
const MODULE: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($name:literal: $kind:expr,)*) => {
        /// Everything that pages load.
        const ASSETS: &[(&str, &str, &str)] =
            &[$(($name, $kind, include_str!(concat!("../assets/", $name)))),*];
    };
}

assets! {
    "studio.css": CSS,
    "studio.js": MODULE,
    "forms.js": MODULE,
    "home.js": MODULE,
    "new.js": MODULE,
    "board.js": MODULE,
    "pieces.js": MODULE,
    "thought.js": MODULE,
    "session.js": MODULE,
    "experiments.js": MODULE,
    "experiment.js": MODULE,
    "report.js": MODULE,
    "icon.svg": "image/svg+xml",
}

pub(crate) fn router() -> Router<Arc<Studio>> {
    Router::new()
        .route("/", get(|| page("Studio", "home")))
        .route("/new", get(|| page("New game", "new")))
        .route("/session/{id}", get(|| page("Game", "session")))
        .route("/experiments", get(|| page("Experiments", "experiments")))
        .route(
            "/experiments/{kind}/{name}",
            get(|| page("Experiment", "experiment")),
        )
        .route("/assets/{name}", get(asset))
}

async fn asset(Path(name): Path<String>) -> Result<Response, Problem> {
    let found = ASSETS.iter().find(|(known, ..)| *known == name);
    let (_, kind, text) = found.ok_or_else(|| {
        Problem::missing("there is nothing at this address").remedy("begin at the first page: /")
    })?;
    Ok(([(header::CONTENT_TYPE, *kind)], *text).into_response())
}

/// A page whose content is made by the module of this name.
async fn page(title: &str, module: &str) -> Html<String> {
    Html(frame(title, module).into_string())
}

fn frame(title: &str, module: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · ludometer" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/studio.css";
                script type="module" src={ "/assets/" (module) ".js" } {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href="/" { "ludometer" }
                    nav aria-label="Pages" {
                        a href="/" { "Games" }
                        a href="/experiments" { "Experiments" }
                    }
                }
                main #main tabindex="-1" { p.quiet { "Loading …" } }
                noscript { p { "This page needs JavaScript. The command line has everything too: `ludometer --help`." } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a first view loads fits into 300 KB, and nothing is fetched from elsewhere.
    #[test]
    fn pages_are_small_and_load_nothing_from_elsewhere() {
        let bytes: usize = ASSETS.iter().map(|(.., text)| text.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
        for (name, _, text) in ASSETS {
            let text = text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !text.contains("http:") && !text.contains("https:"),
                "{name}"
            );
            assert!(!text.contains("innerHTML"), "{name} writes markup");
        }
    }
}
