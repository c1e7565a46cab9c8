//! From TOML to a checked tuning.

use super::arena::{Arena, Setting, Worth};
use super::{Dial, Tuning};
use crate::define::{self, Definition, Load};
use crate::plan::combine::{Variables, combinations};
use crate::plan::fields::{Fields, value};
use crate::plan::tree::{self, Datum, Node};
use crate::plan::{BEHAVIOUR, MOST_EPISODES, budget, filled, generator};
use crate::play::House;
use crate::registry::{Hosted, Seating};
use crate::source::{Fault, Place};
use crate::spec::{Spec, Value, What};
use ludometer_core::Seed;
use ludometer_tune::{METHODS, Method, Objective, Space};
use std::collections::HashMap;
use std::sync::Arc;

/// Opens the game that a spec names, and says its full name.
pub type Open<'a> = &'a dyn Fn(&Spec) -> Result<(Box<dyn Hosted>, String), Fault>;

/// What a plan says of opponents.
enum Opponents {
    None,
    Itself(Place),
    Listed(Vec<Value>, Place),
}

/// What settings are made from.
struct Template {
    game: Value,
    start: Value,
    agent: Value,
    opponents: Opponents,
}

impl Tuning {
    /// Reads what is to be tuned from its text; `settings` are `key=value` pairs that replace its
    /// keys, `load` reads the files of weights that it names, `open` opens games.
    pub fn read(
        name: &str,
        document: &Place,
        settings: &[String],
        load: Load<'_>,
        open: Open<'_>,
    ) -> Result<Tuning, Fault> {
        let mut root = tree::parse(document)?;
        for setting in settings {
            tree::lay_over(&mut root, setting)?;
        }
        let mut fields = Fields::of(&root, "the plan")?;
        // Neither is a slip of the other where the other is missing.
        let _ = (fields.node("game"), fields.node("games"));
        let title = fields.text("title")?.map(|(title, _)| title);
        let about = fields.text("about")?.map(|(about, _)| about);
        let games = fields.whole("games", 1, MOST_EPISODES)?;
        let games = games.ok_or_else(|| fields.missing("games"))?;
        let quick = fields.whole("quick", 0, MOST_EPISODES)?.unwrap_or(games);
        let held_out = fields.whole("held_out", 4, MOST_EPISODES)?;
        let seed = fields.whole("seed", 0, 1 << 53)?.unwrap_or(0);
        let (tuner, method) = tuner(&mut fields)?;
        let methods = match fields.node("batch") {
            Some(node) => super::batch::batch(node, &tuner, method)?,
            None => [method.clone(), method],
        };
        let (budget, opening) = budget(&mut fields)?;
        let house = House {
            moves: fields
                .whole("moves", 1, u64::from(u32::MAX))?
                .map(|moves| moves as u32),
            budget,
            opening,
            mirror: true,
            generator: generator(&mut fields)?,
        };
        let template = template(&mut fields)?;
        let measure = fields.text("measure")?;
        let measured = fields.node("measure");
        let definitions = match fields.node("evaluators") {
            Some(node) => Definition::all(node, load)?,
            None => Vec::new(),
        };
        let dials = dials(&mut fields)?;
        let scenarios = fields.node("scenarios");
        fields.done()?;
        check_holes(&template, &dials, scenarios)?;
        let combinations = scenarios_of(&template, scenarios)?;
        let settings = self::settings(&template, combinations, &definitions, open)?;
        let players = players(&template, &settings)?;
        let (measure, worth) = match (&measure, measured) {
            (Some((word, _)), Some(node)) => worth(word, node, &settings)?,
            _ if players == 1 => (None, Worth::Won),
            _ => (None, Worth::Score),
        };
        let arena = Arena {
            settings,
            agent: template.agent,
            dials,
            measure: measure.clone(),
            worth,
            house,
            players,
        };
        let parameters = arena.dials.iter().map(|dial| dial.parameter.clone());
        let space = Space::new(parameters.collect())
            .map_err(|error| Fault::at(&arena.agent.place, error.to_string()))?;
        let opponents = arena.settings.iter().filter_map(|s| s.opponent.clone());
        let start = arena.agent(&arena.settings[0], &space.start())?;
        let specs: Vec<Spec> = opponents.chain([start]).collect();
        define::all_named(&definitions, specs.iter())?;
        let mut tuning = Tuning {
            name: name.to_string(),
            title: title.unwrap_or_else(|| name.to_string()),
            about: about.unwrap_or_default(),
            seed,
            tuner,
            games,
            quick,
            held_out: held_out.unwrap_or((games / 4).max(4)),
            measure: match (&measure, worth) {
                (Some(measure), _) => measure.name.clone(),
                (None, Worth::Won) => "won".into(),
                (None, Worth::Score) => "score".into(),
                (None, Worth::Payoff) => "payoff".into(),
                (None, _) => "points".into(),
            },
            source: None,
            methods,
            space,
            objective: match template.opponents {
                Opponents::Itself(_) => Objective::Duel,
                _ => Objective::Value,
            },
            arena,
            description: String::new(),
        };
        tuning.describe()?;
        tuning.check_range()?;
        Ok(tuning)
    }

    /// Spells out everything that decides an answer, which finds faults in every setting.
    fn describe(&mut self) -> Result<(), Fault> {
        let House {
            moves,
            budget,
            opening,
            generator,
            ..
        } = self.arena.house;
        let parameters = serde_json::to_string(&self.space).expect("parameters can be written");
        let mut text = format!(
            "behaviour {BEHAVIOUR}\ntune {} {:?}\nobjective {:?}\nmeasure {}\nparameters {parameters}\nmoves {moves:?}\nbudget {budget:?} {opening:?}\ngenerator {}\nseed {}\nagent {}\n",
            self.tuner,
            self.methods[0],
            self.objective,
            self.measure,
            generator.name(),
            self.seed,
            self.arena.agent,
        );
        for setting in &self.arena.settings {
            let agent = self.arena.agent(setting, &self.space.start())?;
            let other = setting.opponent.clone();
            let other = other.or((self.objective == Objective::Duel).then(|| agent.clone()));
            let agents: Vec<Spec> = std::iter::once(agent).chain(other).collect();
            setting.game.lay(&Seating {
                agents: &agents,
                start: &setting.start,
                measure: self.arena.measure.as_ref(),
                house: self.arena.house,
                seed: Seed::new(0),
            })?;
            let (agents, start) = setting.game.canonical(&agents, &setting.start)?;
            let seats = agents.join(" | ");
            text += &format!(
                "setting {} start {start} seats {seats}\n",
                setting.game_name
            );
        }
        self.description = text;
        Ok(())
    }

    /// Refuses a range that the agent does not take: each end of each, the others at their start.
    fn check_range(&self) -> Result<(), Fault> {
        let setting = &self.arena.settings[0];
        let start = self.space.start();
        let dials = &self.arena.dials;
        for (index, dial) in dials.iter().enumerate() {
            for (_, extreme) in dial.extremes() {
                let values = dials.iter().zip(&start).enumerate();
                let values = values.map(|(other, (dial, number))| {
                    let value = match other == index {
                        true => extreme.clone(),
                        false => dial.value(*number),
                    };
                    (dial.name().to_string(), value)
                });
                let variables = setting.variables.iter().cloned().chain(values).collect();
                let agent = filled(&self.arena.agent, &variables)?;
                setting.game.canonical(&[agent], &setting.start)?;
            }
        }
        Ok(())
    }
}

fn tuner(fields: &mut Fields<'_>) -> Result<(String, Method), Fault> {
    let Some((name, place)) = fields.text("tuner")? else {
        return Ok(("default".into(), Method::default()));
    };
    match Method::named(&name) {
        Ok(method) => Ok((name, method)),
        Err(_) => {
            let fault = Fault::at(place, format!("there is no tuner `{name}`"));
            Err(fault.known(&name, METHODS.map(|(name, _)| name)))
        }
    }
}

fn template(fields: &mut Fields<'_>) -> Result<Template, Fault> {
    let mut needed = |key| match fields.node(key) {
        Some(node) => value(node, key),
        None => Err(fields.missing(key)),
    };
    let (game, agent) = (needed("game")?, needed("agent")?);
    let start = match fields.node("start") {
        Some(node) => value(node, "start")?,
        None => Value::parse(&Place::whole("default", "start"))?,
    };
    let opponents = match fields.node("opponents") {
        None => Opponents::None,
        Some(node) => match &node.what {
            Datum::Text(text) if text == "self" => Opponents::Itself(node.place.clone()),
            Datum::List(list) if !list.is_empty() => {
                let list = list.iter().map(|node| value(node, "opponents"));
                Opponents::Listed(list.collect::<Result<_, _>>()?, node.place.clone())
            }
            _ => {
                let message = "`opponents` is \"self\" or a list of agents";
                let hint = "as in opponents = [\"random\", \"depth(t=1)\"]";
                return Err(Fault::at(&node.place, message).hint(hint));
            }
        },
    };
    Ok(Template {
        game,
        start,
        agent,
        opponents,
    })
}

fn dials(fields: &mut Fields<'_>) -> Result<Vec<Dial>, Fault> {
    let node = fields.node("parameters");
    let node = node.ok_or_else(|| fields.missing("parameters"))?;
    let listed = Fields::of(node, "`parameters`")?.rest();
    let dials = listed.map(|(name, place, node)| Dial::read(name, place, node));
    let dials = dials.collect::<Result<Vec<Dial>, _>>()?;
    match dials.is_empty() {
        false => Ok(dials),
        true => {
            let fault = Fault::at(&node.place, "there is nothing to tune");
            Err(fault.hint("as in noise = { low = 0.0, high = 5.0, start = 0.2 }"))
        }
    }
}

/// Every hole must have something to fill it, and everything a hole.
fn check_holes(template: &Template, dials: &[Dial], scenarios: Option<&Node>) -> Result<(), Fault> {
    let varied: Vec<(&str, &Place)> = match scenarios.map(|node| &node.what) {
        Some(Datum::Table(fields)) => fields.iter().map(|(key, at, _)| (&key[..], at)).collect(),
        Some(Datum::List(list)) => {
            let tables = list.iter().filter_map(|node| match &node.what {
                Datum::Table(fields) => Some(fields),
                _ => None,
            });
            let keys = tables.flatten();
            keys.map(|(key, at, _)| (&key[..], at)).collect()
        }
        _ => Vec::new(),
    };
    let tuned = |name: &str| dials.iter().any(|dial| dial.name() == name);
    if let Some((name, place)) = varied.iter().find(|(name, _)| tuned(name)) {
        let message = format!("`{name}` is a parameter already");
        return Err(Fault::at(place, message).hint("give one of the two another name"));
    }
    let mut played: Vec<&Value> = vec![&template.game, &template.start];
    if let Opponents::Listed(list, _) = &template.opponents {
        played.extend(list);
    }
    for value in &played {
        if let Some(name) = value.holes().into_iter().find(|name| tuned(name)) {
            let message = format!("`{name}` is tuned: it can stand in `agent` alone");
            let hint = "write a value here, or let it vary under [scenarios]";
            return Err(Fault::at(&value.place, message).hint(hint));
        }
    }
    let holes = template.agent.holes();
    let names = || dials.iter().map(Dial::name);
    for hole in &holes {
        if !tuned(hole) && !varied.iter().any(|(name, _)| name == hole) {
            let place = hole_place(&template.agent, hole);
            let fault = Fault::at(&place, format!("no parameter is called `{hole}`"));
            return Err(fault.known(hole, names().chain(varied.iter().map(|(name, _)| *name))));
        }
    }
    if let Some(dial) = dials
        .iter()
        .find(|dial| !holes.contains(&dial.parameter.name))
    {
        let message = format!("nothing uses the parameter `{}`", dial.name());
        let hint = format!("write {{{}}} in `agent` where it belongs", dial.name());
        return Err(Fault::at(dial.place(), message).hint(hint));
    }
    let used = |name: &str| {
        let mut values = played.iter().copied().chain([&template.agent]);
        values.any(|value| value.holes().iter().any(|hole| hole == name))
    };
    if let Some((name, place)) = varied.iter().find(|(name, _)| !used(name)) {
        let fault = Fault::at(place, format!("nothing uses the variable `{name}`"));
        let hint = format!("write {{{name}}} in `game`, `start`, `agent` or `opponents`");
        return Err(fault.hint(hint));
    }
    Ok(())
}

/// Where a hole stands.
fn hole_place(value: &Value, name: &str) -> Place {
    fn find(value: &Value, name: &str) -> Option<Place> {
        match &value.what {
            What::Hole(hole) if hole == name => Some(value.place.clone()),
            What::Spec(spec) => {
                let mut arguments = spec.arguments.iter();
                arguments.find_map(|argument| find(&argument.value, name))
            }
            _ => None,
        }
    }
    find(value, name).unwrap_or_else(|| value.place.clone())
}

/// The combinations that scenarios take in turn: of lists, or as they are listed.
fn scenarios_of(template: &Template, node: Option<&Node>) -> Result<Vec<Variables>, Fault> {
    let mut holes = template.game.holes();
    holes.extend(template.start.holes());
    holes.extend(template.agent.holes());
    if let Opponents::Listed(list, _) = &template.opponents {
        holes.extend(list.iter().flat_map(Value::holes));
    }
    match node.map(|node| (node, &node.what)) {
        None => Ok(vec![Vec::new()]),
        Some((node, Datum::List(list))) => match list.is_empty() {
            true => Err(Fault::at(&node.place, "`scenarios` lists nothing")),
            false => combinations(&holes, None, None, Some(list)),
        },
        Some((node, _)) => {
            Fields::of(node, "`scenarios`")?;
            combinations(&holes, Some(node), None, None)
        }
    }
}

fn settings(
    template: &Template,
    combinations: Vec<Variables>,
    definitions: &[Definition],
    open: Open<'_>,
) -> Result<Vec<Setting>, Fault> {
    let mut games: HashMap<String, (Arc<dyn Hosted>, String)> = HashMap::new();
    let mut settings = Vec::new();
    for variables in combinations {
        let spec = filled(&template.game, &variables)?;
        let (game, game_name) = match games.get(&spec.to_string()) {
            Some(known) => known.clone(),
            None => {
                let (mut game, name) = open(&spec)?;
                for definition in definitions {
                    game.define(definition.clone())?;
                }
                let opened: (Arc<dyn Hosted>, String) = (Arc::from(game), name);
                games.insert(spec.to_string(), opened.clone());
                opened
            }
        };
        let opponents = match &template.opponents {
            Opponents::Listed(list, _) => {
                let list = list.iter().map(|value| filled(value, &variables).map(Some));
                list.collect::<Result<Vec<_>, _>>()?
            }
            _ => vec![None],
        };
        for opponent in opponents {
            settings.push(Setting {
                game: Arc::clone(&game),
                game_name: game_name.clone(),
                start: filled(&template.start, &variables)?,
                variables: variables.clone(),
                opponent,
            });
        }
    }
    Ok(settings)
}

/// How many players all games have: opponents must be where there are two.
fn players(template: &Template, settings: &[Setting]) -> Result<usize, Fault> {
    let players = settings[0].game.facts().players;
    for setting in settings {
        let here = setting.game.facts().players;
        let name = &setting.game_name;
        let fault = match (&template.opponents, here) {
            _ if here != players => {
                let message = format!("{name} has {here} players, and other games {players}");
                Some(Fault::at(&template.game.place, message).hint("tune on one kind at a time"))
            }
            (Opponents::None, 2) => {
                let message = format!("{name} is for two players, and there are no `opponents`");
                let hint = "list agents, or set opponents = \"self\" to let tuned points meet";
                Some(Fault::at(&template.game.place, message).hint(hint))
            }
            (Opponents::Itself(at) | Opponents::Listed(_, at), 1) => {
                let message = format!("{name} is for one player and has no opponents");
                Some(Fault::at(at, message).hint("leave `opponents` away"))
            }
            (_, 1 | 2) => None,
            _ => {
                let message = format!("{name} has {here} players: one or two can be tuned for");
                Some(Fault::at(&template.game.place, message))
            }
        };
        if let Some(fault) = fault {
            return Err(fault);
        }
    }
    Ok(players)
}

/// What a word of `measure` stands for: an outcome, or a measure that all games have.
fn worth(word: &str, node: &Node, settings: &[Setting]) -> Result<(Option<Spec>, Worth), Fault> {
    let outcome = match word {
        "won" => Some(Worth::Won),
        "score" => Some(Worth::Score),
        "payoff" => Some(Worth::Payoff),
        "points" => Some(Worth::Points),
        _ => None,
    };
    if let Some(outcome) = outcome {
        return Ok((None, outcome));
    }
    let parsed = value(node, "measure")?;
    let What::Spec(spec) = parsed.what else {
        let fault = Fault::at(&parsed.place, "this is no measure");
        return Err(fault.hint("won, score, payoff, points, or a measure of the game"));
    };
    let mut sense = None;
    for setting in settings {
        let here = setting.game.measure(&spec).map_err(|fault| {
            match ["won", "score", "payoff"]
                .iter()
                .find(|w| crate::source::is_near(word, w))
            {
                Some(meant) => Fault::at(&node.place, format!("`{word}` is no measure"))
                    .hint(format!("did you mean `{meant}`?")),
                None => fault,
            }
        })?;
        if sense.is_some_and(|sense| sense != here) {
            let message = format!("`{word}` points up in one game and down in another");
            return Err(Fault::at(&node.place, message).hint("tune on one of them at a time"));
        }
        sense = Some(here);
    }
    let sense = sense.expect("there is a setting");
    Ok((Some(spec), Worth::Measured(sense)))
}
