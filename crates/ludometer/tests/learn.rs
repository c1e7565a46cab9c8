//! Learning: a game whose expected outcome is a sum of its measures gives them back, and nothing
//! depends on the number of threads.

use ludometer::catalogue::shipped;
use ludometer::learn::{LearnError, LearnRequest, Learned, learn};
use ludometer::options::RunOptions;
use ludometer::registry::GameEnv;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::weights::Weights;
use ludometer_agents::sample::PlayoutOutcome;
use ludometer_core::{
    Actions, Budget, Facts, Game, Generator, Measure, Perfect, Player, Rng, Seat, Seed, Turn,
};
use ludometer_stats::Errors;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two players toss a coin in turn, ten times each. Heads count one, a bold toss two or nothing
/// just as often: whoever leads by `lead` and has `left` more tosses to come than the other leads
/// by lead + left / 2 in the end, on average, as a plain toss is worth 1/2 and a bold one too.
struct Tosses;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Tally {
    heads: [u8; 2],
    tossed: [u8; 2],
}

const EACH: u8 = 10;

impl Tally {
    fn mover(&self) -> Player {
        Player(u8::from(self.tossed[0] > self.tossed[1]))
    }
}

impl Game for Tosses {
    type State = Tally;
    type Action = bool;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("tosses", 2).with_chance()
    }
    fn start(&self, _: &mut Rng) -> Tally {
        Tally::default()
    }
    fn turn(&self, tally: &Tally) -> Turn {
        match tally.tossed == [EACH; 2] {
            true => Turn::Over,
            false => Turn::Of(tally.mover()),
        }
    }
    fn actions(&self, tally: &Tally, out: &mut Actions<Self>) {
        if self.turn(tally) != Turn::Over {
            out.extend([false, true]);
        }
    }
    fn apply(&self, tally: &mut Tally, bold: bool, chance: &mut Rng) {
        let mover = tally.mover().index();
        tally.tossed[mover] += 1;
        tally.heads[mover] += match bold {
            true => 2 * u8::from(chance.happens(0.25)),
            false => u8::from(chance.happens(0.5)),
        };
    }
    fn payoff(&self, tally: &Tally, player: Player) -> f64 {
        self.points(tally, player).signum()
    }
    fn points(&self, tally: &Tally, player: Player) -> f64 {
        let other = 1 - player.index();
        f64::from(tally.heads[player.index()]) - f64::from(tally.heads[other])
    }
    fn show(&self, tally: &Tally, _: Option<Player>) -> String {
        format!("{tally:?}\n")
    }
    fn label(&self, _: &Tally, bold: bool) -> String {
        bold.to_string()
    }
}

fn env() -> GameEnv<Tosses> {
    let measures = vec![
        Measure::high(
            "coin-lead",
            "heads, own minus the other's",
            Tosses::points as fn(&_, &_, _) -> _,
        ),
        Measure::high(
            "coin-left",
            "tosses left, own minus the other's",
            |_, tally: &Tally, player| {
                let left = |player: usize| f64::from(EACH - tally.tossed[player]);
                left(player.index()) - left(1 - player.index())
            },
        ),
        Measure::high("nothing", "always three", |_, _, _| 3.0),
    ];
    GameEnv::new(Tosses, measures)
}

fn ask(measures: &str) -> LearnRequest {
    LearnRequest {
        measures: Span::whole("--measures", measures),
        outcome: PlayoutOutcome::Points,
        positions: 2000,
        playouts: 16,
        first: None,
        last: None,
        plies: 1000,
        seed: 5,
        errors: Errors::Hc3,
    }
}

fn learned(ask: &LearnRequest, threads: usize) -> Result<Learned, LearnError> {
    let stop = AtomicBool::new(false);
    let progress = &mut |_, _| {};
    let options = RunOptions {
        threads,
        stop: &stop,
        progress,
    };
    learn(&env(), ask, options)
}

fn refusal(ask: &LearnRequest) -> String {
    learned(ask, 2).unwrap_err().to_string()
}

#[test]
fn the_truth_of_a_linear_game_is_found() {
    let learned = learned(&ask("coin"), 2).unwrap();
    let fit = &learned.fit;
    let truth = [1.0, 0.5];
    for (coefficient, truth) in fit.coefficients.iter().zip(truth) {
        let off = (coefficient.value - truth).abs();
        assert!(off < 4.0 * coefficient.error, "{coefficient:?} for {truth}");
        assert!(coefficient.error < 0.06, "{coefficient:?}");
    }
    assert!(
        fit.constant.value.abs() < 4.0 * fit.constant.error,
        "{fit:?}"
    );
    // What the measures leave unexplained is the noise of the completions and nothing else.
    let ceiling = learned.ceiling.unwrap();
    assert!(
        (fit.r_squared - ceiling).abs() < 0.02,
        "{} {ceiling}",
        fit.r_squared
    );
    assert!((0.5..0.99).contains(&ceiling), "{ceiling}");
    let history = &learned.weights.history;
    assert_eq!((history.first, history.last), (Some(1), Some(19)));
}

#[test]
fn nothing_depends_on_the_threads() {
    let file = |ask: &LearnRequest, threads| learned(ask, threads).unwrap().weights.to_toml();
    let once = file(&ask("coin"), 1);
    assert_eq!(once, file(&ask("coin"), 1));
    assert_eq!(once, file(&ask("coin"), 3));
    let other = LearnRequest {
        seed: 6,
        ..ask("coin")
    };
    assert_ne!(once, file(&other, 1));
}

#[test]
fn measures_are_named_alone_or_as_a_family() {
    let names = |text: &str| {
        let weights = learned(&ask(text), 1).unwrap().weights.weights;
        weights
            .into_iter()
            .map(|weight| weight.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names("coin"), ["coin-lead", "coin-left"]);
    assert_eq!(
        names(" coin-left , coin-lead,coin"),
        ["coin-lead", "coin-left"]
    );
    assert_eq!(names("coin-left"), ["coin-left"]);
    let says = refusal(&ask("coin, con"));
    assert!(
        says.contains("--measures:1:7") && says.contains("did you mean `coin`?"),
        "{says}"
    );
    assert!(refusal(&ask("")).contains("no measures of the family ``"));
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let says = |ask: LearnRequest, parts: &[&str]| {
        let says = refusal(&ask);
        for part in parts {
            assert!(says.contains(part), "`{part}` is not in {says}");
        }
    };
    says(
        ask("coin,nothing"),
        &["`nothing`", "take `--measures coin-lead,coin-left`"],
    );
    says(ask("nothing"), &["`nothing`", "choose other measures"]);
    // `points` is the lead.
    says(ask("coin,points"), &["`points` cannot be told apart"]);
    says(
        LearnRequest {
            positions: 3,
            ..ask("coin")
        },
        &["3 positions are too few", "--positions 4"],
    );
    says(
        LearnRequest {
            first: Some(9),
            last: Some(4),
            ..ask("coin")
        },
        &["between 9 and 4"],
    );
    says(
        LearnRequest {
            first: Some(0),
            ..ask("coin")
        },
        &["`--first` is 1 or more"],
    );
    says(
        LearnRequest {
            first: Some(20),
            last: Some(20),
            ..ask("coin")
        },
        &["over before or at ply 20", "smaller `--last`"],
    );
    let broken_off = LearnRequest {
        plies: 1,
        outcome: PlayoutOutcome::Payoff,
        last: Some(2),
        ..ask("coin")
    };
    says(
        broken_off,
        &["the same sampled outcome", "larger `--plies`"],
    );
}

#[test]
fn one_completion_has_no_ceiling() {
    let learned = learned(
        &LearnRequest {
            playouts: 1,
            ..ask("coin")
        },
        1,
    )
    .unwrap();
    assert_eq!(learned.ceiling, None);
    assert!(!learned.weights.to_toml().contains("ceiling"));
}

#[test]
fn whoever_wants_it_to_stop_is_heard() {
    let stop = AtomicBool::new(false);
    let progress = &mut |done, _| stop.store(done >= 40, Ordering::Relaxed);
    let options = RunOptions {
        threads: 2,
        stop: &stop,
        progress,
    };
    let asked = LearnRequest {
        positions: 1_000_000,
        ..ask("coin")
    };
    let says = learn(&env(), &asked, options).unwrap_err().to_string();
    assert!(
        says.contains("of 1000000 positions: nothing was learned"),
        "{says}"
    );
}

/// What is shipped can be learned again, to the bit, from what it says of itself. `RECORD=1 cargo test -p
/// ludometer --test learn` writes the files anew where random streams or a game have changed.
#[test]
fn shipped_weights_are_learned_again() {
    for known in &shipped().registered_weights().weights {
        let weights = Weights::read(&known.span(), &|spec| shipped().full_name(spec)).unwrap();
        let history = &weights.history;
        let whole = |number: Option<u64>| number.expect("the history is complete");
        let features = weights.weights.iter().map(|weight| weight.name.as_str());
        let features: Vec<&str> = features.collect();
        let asked = LearnRequest {
            measures: Span::whole("features", features.join(",")),
            outcome: history.outcome.expect("an outcome"),
            positions: whole(history.positions),
            playouts: whole(history.playouts),
            first: Some(whole(history.first) as u32),
            last: Some(whole(history.last) as u32),
            plies: whole(history.plies) as u32,
            seed: whole(history.seed),
            errors: Errors::Hc1,
        };
        let spec = Spec::parse(&Span::whole("game", &weights.game)).unwrap();
        let (game, _) = shipped().open(&spec).unwrap();
        let stop = AtomicBool::new(false);
        let progress = &mut |_, _| {};
        let options = RunOptions {
            threads: 2,
            stop: &stop,
            progress,
        };
        let mut again = game.learn(&asked, options).unwrap().weights;
        // The list of measures was shorter on the command line.
        again.about = weights.about.clone();
        if std::env::var_os("RECORD").is_some() {
            let file = format!("../catalogue/weights/{}.toml", known.name);
            std::fs::write(file, again.to_toml()).unwrap();
            continue;
        }
        assert_eq!(again.to_toml(), known.text, "{}", known.name);
    }
}

#[test]
fn a_guess_is_drawn_measure_by_measure() {
    let env = env();
    let tally = Tally {
        heads: [5, 2],
        tossed: [6, 5],
    };
    let value = |text: &str| {
        let spec = Spec::parse(&Span::whole("spec", text)).unwrap();
        let mut evaluator = env
            .evaluator(&spec)
            .unwrap_or_else(|diagnostic| panic!("{diagnostic}"))();
        let dice = Seed::new(1).rng(Generator::Xoshiro);
        let mover = tally.mover();
        let mut seat = Seat::open(&Tosses, &tally, mover, dice, Budget::UNLIMITED);
        evaluator.value(&mut seat, &tally, Player(0))
    };
    let mut seen = Vec::new();
    for seed in 0..100 {
        let guess = |of: &str| value(&format!("guess({seed}, '{of}')"));
        // A lead of 3, and one toss less to come.
        let (lead, left) = (guess("coin-lead") / 3.0, -guess("coin-left"));
        assert!(lead.abs() <= 1.0 && left.abs() <= 1.0, "{lead} {left}");
        assert!((guess("coin") - (3.0 * lead - left)).abs() < 1e-12);
        assert_eq!(guess("coin"), guess("coin"));
        seen.extend([lead, left]);
    }
    let mean = seen.iter().sum::<f64>() / seen.len() as f64;
    let spread = seen.iter().map(|w| w * w).sum::<f64>() / seen.len() as f64;
    // Mean 0 and mean square 1/3, within four standard errors of 200 draws.
    assert!(
        mean.abs() < 0.17 && (spread - 1.0 / 3.0).abs() < 0.09,
        "{mean} {spread}"
    );
}
