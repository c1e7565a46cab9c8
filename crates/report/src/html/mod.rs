//! One page that can be published as it is: no script, nothing fetched.

mod figure;
mod ids;
mod table;

use crate::document::paragraphs;
use crate::draw::paint;
use crate::inline::{Span, spans, tidy};
use crate::{Block, Document, Provenance};
use ids::Ids;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};

/// The document as a self-contained page for light and dark screens and for
/// paper. Tables, plots and headings can be linked to by name.
pub fn html(document: &Document) -> String {
    let document = document.said(&str::to_owned);
    let mut ids = Ids::default();
    let sections = contents(&document, &mut ids);
    let mut headings = sections.iter();
    let blocks: Vec<Markup> = document
        .blocks
        .iter()
        .map(|block| match block {
            Block::Heading(text) => {
                let id = headings.next().map_or("", |(id, _)| id.as_str());
                markup! { h2 id=(id) { (text) } }
            }
            Block::Text(text) => markup! {
                @for paragraph in paragraphs(text) { p { (marked(&paragraph)) } }
            },
            Block::Verdict(text) => verdict(text),
            Block::Table(table) => table::table(table, &ids.unique(&table.name, "table")),
            Block::Plot(plot) => figure::plot(plot, &mut ids),
            Block::Panels {
                title,
                columns,
                plots,
            } => figure::panels(title, *columns, plots, &mut ids),
        })
        .collect();
    page(&document, &sections, &blocks).into_string()
}

/// The anchors and texts of the headings, in order.
fn contents<'a>(document: &'a Document, ids: &mut Ids) -> Vec<(String, &'a str)> {
    let headings = document.blocks.iter().filter_map(|block| match block {
        Block::Heading(text) => Some(text.as_str()),
        _ => None,
    });
    headings
        .map(|text| (ids.unique(text, "section"), text))
        .collect()
}

/// Nothing but what is on the page itself: no script, no frame, no form, nothing fetched.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

fn page(document: &Document, sections: &[(String, &str)], blocks: &[Markup]) -> Markup {
    let title = &document.title;
    let dark = paint::dark_css("svg ");
    markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="referrer" content="no-referrer";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) (PreEscaped(dark)) }
            }
            body {
                main {
                    h1 { (title) }
                    @if sections.len() > 2 {
                        nav aria-label="Contents" {
                            @for (id, text) in sections { a href={ "#" (id) } { (text) } " " }
                        }
                    }
                    @for block in blocks { (block) "\n" }
                    @if let Some(provenance) = &document.provenance { (origin(provenance)) }
                }
            }
        }
    }
}

/// Where the figures come from: a line, and the rest folded away.
fn origin(provenance: &Provenance) -> Markup {
    markup! {
        footer {
            details.provenance {
                summary { (provenance.summary()) }
                dl {
                    @for (name, value) in provenance.facts() {
                        dt { (name) }
                        dd { @if name == "repeat" { code { (value) } } @else { (value) } }
                    }
                }
                @if let Some(plan) = &provenance.plan {
                    @if !plan.played.is_empty() {
                        p.name { "What is played, with every parameter" }
                        pre { @for line in &plan.played { (tidy(line)) "\n" } }
                    }
                    p.name { "Plan" }
                    pre { @for line in plan.text.lines() { (tidy(line)) "\n" } }
                }
            }
        }
    }
}

/// A verdict: its first sentence stands out, what it rests on follows.
fn verdict(text: &str) -> Markup {
    let (first, rest) = match text.split_once(". ") {
        Some((first, rest)) => (format!("{first}."), rest),
        None => (text.to_owned(), ""),
    };
    markup! {
        p.verdict {
            strong { (unbroken(&first)) }
            @if !rest.is_empty() { " " (unbroken(rest)) }
        }
    }
}

/// A number stays on one line with its sign of percent.
fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// A paragraph or note with its markup.
fn marked(text: &str) -> Markup {
    markup! {
        @for span in spans(text) {
            @match span {
                Span::Plain(text) => { (unbroken(&text)) }
                Span::Code(text) => { code { (text) } }
                Span::Emphasis(text) => { em { (text) } }
                Span::Link { text, to } => { a href=(to) { (text) } }
            }
        }
    }
}

fn notes(notes: &[String]) -> Markup {
    markup! {
        @if !notes.is_empty() {
            div.notes { @for note in notes { p { (marked(note)) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Mark, Plot, Table};

    #[test]
    fn what_the_user_gives_is_escaped() {
        let page = html(&Document::new("<script>").text("a < b & [c](#d) `<i>`"));
        assert!(page.contains("<h1>&lt;script&gt;</h1>"));
        assert!(page.contains("<p>a &lt; b &amp; <a href=\"#d\">c</a> <code>&lt;i&gt;</code></p>"));
        assert!(!page.contains("<script"));
    }

    #[test]
    fn a_table_has_a_caption_and_scopes() {
        let table = Table::new("odds", "Odds")
            .column(Column::left("die"))
            .column(Column::decimal("p"))
            .row([
                Cell::text("fair"),
                Cell::number(-0.5, 1).detail("n 9").mark(Mark::Bad),
            ])
            .row([Cell::text("none"), Cell::text("12")]);
        let page = html(&Document::new("").table(table));
        assert!(page.contains(
            "<figcaption id=\"odds-title\">Odds</figcaption>\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Odds\">\
             <table aria-labelledby=\"odds-title\"><thead><tr>\
             <th class=\"left\" scope=\"col\">die</th><th class=\"decimal\" scope=\"col\">p</th>\
             </tr></thead><tbody><tr><th class=\"left whole\" scope=\"row\">fair</th>\
             <td class=\"decimal bad\"><span class=\"sign\" role=\"img\" aria-label=\"bad\">✗</span>\
             −0.5<small>n 9</small></td></tr>\
             <tr><th class=\"left whole\" scope=\"row\">none</th><td class=\"decimal\">\
             12<i data-pad=\".5\"></i></td></tr></tbody></table>"
        ), "{page}");
    }

    #[test]
    fn a_verdict_begins_with_its_word() {
        let page = html(&Document::new("").verdict("Table 1: confirmed. Power 95 %; p = .2"));
        assert!(page.contains(
            "<p class=\"verdict\"><strong>Table 1: confirmed.</strong> Power 95\u{a0}%; p = .2</p>"
        ));
    }

    /// What all panels note stands below them once, and what one notes with that one.
    #[test]
    fn panels_share_their_notes() {
        let plot = |name: &str| Plot::new(name, name).note("bands are intervals");
        let plots = vec![plot("a"), plot("b").note("only here")];
        let page = html(&Document::new("").panels("both", 2, plots));
        assert_eq!(page.matches("bands are intervals").count(), 1);
        let [grid, one, all] = ["class=\"grid\"", "only here", "bands are intervals"]
            .map(|text| page.find(text).unwrap());
        assert!(grid < one && one < all, "{page}");
    }

    #[test]
    fn anchors_are_unique() {
        let page = html(
            &Document::new("")
                .heading("A b")
                .heading("a B")
                .table(Table::new("a b", "")),
        );
        for id in ["id=\"a-b\"", "id=\"a-b-2\"", "id=\"a-b-3\""] {
            assert_eq!(page.matches(id).count(), 1, "{id}");
        }
    }
}
