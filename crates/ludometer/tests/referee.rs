//! The referee: whose turn it is, where dice come from, how an episode ends, what failing costs.

mod common;

use common::Folder;
use ludometer::play::{
    Decision, Ending, Episode, EpisodeObserver, Forfeited, MatchRules, NoObserver, address, episode,
};
use ludometer_core::{
    Actions, Agent, Budget, Clock, Facts, Forfeit, Game, Generator, Perfect, Player, Reason, Rng,
    Seat, Seed, Spending, Turn,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Players in turn draw a number each, `long` times; what was drawn is the state.
#[derive(Clone, Copy)]
struct Draws {
    players: usize,
    long: usize,
}

impl Game for Draws {
    type State = Vec<u64>;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("draws", self.players)
            .with_chance()
            .paying(-6.0, 6.0)
    }
    fn start(&self, chance: &mut Rng) -> Vec<u64> {
        vec![chance.bits()]
    }
    fn turn(&self, state: &Vec<u64>) -> Turn {
        match state.len() > self.long {
            true => Turn::Over,
            false => Turn::Of(Player(((state.len() - 1) % self.players) as u8)),
        }
    }
    fn actions(&self, state: &Vec<u64>, out: &mut Actions<Self>) {
        if state.len() <= self.long {
            out.extend([0, 1]);
        }
    }
    fn apply(&self, state: &mut Vec<u64>, _: u8, chance: &mut Rng) {
        state.push(chance.bits());
    }
    fn payoff(&self, _: &Vec<u64>, player: Player) -> f64 {
        [2.0, -2.0, 0.0][player.index()]
    }
    fn points(&self, state: &Vec<u64>, player: Player) -> f64 {
        (state.len() * 10 + player.index()) as f64
    }
    fn show(&self, state: &Vec<u64>, _: Option<Player>) -> String {
        format!("{state:?}\n")
    }
    fn label(&self, _: &Vec<u64>, action: u8) -> String {
        ["a", "b"][usize::from(action)].to_string()
    }
}

/// Remembers what its dice said first at each decision, and answers as it is told.
struct Notes {
    heard: Arc<Mutex<Vec<u64>>>,
    answers: fn(usize) -> u8,
    decisions: usize,
}

impl Agent<Draws> for Notes {
    fn act(&mut self, seat: &mut Seat<'_, Draws>) -> Result<u8, Forfeit> {
        let mut state = seat.position().clone();
        self.heard.lock().unwrap().push(seat.dice().bits());
        seat.step(&mut state, 0);
        self.decisions += 1;
        Ok((self.answers)(self.decisions))
    }
}

#[derive(Default)]
struct Last(Vec<u64>, Vec<(usize, Player)>);

impl EpisodeObserver<Draws> for Last {
    fn decided(&mut self, decision: &Decision<'_, Draws>) -> bool {
        self.1.push((decision.agent, decision.player));
        true
    }
    fn ended(&mut self, state: &Vec<u64>) {
        self.0 = state.clone();
    }
}

const HOUSE: MatchRules = MatchRules::PLAIN;

type Heard = Vec<Arc<Mutex<Vec<u64>>>>;

fn agents(answers: &[fn(usize) -> u8]) -> (Vec<Box<dyn Agent<Draws>>>, Heard) {
    let heard: Heard = answers.iter().map(|_| Arc::default()).collect();
    let agents = answers.iter().zip(&heard).map(|(&answers, heard)| {
        let notes = Notes {
            heard: Arc::clone(heard),
            answers,
            decisions: 0,
        };
        Box::new(notes) as Box<dyn Agent<Draws>>
    });
    (agents.collect(), heard)
}

fn play(game: Draws, rules: MatchRules, answers: &[fn(usize) -> u8], rotation: usize) -> Episode {
    let (mut agents, _) = agents(answers);
    let span = (Seed::new(4), rotation);
    episode(&game, vec![7], &mut agents, &rules, span, &mut NoObserver)
}

/// The game's stream after ply n is `chance` n + 1, an agent's is `mind` seat 2^48 + ply: nothing else
/// may ever be drawn from either, or every row of every game with chance is another one.
#[test]
fn dice_have_addresses() {
    let game = Draws {
        players: 2,
        long: 5,
    };
    let (mut agents, heard) = agents(&[|_| 0, |_| 1]);
    let span = Seed::new(9).named("somewhere");
    let mut last = Last::default();
    episode(&game, vec![7], &mut agents, &HOUSE, (span, 1), &mut last);
    let first = |seed: Seed| seed.rng(Generator::Xoshiro).bits();
    let chance = |ply| first(span.numbered("chance", ply));
    let drawn: Vec<u64> = (1..=5).map(chance).collect();
    assert_eq!(last.0[1..], drawn);
    // Moved on by one seat, the second agent is the first player and decides at plies 0, 2 and 4.
    let mind = |seat: u64, ply: u64| first(span.numbered("mind", seat << 48 | ply));
    assert_eq!(
        *heard[1].lock().unwrap(),
        [mind(0, 0), mind(0, 2), mind(0, 4)]
    );
    assert_eq!(*heard[0].lock().unwrap(), [mind(1, 1), mind(1, 3)]);
    let turns: Vec<(usize, u8)> = last.1.iter().map(|(agent, p)| (*agent, p.0)).collect();
    assert_eq!(turns, [(1, 0), (0, 1), (1, 0), (0, 1), (1, 0)]);
}

/// Remembers the time that it was given for each decision.
struct Timed(Arc<Mutex<Vec<Option<u64>>>>);

impl Agent<Draws> for Timed {
    fn act(&mut self, seat: &mut Seat<'_, Draws>) -> Result<u8, Forfeit> {
        let time = seat.budget().time;
        let seconds = time.map(|time| time.as_secs());
        self.0.lock().unwrap().push(seconds);
        Ok(0)
    }
}

/// Each agent's first decision has a time of its own, the others have the budget's.
#[test]
fn the_first_decision_of_every_agent_may_take_longer() {
    let game = Draws {
        players: 2,
        long: 5,
    };
    let given = |opening: Option<Duration>| {
        let times: [Arc<Mutex<Vec<Option<u64>>>>; 2] = Default::default();
        let agent = |at: usize| Box::new(Timed(Arc::clone(&times[at]))) as Box<dyn Agent<Draws>>;
        let rules = MatchRules {
            budget: Budget::UNLIMITED.with_time(Duration::from_secs(1000)),
            opening,
            ..HOUSE
        };
        let span = (Seed::new(4), 0);
        let mut agents = [agent(0), agent(1)];
        episode(&game, vec![7], &mut agents, &rules, span, &mut NoObserver);
        times.map(|times| times.lock().unwrap().clone())
    };
    let [usual, first] = [Some(1000), Some(3000)];
    assert_eq!(
        given(Some(Duration::from_secs(3000))),
        [vec![first, usual, usual], vec![first, usual]]
    );
    assert_eq!(given(None), [vec![usual; 3], vec![usual; 2]]);
}

/// Mirrored episodes come in groups that share an address; the agents move on within a group.
#[test]
fn episodes_have_addresses() {
    let seed = Seed::new(3);
    let at = |episode| seed.numbered("episode", episode);
    assert_eq!(address(seed, 5, 2, false), (at(5), 0));
    assert_eq!(address(seed, 4, 2, true), (at(2), 0));
    assert_eq!(address(seed, 5, 2, true), (at(2), 1));
    assert_eq!(address(seed, 8, 3, true), (at(2), 2));
    assert_eq!(address(seed, 5, 0, true), (at(5), 0));
}

#[test]
fn an_episode_ends_by_the_rules_or_is_cut_off() {
    let game = Draws {
        players: 2,
        long: 5,
    };
    let whole = play(game, HOUSE, &[|_| 0, |_| 1], 0);
    assert_eq!((whole.plies, &whole.ending), (5, &Ending::Finished));
    let payoffs = |episode: &Episode| episode.seats.iter().map(|s| s.payoff).collect::<Vec<_>>();
    assert_eq!(payoffs(&whole), [2.0, -2.0]);
    assert_eq!(whole.seats[1].points, 61.0);
    let spent = Spending::of_steps;
    assert_eq!(whole.seats[0].spent, spent(3));
    assert_eq!(whole.seats[1].spent, spent(2));
    // With seats changed the shares are still the agents'.
    let changed = play(game, HOUSE, &[|_| 0, |_| 1], 1);
    assert_eq!(payoffs(&changed), [-2.0, 2.0]);
    assert_eq!(changed.seats[0].points, 61.0);
    for (moves, ending, plies) in [
        (4, Ending::Truncated, 4),
        (5, Ending::Finished, 5),
        (6, Ending::Finished, 5),
    ] {
        let rules = MatchRules {
            moves: Some(moves),
            ..HOUSE
        };
        let cut = play(game, rules, &[|_| 0, |_| 1], 0);
        assert_eq!((cut.plies, &cut.ending), (plies, &ending));
        let nothing = ending == Ending::Truncated;
        let expected = if nothing { [0.0, 0.0] } else { [2.0, -2.0] };
        assert_eq!(payoffs(&cut), expected);
    }
}

#[test]
fn an_action_that_is_not_legal_is_not_taken_and_forfeits() {
    let nonsense = |decision: usize| if decision == 2 { 9 } else { 0 };
    let game = Draws {
        players: 3,
        long: 9,
    };
    let lost = play(game, HOUSE, &[|_| 0, nonsense, |_| 1], 0);
    // The game cannot name the action: it is told as it is.
    let forfeit = Forfeit::new(Reason::Illegal, "9");
    let failed = Forfeited { agent: 1, forfeit };
    assert_eq!(lost.ending, Ending::Forfeited(failed));
    // Four plies were played, and the worst payoff is the sum of what the others get.
    assert_eq!(lost.plies, 4);
    let payoffs: Vec<f64> = lost.seats.iter().map(|share| share.payoff).collect();
    assert_eq!(payoffs, [3.0, -6.0, 3.0]);
    assert_eq!(lost.ending.reason(1).unwrap(), "illegal action: 9");
    assert_eq!(lost.ending.reason(0), None);
    // It is the agent that fails, wherever it sits.
    let moved = play(game, HOUSE, &[|_| 0, nonsense, |_| 1], 2);
    assert!(moved.ending.reason(1).is_some());
    assert_eq!(moved.seats[1].payoff, -6.0);
}

/// Plays on until its third decision, and then does not.
struct Quitter {
    decisions: u32,
    why: Forfeit,
}

impl Agent<Draws> for Quitter {
    fn act(&mut self, seat: &mut Seat<'_, Draws>) -> Result<u8, Forfeit> {
        self.decisions += 1;
        seat.step(&mut seat.position().clone(), 0);
        match self.decisions {
            3 => Err(self.why.clone()),
            _ => Ok(0),
        }
    }
}

#[test]
fn an_agent_that_cannot_go_on_forfeits_with_its_reason() {
    let game = Draws {
        players: 2,
        long: 9,
    };
    for (why, text) in [
        (Reason::Resignation.into(), "resignation"),
        (Forfeit::new(Reason::Crash, "gone"), "crash: gone"),
        (Reason::Hang.into(), "hang"),
        // Nobody asked for it, so it is the agent's own.
        (Reason::Cancelled.into(), "cancelled"),
    ] {
        let (mut agents, _) = agents(&[|_| 0, |_| 1]);
        agents[1] = Box::new(Quitter { decisions: 0, why });
        let span = (Seed::new(4), 0);
        let lost = episode(&game, vec![7], &mut agents, &HOUSE, span, &mut NoObserver);
        assert_eq!(lost.ending.reason(1).as_deref(), Some(text));
        // What the failed decision cost is counted.
        assert_eq!((lost.plies, lost.seats[1].spent.steps), (5, 3));
        assert_eq!([0, 1].map(|n| lost.seats[n].payoff), [6.0, -6.0]);
    }
}

/// Notes what its clock says, and takes its time at one decision.
struct Clocked {
    sleeps_at: usize,
    seen: Arc<Mutex<Vec<Clock>>>,
}

impl Agent<Draws> for Clocked {
    fn act(&mut self, seat: &mut Seat<'_, Draws>) -> Result<u8, Forfeit> {
        let mut seen = self.seen.lock().unwrap();
        seen.extend(seat.budget().clock);
        if seen.len() == self.sleeps_at {
            std::thread::sleep(Duration::from_millis(30));
        }
        Ok(0)
    }
}

/// The referee keeps a clock for every agent: it runs while the agent thinks, gains the increment
/// after each decision, and whoever has none left forfeits.
#[test]
fn clocks_are_kept_and_whoever_runs_out_of_time_forfeits() {
    let game = Draws {
        players: 2,
        long: 8,
    };
    let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
    let timed = |remaining: Duration, sleeps_at: usize, margin: Duration| {
        let clock = Clock::of(remaining).with_increment(second);
        let rules = MatchRules {
            budget: Budget::UNLIMITED.with_clock(clock),
            margin,
            ..HOUSE
        };
        assert!(!rules.budget.is_repeatable());
        let seen: [Arc<Mutex<Vec<Clock>>>; 2] = Default::default();
        let agent = |n: usize, sleeps_at| -> Box<dyn Agent<Draws>> {
            let seen = Arc::clone(&seen[n]);
            Box::new(Clocked { sleeps_at, seen })
        };
        let mut agents = [agent(0, 0), agent(1, sleeps_at)];
        let span = (Seed::new(4), 1);
        let played = episode(&game, vec![7], &mut agents, &rules, span, &mut NoObserver);
        (played, seen.map(|seen| seen.lock().unwrap().clone()))
    };
    let (whole, [quick, slow]) = timed(minute, 3, Duration::ZERO);
    assert_eq!(whole.ending, Ending::Finished);
    assert_eq!((quick.len(), slow.len()), (4, 4));
    assert_eq!(slow[0].remaining, minute);
    let lost: Vec<Duration> = slow
        .windows(2)
        .map(|pair| pair[0].remaining + second - pair[1].remaining)
        .collect();
    assert!(lost[2] >= Duration::from_millis(30), "{lost:?}");
    // With nothing on the clock the first decision is one too many, and it is the first player's,
    // who is the second agent here.
    let lost = |out: Episode| {
        let reason = out.ending.reason(1).unwrap();
        assert!(
            reason.starts_with("time: 0.") && reason.ends_with(" s too long"),
            "{reason}"
        );
        assert_eq!((out.plies, out.termination()), (0, Some("time".into())));
        assert_eq!(out.seats[1].payoff, -6.0);
    };
    lost(timed(Duration::ZERO, 1, Duration::ZERO).0);
    lost(timed(Duration::from_millis(20), 1, Duration::ZERO).0);
    // Within the margin the clock stands at zero, and the increment is added.
    let (spared, [_, late]) = timed(Duration::from_millis(20), 1, minute);
    assert_eq!(spared.ending, Ending::Finished);
    assert_eq!(late[1].remaining, second);
}

#[test]
fn what_a_forfeit_costs() {
    let of = |facts: Facts| facts.forfeit();
    assert_eq!(of(Facts::new("duel", 2)), (-1.0, 1.0));
    assert_eq!(
        of(Facts::new("poker", 3).paying(-50.0, 100.0)),
        (-50.0, 25.0)
    );
    assert_eq!(of(Facts::new("puzzle", 1).paying(0.0, 1.0)), (0.0, 0.0));
    assert_eq!(of(Facts::new("market", 4).general_sum()), (-1.0, 0.0));
}

const SHORT: &str = r#"
game = "othello"
seats = ["random", "random"]
start = "walk({far})"
moves = 6
episodes = 10
[vary]
far = [2, 57]
[[tables]]
name = "matches"
kind = "match"
rows = "far"
[[tables]]
name = "cut"
value = "truncated"
rows = "far"
columns = "far"
where = { far = "2" }
"#;

/// Games that are cut off are no draws, and every table that has some says how many.
#[test]
fn tables_say_how_many_games_were_cut_off() {
    let folder = Folder::new("cut-off");
    folder.write("plan.toml", SHORT);
    let report = |settings: &[&str]| {
        let run = ["run", "plan.toml", "--store", "a.sqlite", "--format", "csv"];
        let told = folder.good(&[&run[..], settings].concat());
        told.out
    };
    let told = report(&[]);
    let row = |far: &str| {
        let start = format!("{far},10,");
        let line = told.lines().find(|line| line.starts_with(&start));
        line.unwrap_or_else(|| panic!("no row {far} in {told}"))
            .to_string()
    };
    // won, drawn, lost, score ..., truncated.
    assert!(row("2").starts_with("2,10,0,0,0,0.5"), "{told}");
    assert!(row("2").ends_with(",10"), "{told}");
    assert!(row("57").ends_with(",0"), "{told}");
    let run = ["run", "plan.toml", "--store", "a.sqlite"];
    let whole = folder.wide(&run).out;
    let note = |of: u32| format!("10 of {of} episodes were truncated");
    assert!(
        whole.contains(&note(20)) && whole.contains(&note(10)),
        "{whole}"
    );
    assert!(whole.contains("they score as draws and are not counted as drawn"));
    let excluded = folder.wide(&[&run[..], &["--set", "truncated=exclude"]].concat());
    assert_eq!(excluded.played(), 0);
    assert!(
        excluded
            .out
            .contains("left out of shares, scores and payoffs")
    );
    let rows = folder.rows("plan.toml", "a.sqlite");
    let ended = |word: &str| rows.lines().filter(|line| line.contains(word)).count();
    assert_eq!((ended(",truncated,"), ended(",finished,")), (20, 20));
    let wrong = folder.run(&[&run[..], &["--set", "truncated=lost"]].concat());
    wrong.refused(2, &["`truncated` cannot be `lost`", "draw", "exclude"]);
}
