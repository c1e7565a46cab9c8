//! Whatever people type, the answer is a tree that writes itself the same, or a reason.

use crate::config;
use crate::shape::shapes;
use ludometer_theory::{Error, Minimaxing, Mobility, Tree, limit};
use proptest::prelude::*;

fn read(text: &str) -> Result<Tree, Error> {
    let tree: Tree = text.parse()?;
    let again: Tree = tree.to_string().parse().unwrap();
    assert_eq!(again, tree, "{text} was written as {tree}");
    Ok(tree)
}

#[test]
fn one_tree_has_many_spellings() {
    for (canonical, spellings) in [
        (".", vec!["  .\n", "# a leaf\n."]),
        ("3", vec!["[3]", "(3*.)", "(. . .)", "(2*. .)", "(.,.,.)"]),
        (
            "[2,3]",
            vec!["(2*3)", "(3 3)", "[2 3]", "((3*.) [3])", "[ 2 ,\n3 ]"],
        ),
        ("([2,3] [3,2])", vec!["((3 3)(2 2 2))", "((2*3),(3*2))"]),
        ("(3 (2 1) 4)", vec!["( 3\t(2, 1) # two replies\n 4 )"]),
        ("(2*. 5*[4,3] .)", vec!["(. . 2*[4,3] 3*[4,3] .)"]),
        ("[1,1]", vec!["((.))", "(1)", "(1*1)"]),
    ] {
        let tree = read(canonical).unwrap();
        assert_eq!(tree.to_string(), canonical);
        for spelling in spellings {
            assert_eq!(read(spelling).unwrap(), tree, "{spelling}");
        }
    }
}

#[test]
fn errors_name_the_place_the_offender_and_the_remedy() {
    for (text, place, words) in [
        ("", (1, 1), ["ends", "write `.`"]),
        ("# nothing", (1, 10), ["ends", "write `.`"]),
        ("(3 0)", (1, 4), ["`0`", "write `.`"]),
        ("(3\n  (2 x))", (2, 6), ["`x`", "a tree is"]),
        ("(3\n é)", (2, 2), ["`é`", "a tree is"]),
        ("é(", (1, 1), ["`é`", "a tree is"]),
        ("(1 (2 3)", (1, 1), ["`(` is never closed", "add a `)`"]),
        ("(1 2))", (1, 6), ["`)`", "parentheses around all moves"]),
        (")", (1, 1), ["`)` closes nothing", "leave it out"]),
        ("(1 ())", (1, 4), ["`()`", "`.` for a leaf"]),
        ("[]", (1, 1), ["`[]`", "`.` for a leaf"]),
        ("[4,3", (1, 1), ["`[` is never closed", "add a `]`"]),
        ("[4,(3)]", (1, 4), ["`(` is no count", "as in `[4,3,2]`"]),
        (
            "[4,,3]",
            (1, 3),
            ["between `,` and `,`", "leave out the comma"],
        ),
        (
            "(4,)",
            (1, 3),
            ["between `,` and `)`", "leave out the comma"],
        ),
        ("3*2", (1, 1), ["repeated 3 times", "parentheses around it"]),
        ("(2*3*4)", (1, 5), ["repeats a repetition", "multiply"]),
        (".*3", (1, 2), ["repeated", "parentheses"]),
        ("(3*)", (1, 4), ["`)` begins no tree", "a tree is"]),
        ("1 2", (1, 3), ["`2` comes after", "parentheses around all"]),
        (
            "99999999999999999999",
            (1, 1),
            ["`99999999999999999999`", "at most 18446744073709551615"],
        ),
        (
            "(. [4294967296,4294967296])",
            (1, 4),
            [
                "18446744073709551616 leaves",
                "at most 18446744073709551615",
            ],
        ),
        (
            "(. (9223372036854775808*. 9223372036854775808*2))",
            (1, 4),
            [
                "27670116110564327424 leaves",
                "at most 18446744073709551615",
            ],
        ),
    ] {
        let error = text.parse::<Tree>().unwrap_err();
        let Error::Syntax { line, column, .. } = error else {
            panic!("{text}: {error}");
        };
        assert_eq!((line, column), place, "{text}: {error}");
        for word in words {
            assert!(error.to_string().contains(word), "{text}: {error}");
        }
    }
    let long = "9".repeat(100_000).parse::<Tree>().unwrap_err().to_string();
    assert!(
        long.contains("of 100000 digits") && long.len() < 200,
        "{long}"
    );
}

#[test]
fn no_nesting_is_too_deep() {
    let deep = 200_000;
    let chain = format!("{}.{}", "(".repeat(deep), ")".repeat(deep));
    let tree = read(&chain).unwrap();
    assert_eq!((tree.height(), tree.leaves()), (deep, 1));
    assert_eq!(Minimaxing::new(&tree, 3).unwrap().prob()[0].each, 1.into());
    assert_eq!(tree.moves()[0].1.height(), deep - 1);
    assert!("(".repeat(deep).parse::<Tree>().is_err());
    let comb = format!("{}.{}", "(. ".repeat(2000), ")".repeat(2000));
    let tree = read(&comb).unwrap();
    assert_eq!((tree.height(), tree.leaves()), (2000, 2001));
    assert_eq!(Mobility::of_moves(&tree).unwrap().len(), 2);
}

#[test]
fn what_is_too_large_is_refused_with_how_much_would_fit() {
    let huge: Tree = "(2 [1000,1000,1000])".parse().unwrap();
    assert_eq!(huge.leaves(), 1_000_000_002);
    let errors = [
        Minimaxing::new(&huge, 100).err(),
        limit(&huge).err(),
        Minimaxing::new(&"(2 3)".parse().unwrap(), u64::MAX).err(),
    ];
    for error in errors {
        let Some(Error::TooLarge { leaves, fit, .. }) = error else {
            panic!("{error:?}");
        };
        assert!(fit < leaves);
    }
    let many = Minimaxing::new(&"(2 100000*1)".parse().unwrap(), 9).unwrap();
    assert!(matches!(many.chosen(), Err(Error::TooLarge { .. })));
    let leaf = Tree::leaf();
    assert!(matches!(limit(&leaf), Err(Error::Childless { .. })));
    assert!(matches!(
        Minimaxing::new(&leaf, 2),
        Err(Error::Childless { .. })
    ));
    assert!(matches!(
        Mobility::of_moves(&leaf),
        Err(Error::Childless { .. })
    ));
    assert!(matches!(
        Tree::node([(0, &leaf)]),
        Err(Error::Childless { .. })
    ));
    let half = Tree::node([(1 << 63, &leaf)]).unwrap();
    assert!(matches!(
        Tree::node([(2, &half)]),
        Err(Error::Uncountable { .. })
    ));
    assert!(matches!(
        Minimaxing::new(&"(2 3)".parse().unwrap(), 0),
        Err(Error::OutOfRange { .. })
    ));
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_likely_signs_are_answered(text in "[0-9.,*()\\[\\]# \n]{0,40}") {
        let _ = read(&text);
    }

    #[test]
    fn slips_of_the_pen_are_answered(shape in shapes(4, 4), at in any::<usize>(), with in "[0-9.,*()\\[\\]# é]") {
        let text = shape.tree().to_string();
        let mut signs: Vec<&str> = text.split("").collect();
        let place = at % signs.len();
        match at % 3 {
            0 => signs[place] = &with,
            1 => signs.insert(place, &with),
            _ => drop(signs.remove(place)),
        }
        let _ = read(&signs.concat());
    }

    #[test]
    fn trees_are_read_as_written(shape in shapes(6, 4)) {
        let tree = shape.tree();
        prop_assert_eq!(&read(&tree.to_string()).unwrap(), &tree);
        prop_assert_eq!(tree.leaves(), shape.leaves() as u64);
        let moves: Vec<Tree> = tree
            .moves()
            .into_iter()
            .flat_map(|(count, n)| vec![n; count as usize])
            .collect();
        let expected: Vec<Tree> = shape.0.iter().map(|n| n.tree()).collect();
        prop_assert_eq!(moves, expected);
    }
}
