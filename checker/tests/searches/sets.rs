//! Stubborn sets that are known from other states.

use super::random_models;
use checker::optimise::{self, Visible};
use checker::por::Por;
use checker::simulate::Simulation;
use checker::stubborn::{Chosen, Stubborn};

/// A set that is known is the one that would be found.
#[test]
fn sets_depend_on_the_state_only() {
    let (mut states, mut sets) = (0, 0);
    for (text, mut model) in random_models(120) {
        optimise::optimise(&mut model);
        let por = Por::of(&model, Visible::default());
        let Some(facts) = por.as_ref().and_then(|por| por.stubborn.as_ref()) else { continue };
        for walk in 0..4_usize {
            let (mut known, mut simulation) = (Stubborn::new(&model, facts), Simulation::new(&model));
            for step in 0..100_usize {
                let mut fresh = Stubborn::new(&model, facts);
                let found = fresh.choose(&mut simulation.machine);
                assert_eq!(known.choose(&mut simulation.machine), found, "{text}");
                states += 1;
                sets += usize::from(matches!(found, Chosen::Some(_)));
                let choices = simulation.choices().to_vec();
                let number = (walk * 7 + step * step * (walk + 3)) % choices.len().max(1);
                let Some(choice) = choices.get(number) else { break };
                simulation.take(choice);
            }
        }
    }
    assert!(states > 1000 && sets > 100, "{states} states, {sets} sets");
}
