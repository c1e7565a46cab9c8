//! A tuner of another crate, written with the public API alone.

use ludometer_tune::{
    Batch, Error, Method, Objective, Parameter, Run, Saved, Space, Task, Tuner, TunerKind,
    conformance, exact,
};
use serde::{Deserialize, Serialize};

/// A (1+1) evolution strategy: a point next to the best one known takes its place if it is better.
struct EvolutionStrategy {
    /// The first distance.
    spread: f64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Strategist {
    identity: String,
    run: Run,
    #[serde(with = "exact::list")]
    parent: Vec<f64>,
    #[serde(with = "exact")]
    spread: f64,
}

impl TunerKind for EvolutionStrategy {
    fn identity(&self) -> String {
        format!("evolution-strategy@1(spread={})", self.spread)
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Strategist {
            identity: self.identity(),
            parent: task.space.origin(),
            run: Run::new(task)?,
            spread: self.spread,
        }))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        let tuner: Strategist = saved.open(&self.identity())?;
        tuner.run.space().fits("parent", &tuner.parent)?;
        Ok(Box::new(tuner))
    }
}

impl Strategist {
    fn child(&self) -> Vec<f64> {
        let mut dice = self.run.dice("child", 0);
        let moved = |x: &f64| x + dice.symmetric(self.spread);
        let mut child: Vec<f64> = self.parent.iter().map(moved).collect();
        self.run.space().clamp(&mut child);
        child
    }
}

impl Tuner for Strategist {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let mut batch = self.run.batch();
        if self.run.left() < 2 {
            return batch;
        }
        let space = self.run.space();
        let [child, parent] = [&self.child(), &self.parent]
            .map(|point| batch.push_point(|out| out.extend(space.settle(point))));
        match self.run.task.objective {
            Objective::Duel => {
                batch.push(child, Some(parent), self.run.fresh, false);
                batch.push(child, Some(parent), self.run.fresh, true);
            }
            Objective::Value => {
                batch.push(child, None, self.run.fresh, false);
                batch.push(parent, None, self.run.fresh, false);
            }
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        let asked = if self.run.left() < 2 { 0 } else { 2 };
        self.run.check(answers, asked, || self.ask())?;
        let &[first, second] = answers else {
            return Ok(());
        };
        let better = match self.run.task.objective {
            Objective::Duel => first + second > 0.0,
            Objective::Value => first > second,
        };
        if better {
            self.parent = self.child();
        }
        self.spread *= if better { 1.5 } else { 0.9 };
        self.spread = self.spread.clamp(0.01, 1.0);
        self.run.fresh += 1;
        self.run.advance(answers.len());
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        self.run.space().settle(&self.parent)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.identity.clone(), self)
    }
}

/// Through a text and back.
fn door(saved: Saved) -> Result<Saved, String> {
    let text = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

#[test]
fn it_conforms() {
    conformance::check(&EvolutionStrategy { spread: 0.5 }, 1000, &door).unwrap();
}

fn task() -> Task {
    Task {
        space: Space::new(vec![Parameter::real("x", 0.0, 1.0, 0.3)]).unwrap(),
        objective: Objective::Duel,
        budget: 100,
        seed: 1,
    }
}

/// As one of a list of kinds, each checkpointed and restored by its own kind only.
#[test]
fn it_stands_beside_the_shipped_ones() {
    let strategy = EvolutionStrategy { spread: 0.5 };
    let wider = EvolutionStrategy { spread: 0.6 };
    let method = Method::default();
    let kinds: [&dyn TunerKind; 3] = [&strategy, &wider, &method];
    for (number, kind) in kinds.into_iter().enumerate() {
        let saved = door(kind.start(task()).unwrap().save()).unwrap();
        for (other, reader) in kinds.into_iter().enumerate() {
            let taken = reader.restore(&saved);
            assert_eq!(taken.is_ok(), other == number, "{number}, {other}");
            if let Err(fault) = taken {
                let said = fault.to_string();
                assert!(said.contains(&kind.identity()), "{said}");
                assert!(said.contains(&reader.identity()), "{said}");
            }
        }
    }
}

/// The suite sees what must not be: a spread that is forgotten, and a state of another identity.
#[test]
fn a_tuner_that_forgets_does_not_conform() {
    struct Forgetful(EvolutionStrategy);
    impl TunerKind for Forgetful {
        fn identity(&self) -> String {
            self.0.identity()
        }
        fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
            self.0.start(task)
        }
        fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
            let mut tuner: Strategist = saved.open(&self.identity())?;
            tuner.spread = self.0.spread;
            Ok(Box::new(tuner))
        }
    }
    let kind = Forgetful(EvolutionStrategy { spread: 0.5 });
    let fault = conformance::check(&kind, 1000, &door).unwrap_err();
    assert!(
        fault.contains("the restored tuner has another state"),
        "{fault}"
    );

    struct Careless(EvolutionStrategy);
    impl TunerKind for Careless {
        fn identity(&self) -> String {
            self.0.identity()
        }
        fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
            self.0.start(task)
        }
        fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
            Ok(Box::new(saved.open::<Strategist>(saved.identity())?))
        }
    }
    let kind = Careless(EvolutionStrategy { spread: 0.5 });
    let fault = conformance::check(&kind, 1000, &door).unwrap_err();
    assert!(fault.contains("of another identity"), "{fault}");
}
