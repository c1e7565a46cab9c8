//! Keys, types, ranges, variables and TOML itself.

use super::{PLAN, diagnostic, spoilt, underlined};

#[test]
fn misspelt_keys() {
    for (part, by, what) in [
        ("moves =", "«mvoes» =", "the plan has no key `mvoes`"),
        ("steps =", "«setps» =", "the budget has no key `setps`"),
        ("digits =", "«digit» =", "a table has no key `digit`"),
        ("series =", "«serise» =", "a plot has no key `serise`"),
    ] {
        let right = part.trim_end_matches(" =");
        spoilt(part, by, &[what, &format!("did you mean `{right}`?")]);
    }
    spoilt(
        "moves =",
        "«zzzzzzzz» =",
        &["known: title, about, ", " moves, "],
    );
}

#[test]
fn a_misspelt_key_that_must_be_there_is_pointed_at() {
    for (part, by, right) in [
        ("episodes =", "«epsiodes» =", "episodes"),
        ("game =", "«gmae» =", "game"),
        ("seats =", "«saets» =", "seats"),
        ("rows =", "«row» =", "rows"),
    ] {
        spoilt(part, by, &[&format!("did you mean `{right}`?")]);
    }
}

#[test]
fn missing_keys() {
    for (line, key) in [
        ("game = \"tic-tac-toe\"\n", "game"),
        (
            "seats = [\"depth(t={t}, leaf={leaf})\", \"random\"]\n",
            "seats",
        ),
        ("episodes = 4\n", "episodes"),
    ] {
        assert!(PLAN.contains(line));
        let text = diagnostic(&PLAN.replace(line, ""), &[]);
        let says = format!("the plan needs the key `{key}`\n");
        assert!(text.starts_with(&says) && text.contains(":1:1\n"), "{text}");
    }
    for (part, header, what) in [
        (
            "rows = \"label\"\n",
            "[[tables]]",
            "a table needs the key `rows`",
        ),
        (
            "columns = \"t\"\n",
            "[[tables]]",
            "a table needs the key `columns`",
        ),
        (
            "against = \"1\"\n",
            "[[tables]]",
            "a table needs the key `against`",
        ),
        ("x = \"t\"\n", "[[plots]]", "a plot needs the key `x`"),
    ] {
        let text = PLAN.replace(part, "");
        let line = text.lines().position(|line| line == header).unwrap() + 1;
        let text = diagnostic(&text, &[]);
        let span = format!("plan.toml:{line}:1\n");
        assert!(text.contains(what) && text.contains(&span), "{text}");
    }
}

#[test]
fn wrong_types() {
    for (part, by, what) in [
        ("\"A plan\"", "«3»", "`title` is a text, not a number"),
        ("= 4", "= «\"four\"»", "`episodes` is a number, not a text"),
        ("= true", "= «1»", "`mirror` is true or false, not a number"),
        ("= 20", "= «[20]»", "`moves` is a number, not a list"),
        (
            "\"walk(1)\"",
            "«true»",
            "`start` is a text, not true or false",
        ),
        ("t = [1, 2]", "t = «3»", "`t` varies over a list of values"),
        ("\"plain\"", "«[1]»", "`label` is a text, not a list"),
        (
            "[\"\", \"+\"]",
            "«3»",
            "a published row is a list, not a number",
        ),
        (
            "\"+\"",
            "«true»",
            "a published figure is a number or a text",
        ),
        ("= 20", "= «1979-05-27»", "there is no use for a date here"),
        (
            "[budget]\nsteps = 1000",
            "budget = «9»",
            "the budget is a table of keys",
        ),
        (
            "= false",
            "= «\"no\"»",
            "`log` is true or false, not a text",
        ),
    ] {
        spoilt(part, by, &[what]);
    }
}

#[test]
fn numbers_out_of_range() {
    for (part, by, what) in [
        (
            "= 4",
            "= «0»",
            "`episodes` cannot be 0: it is 1 to 10000000",
        ),
        ("= 4", "= «2.5»", "`episodes` is a whole number, not 2.5"),
        ("= 4", "= «1e400»", "`1e400` is not a finite number"),
        ("= 4", "= «nan»", "not a finite number"),
        ("= 20", "= «4294967296»", "`moves` cannot be 4294967296"),
        ("= 7", "= «-1»", "`seed` cannot be -1"),
        ("= 1000", "= «-5»", "`steps` cannot be -5"),
        ("= 0.06", "= «1.5»", "`gap` cannot be 1.5: it is 0 to 1"),
        ("digits = 3", "digits = «13»", "`digits` cannot be 13"),
        ("seat = 0", "seat = «256»", "`seat` cannot be 256"),
    ] {
        spoilt(part, by, &[what]);
    }
}

#[test]
fn words_of_a_choice() {
    for (part, by, parts) in [
        (
            "\"xoshiro\"",
            "«\"xoshrio\"»",
            ["`generator` cannot be `xoshrio`", "`xoshiro`?"],
        ),
        (
            "\"effect\"",
            "«\"efect\"»",
            ["`kind` cannot be `efect`", "`effect`?"],
        ),
        (
            "\"won\"",
            "«\"wno\"»",
            ["`value` cannot be `wno`", "`won`?"],
        ),
        (
            "\"won\"",
            "«\"height\"»",
            [
                "`value` cannot be `height`",
                "known: won, score, decisive, drawn, payoff",
            ],
        ),
    ] {
        spoilt(part, by, &parts);
    }
}

#[test]
fn variables() {
    let idle = ["nothing uses the variable `speed`", "write {speed} where"];
    spoilt("t = [1, 2]", "t = [1, 2]\n«speed» = [1]", &idle);
    let unknown = ["no cell has a variable `lable`", "did you mean `label`?"];
    spoilt("rows = \"label\"", "rows = «\"lable\"»", &unknown);
    spoilt("series = \"label\"", "series = «\"lable\"»", &unknown);
    let empty = ["no variable is called `tt`", "did you mean `t`?"];
    spoilt("t={t}", "t=«{tt}»", &empty);
    spoilt(
        "{ label = \"plain\"",
        "{ «t» = 1, label = \"plain\"",
        &["`t` is varied already"],
    );
    spoilt("t = [1, 2]", "t = [\"«one»\", 2]", &["`t` cannot be one"]);
}

#[test]
fn the_variables_that_are_known_are_told_once() {
    let text = diagnostic(
        &PLAN.replace("rows = \"label\"", "rows = \"zzzzzzzz\""),
        &[],
    );
    assert!(text.ends_with("hint: known: label, leaf, t"), "{text}");
}

#[test]
fn an_unknown_variable_is_pointed_at_where_it_is_used() {
    let text = PLAN.replace("\"share\"", "\"height\"");
    let text = text.replace("rows = \"label\"", "rows = «\"height\"»");
    underlined(&text, &["no cell has a variable `height`"]);
}

#[test]
fn a_variable_without_values_is_a_fault() {
    spoilt("t = [1, 2]", "«t» = []", &["`t`"]);
    let plan = "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\nepisodes = 1\n";
    assert!(super::read(plan, &[]).is_ok_and(|plan| plan.cells.len() == 1));
    underlined(&format!("{plan}cells = «[]»\n"), &["`cells`"]);
}

#[test]
fn what_a_table_refers_to_must_be_there() {
    spoilt("against = \"1\"", "against = «\"one\"»", &["one"]);
    spoilt("seat = 0", "seat = «2»", &["seat"]);
}

#[test]
fn numbers_of_seats() {
    let says = ["tic-tac-toe(m=3, n=3, k=3) needs 2 seats, not 1"];
    spoilt(
        "\"depth(t={t}, leaf={leaf})\", \"random\"",
        "\"«depth(t={t}, leaf={leaf})»\"",
        &says,
    );
    let many = "\"«depth(t={t}, leaf={leaf})»\", \"random\", \"random\"";
    let says = ["needs 2 seats, not 3"];
    spoilt("\"depth(t={t}, leaf={leaf})\", \"random\"", many, &says);
}

#[test]
fn broken_toml() {
    for (part, by) in [
        ("mirror = true", "mirror = «tru»"),
        ("quick = 2", "quick = 2\n«quick» = 3"),
        ("[vary]", "«[»vary"),
    ] {
        let text = PLAN.replace(part, &by.replace(['«', '»'], ""));
        let line = by.split('«').next().unwrap().matches('\n').count()
            + PLAN[..PLAN.find(part).unwrap()].matches('\n').count()
            + 1;
        let text = diagnostic(&text, &[]);
        assert!(text.starts_with("this is not TOML: "), "{text}");
        assert!(text.contains(&format!("--> plan.toml:{line}:")), "{text}");
    }
    let deep = diagnostic(&format!("a = {}", "[".repeat(100_000)), &[]);
    assert!(deep.starts_with("this is not TOML: "), "{deep}");
}

#[test]
fn more_cells_than_anyone_can_want() {
    let digits: Vec<String> = (0..10).map(|n| n.to_string()).collect();
    let values = digits.join(", ");
    let mut text =
        "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\nepisodes = 1\n[vary]\n"
            .to_string();
    for name in ["a", "b", "c", "d", "e", "«f»", "g"] {
        text += &format!("{name} = [{values}]\n");
    }
    underlined(&text, &["the plan has more than 100000 cells"]);
}
