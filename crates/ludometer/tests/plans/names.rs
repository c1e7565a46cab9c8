//! Names and parameters inside the texts of a plan: the place is that of the word, not of the text.

use super::{PLAN, diagnostic, read, spoilt, underlined};

#[test]
fn unknown_names() {
    for (part, by, parts) in [
        (
            "\"tic-tac-toe\"",
            "\"«nougths»\"",
            ["there is no game `nougths`", "did you mean `noughts`?"],
        ),
        (
            "\"tic-tac-toe\"",
            "\"«whist»\"",
            [
                "there is no game `whist`",
                "known: slide, tic-tac-toe, othello, chess, loa, connect-four, ",
            ],
        ),
        (
            "\"random\"",
            "\"«randon»\"",
            ["has no agent `randon`", "did you mean `random`?"],
        ),
        (
            "\"open-lines\"",
            "\"«open-line»\"",
            ["`open-line`", "did you mean `open-lines`?"],
        ),
        (
            "\"add(open-lines, 0.5)\"",
            "\"add(«opne-lines», 0.5)\"",
            ["has no measure `opne-lines`", "did you mean `open-lines`?"],
        ),
        (
            "\"walk(1)\"",
            "\"«wlak(1)»\"",
            ["has no start `wlak`", "did you mean `walk`?"],
        ),
    ] {
        spoilt(part, by, &parts);
    }
}

#[test]
fn an_unknown_evaluator_finds_its_name() {
    let parts = ["`mutl`", "did you mean `mult`?"];
    spoilt(
        "\"add(open-lines, 0.5)\"",
        "\"«mutl(open-lines, 0.5)»\"",
        &parts,
    );
}

#[test]
fn unknown_parameters() {
    for (part, by, parts) in [
        (
            "\"tic-tac-toe\"",
            "\"tic-tac-toe(«columns»=3)\"",
            ["`tic-tac-toe` has no parameter `columns`", "known: m, n, k"],
        ),
        (
            "depth(t={t}, leaf=",
            "depth(t={t}, «laef»=",
            ["`depth` has no parameter `laef`", "did you mean `leaf`?"],
        ),
        (
            "walk(1)",
            "walk(«pleis»=1)",
            ["`walk` has no parameter `pleis`", "did you mean `plies`?"],
        ),
        (
            "add(open-lines, 0.5)",
            "add(open-lines, «b»=0.5)",
            ["`add` has no parameter `b`", "hint: "],
        ),
    ] {
        spoilt(part, by, &parts);
    }
}

#[test]
fn values_that_a_parameter_does_not_take() {
    for (part, by, parts) in [
        (
            "t = [1, 2]",
            "t = [1, «31»]",
            ["`t` cannot be 31", "a whole number, 1 to 30"],
        ),
        (
            "t = [1, 2]",
            "t = [1, «2.5»]",
            ["`t` cannot be 2.5", "a whole number, 1 to 30"],
        ),
        (
            "t = [1, 2]",
            "t = [\"«'x'»\", 2]",
            ["`t` cannot be 'x'", "a whole number"],
        ),
        ("0.5", "«-0.5»", ["`a` cannot be -0.5", "a number from 0"]),
        (
            "walk(1)",
            "walk(«-1»)",
            ["`plies` cannot be -1", "0 to 10000"],
        ),
        (
            "\"tic-tac-toe\"",
            "\"tic-tac-toe(«0»)\"",
            ["`m` cannot be 0", "1 to 64"],
        ),
        (
            "\"tic-tac-toe\"",
            "\"«tic-tac-toe(9, 9)»\"",
            ["a board of 9 x 9", "1 to 64 squares"],
        ),
        (
            "\"tic-tac-toe\"",
            "\"tic-tac-toe(3, «m»=3)\"",
            ["`m` is set twice", "-->"],
        ),
        (
            "\"random\"",
            "\"random(«1»)\"",
            ["`random` has no parameters", ""],
        ),
        (
            "\"random\"",
            "\"«depth»\"",
            ["`depth` needs its parameter `t`", "hint: t: a whole number"],
        ),
        (
            "\"open-lines\"",
            "\"open-lines(«3»)\"",
            ["`open-lines` has no parameters", "-->"],
        ),
    ] {
        spoilt(part, by, &parts);
    }
    let noise = "\"depth(t={t}, leaf={leaf}, noise=«pth»)\"";
    let parts = ["`noise` cannot be `pth`", "did you mean `path`?"];
    spoilt("\"depth(t={t}, leaf={leaf})\"", noise, &parts);
}

#[test]
fn too_many_arguments_list_the_parameters() {
    let text = diagnostic(&PLAN.replace("walk(1)", "walk(1, 2)"), &[]);
    assert!(text.contains("`walk` has no more parameters"), "{text}");
    assert!(text.ends_with("hint: known: plies"), "{text}");
    let text = diagnostic(
        &PLAN.replace("\"tic-tac-toe\"", "\"tic-tac-toe(3, 3, 3, 3)\""),
        &[],
    );
    assert!(text.ends_with("hint: known: m, n, k"), "{text}");
}

#[test]
fn agents_that_cannot_sit_there() {
    let kuhn = "game = \"kuhn\"\nseats = [\"random\", \"«depth(t=2)»\"]\nepisodes = 1\n";
    underlined(
        kuhn,
        &["`depth` does not fit kuhn: the game hides cards; try `uct` or `flat`"],
    );
    let noughts = "game = \"tic-tac-toe\"\nseats = ['random', '«beam»']\nepisodes = 1\n";
    underlined(noughts, &["`beam` does not fit tic-tac-toe", "try `depth`"]);
}

#[test]
fn broken_specs() {
    for (part, by, what) in [
        (
            "\"random\"",
            "\"random«)»\"",
            "`)` is not expected after a complete spec",
        ),
        (
            "\"random\"",
            "\"depth«(»t=1\"",
            "this bracket is never closed",
        ),
        ("\"random\"", "\"depth(t=«4x»)\"", "`4x` is not a number"),
        (
            "\"random\"",
            "\"depth(t=1 «l»eaf=points)\"",
            "`,` or `)` is expected, not `l`",
        ),
        ("\"random\"", "\"«§»\"", "`§` begins no name and no number"),
        ("\"random\"", "\"«17»\"", "a name is expected here"),
        (
            "\"random\"",
            "\"«»\"",
            "a name or a number is missing at the end",
        ),
        (
            "\"random\"",
            "\"depth(t=«{»t)\"",
            "this is never closed by `}`",
        ),
    ] {
        spoilt(part, by, &[what]);
    }
}

/// An escape shifts the text against its source: all of it is underlined.
#[test]
fn names_in_a_text_with_escapes() {
    spoilt(
        "\"random\"",
        "«\"rand\\u006fn\"»",
        &["has no agent `randon`"],
    );
}

#[test]
fn columns_are_characters_and_lines_may_end_as_on_windows() {
    let text = "title = \"Läßt\"\r\nseats = ['random', 'random']\r\nepisodes = 1\r\ngame = \"«nougths»\" # é\r\n";
    underlined(text, &["there is no game `nougths`"]);
    let text = "seats = ['random', 'random']\nepisodes = 1\ncells = [{ 'ü' = \"é\", «'ö'» = \"é\" }]\ngame = 'tic-tac-toe'\n[[tables]]\nname = 'n'\nrows = 'ü'\ncolumns = 'ü'\n";
    underlined(text, &["nothing uses the variable `ö`"]);
}

#[test]
fn positions_are_checked_before_anything_is_played() {
    let text = PLAN.replace("walk(1)", "position('XX./.../...')");
    let plan = read(&text, &[]);
    let diagnostic = match plan {
        Err(diagnostic) => diagnostic,
        Ok(plan) => plan.cells[0]
            .prepare()
            .err()
            .expect("two crosses")
            .to_string(),
    };
    assert!(
        diagnostic.contains("2 crosses and 0 noughts"),
        "{diagnostic}"
    );
    assert!(diagnostic.contains("--> plan.toml:5:19\n"), "{diagnostic}");
    assert!(
        diagnostic.contains(&"^".repeat("'XX./.../...'".len())),
        "{diagnostic}"
    );
}
