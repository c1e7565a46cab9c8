//! Texts that attack the program which opens a report: none leaves the place it was put in.

mod markup;

use ludometer_report::{
    Axis, Block, Cell, Column, Document, PlanRecord, Plot, Point, Provenance, PublishedFigure,
    Series, Style, Table, csv, csv_comments, html, latex, markdown, pdf, svg, terminal, tidy,
    vega_lite,
};

/// From the collections that testers of web pages, spreadsheets, terminals and typesetters use.
const ATTACKS: [&str; 30] = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</pre></details><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' onmouseover='alert(1)",
    "<svg/onload=alert(1)>",
    "]]><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "[click](javascript:alert(1))",
    "[click](data:text/html,<script>alert(1)</script>)",
    "[click](https://x/\"onmouseover=\"alert(1))",
    "![x](https://x/y.png)",
    "<iframe src=https://x></iframe>",
    "```\n</details>\n<script>alert(1)</script>\n```",
    "| a | b |\n| --- | --- |",
    "=HYPERLINK(\"https://x\",\"y\")",
    "=cmd|' /C calc'!A0",
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[31mred",
    "\u{9b}31mred",
    "a\r\nb\nc\td\u{0}\u{8}\u{8}",
    "user\u{202e}gpj.exe\u{2066}",
    "\\input{/etc/passwd}\\write18{rm}",
    "$x$ ^^5cinput #1 %comment ~ & _ {",
    ") Tj ET /F0 99 Tf (",
    "\u{fffe}\u{ffff}\u{2028}\u{2029}",
];

/// A document with the text in every place that takes one.
fn document(text: &str) -> Document {
    let published = PublishedFigure {
        verdict: text.into(),
        ..PublishedFigure::default()
    };
    let table = Table::new(text, text)
        .column(Column::left(text))
        .column(Column::decimal(text))
        .row([
            Cell::text(text),
            Cell::text(text).detail(text).published(published),
        ])
        .note(text);
    let provenance = Provenance {
        fingerprint: Some(text.into()),
        plan: Some(PlanRecord {
            name: text.into(),
            text: text.into(),
            played: vec![text.into()],
        }),
        budget: text.into(),
        ..Provenance::new(text, text, text)
    };
    Document::new(text)
        .heading(text)
        .text(text)
        .verdict(text)
        .table(table)
        .panels(text, 2, [plot(text), plot(text)])
        .plot(plot(text))
        .provenance(provenance)
}

fn plot(text: &str) -> Plot {
    Plot::new(text, text)
        .x(Axis::categories(text, [text]))
        .y(Axis::linear(text))
        .series(Series::bars(text, [Point::new(0.0, 1.0)]))
        .note(text)
}

#[test]
fn pages_and_pictures_have_no_element_that_was_not_drawn() {
    let kept = |page: &str| {
        let tags = page.split('<').skip(1);
        let names = tags.map(|tag| tag.split([' ', '>', '/']).next().unwrap_or("").to_owned());
        names.filter(|name| !name.is_empty()).collect::<Vec<_>>()
    };
    for attack in ATTACKS {
        let page = html(&document(attack));
        markup::check(&page).unwrap_or_else(|error| panic!("{attack:?}: {error}"));
        let picture = svg(&plot(attack), document(attack).provenance.as_ref());
        markup::check(&picture).unwrap_or_else(|error| panic!("{attack:?}: {error}"));
        markup::numbers(&picture).unwrap_or_else(|error| panic!("{attack:?}: {error}"));
        for name in kept(&page).iter().chain(&kept(&picture)) {
            let strange = ["script", "img", "iframe"].contains(&name.as_str());
            assert!(!strange, "{attack:?}: <{name}>");
        }
        for text in [&page, &picture] {
            for opened in text
                .split('<')
                .skip(1)
                .filter_map(|tag| tag.split('>').next())
            {
                let outside: String = opened.split('"').step_by(2).collect();
                assert!(!outside.contains("onmouseover"), "{attack:?}: {opened}");
                assert!(
                    !opened.contains("href=\"javascript:"),
                    "{attack:?}: {opened}"
                );
            }
        }
        assert!(
            page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        );
    }
}

#[test]
fn markdown_has_no_raw_elements_but_its_own() {
    for attack in ATTACKS {
        let text = markdown(&document(attack));
        let mut fence: Option<String> = None;
        for line in text.lines() {
            let ticks: String = line.chars().take_while(|letter| *letter == '`').collect();
            match &fence {
                Some(open) if line.trim_end() == open => fence = None,
                Some(_) => continue,
                None if ticks.len() > 2 => fence = Some(ticks),
                None => {
                    for tag in line.split('<').skip(1) {
                        let own = [
                            "details>",
                            "/details>",
                            "summary>",
                            "/summary>",
                            "sub>",
                            "/sub>",
                        ];
                        let own = own.iter().any(|own| tag.starts_with(own))
                            || tag.starts_with("a id=\"")
                            || tag.starts_with("/a>")
                            // An address in angle brackets.
                            || tag.starts_with(['#', 'h']);
                        // Inside a code span nothing is markup.
                        let element = format!("<{}", tag.split('>').next().unwrap_or_default());
                        let coded = line
                            .replace("\\`", "")
                            .split('`')
                            .skip(1)
                            .step_by(2)
                            .any(|code| code.contains(&element));
                        assert!(own || coded, "{attack:?}: {line}");
                    }
                    // A line that begins with an element is no Markdown.
                    let bare = line.replace("\\]", "");
                    let bare = if line.starts_with("<summary>") {
                        ""
                    } else {
                        &bare
                    };
                    assert!(
                        !bare.contains("](javascript") && !bare.contains("](<javascript"),
                        "{line}"
                    );
                    assert!(
                        !bare.replace("\\!", "").contains("!["),
                        "{attack:?}: {line}"
                    );
                }
            }
        }
        assert!(fence.is_none(), "{attack:?}: a fence stays open");
    }
}

#[test]
fn terminals_get_no_control_characters() {
    for attack in ATTACKS {
        for unicode in [true, false] {
            let style = Style {
                width: 100,
                colour: false,
                unicode,
            };
            let text = terminal(&document(attack), style);
            let odd = |letter: char| {
                letter.is_control() && letter != '\n' || ('\u{202a}'..='\u{202e}').contains(&letter)
            };
            assert!(!text.contains(odd), "{attack:?}: {text:?}");
        }
    }
}

#[test]
fn spreadsheets_get_no_formulas() {
    for attack in ATTACKS {
        let document = document(attack);
        let batch = tidy(&document);
        let mut texts = vec![batch.csv_header() + &batch.csv_lines()];
        for block in &document.blocks {
            if let Block::Table(table) = block {
                texts.push(csv(table));
            }
        }
        for text in texts {
            let mut reader = ::csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(text.as_bytes());
            for record in reader.records() {
                for cell in record.unwrap().iter() {
                    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
                    assert!(!formula, "{attack:?}: {cell:?}");
                }
            }
        }
        let comments = csv_comments(document.provenance.as_ref().unwrap());
        assert!(
            comments
                .split("\r\n")
                .filter(|line| !line.is_empty())
                .all(|line| { line.starts_with("# ") && !line.contains(['\r', '\n']) })
        );
    }
}

#[test]
fn latex_has_no_command_but_its_own() {
    const OWN: [&str; 42] = [
        "begin",
        "end",
        "centering",
        "caption",
        "label",
        "toprule",
        "midrule",
        "bottomrule",
        "noindent",
        "par",
        "smallskip",
        "footnotesize",
        "scriptsize",
        "textbf",
        "texttt",
        "emph",
        "textbackslash",
        "textasciicircum",
        "textasciitilde",
        "textless",
        "textgreater",
        "textbar",
        "textquotedbl",
        "dots",
        "checkmark",
        "times",
        "pm",
        "cdot",
        "approx",
        "leq",
        "geq",
        "neq",
        "infty",
        "rightarrow",
        "leftarrow",
        "uparrow",
        "downarrow",
        "circ",
        "frac",
        "lambda",
        "mu",
        "includegraphics",
    ];
    for attack in ATTACKS {
        let text = latex(&document(attack));
        for line in text.lines().filter(|line| !line.starts_with('%')) {
            let mut depth = 0i32;
            let letters: Vec<char> = line.chars().collect();
            let mut at = 0;
            while at < letters.len() {
                match letters[at] {
                    '\\' => {
                        let word: String = letters[at + 1..]
                            .iter()
                            .take_while(|letter| letter.is_ascii_alphabetic())
                            .collect();
                        let sign = letters.get(at + 1).copied().unwrap_or(' ');
                        let escaped = "\\{}$&#%_,".contains(sign);
                        assert!(
                            escaped || OWN.contains(&word.as_str()),
                            "{attack:?}: \\{word} in {line}"
                        );
                        at += 1 + word.len().max(1);
                        continue;
                    }
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    '%' => panic!("{attack:?}: a comment in {line}"),
                    _ => {}
                }
                assert!(depth >= 0, "{attack:?}: {line}");
                at += 1;
            }
            assert_eq!(depth, 0, "{attack:?}: {line}");
            assert!(!line.contains("^^"), "{attack:?}: {line}");
        }
    }
}

#[test]
fn pdf_strings_stay_closed() {
    for attack in ATTACKS {
        let bytes = pdf(&plot(attack), document(attack).provenance.as_ref());
        let text = String::from_utf8_lossy(&bytes);
        // A string that was left would set this size.
        assert!(
            !text.lines().any(|line| line.trim() == "/F0 99 Tf"),
            "{attack:?}"
        );
        assert!(text.contains("endstream"));
    }
}

#[test]
fn vega_expressions_hold_labels_as_strings() {
    let label = "\"); alert(1); (\"";
    let plot = Plot::new("p", "P")
        .x(Axis::linear("x").ticks([(1.0, label.to_owned())]))
        .series(Series::line("s", [Point::new(1.0, 2.0)]));
    let spec = vega_lite(&plot);
    let expression = spec["layer"][0]["encoding"]["x"]["axis"]["labelExpr"].to_string();
    assert!(
        expression.contains("\\\\\\\"); alert(1); (\\\\\\\""),
        "{expression}"
    );
}
