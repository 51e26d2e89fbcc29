//! Objects that are no variables: what channels hold, labels that are looked at, the number of processes.

use super::channels::Channels;
use super::label::{Special, special_label};
use super::names::Names;
use super::objects::{Class, Objects, What};
use super::property::{Chosen, Licence, Property};
use super::visit;
use super::walk::{self, Mention};
use promela::ast::Program;

/// Adds the objects that are no variables: channels' fill and fields, labels that are looked at, the number of
/// processes.
pub fn add_objects(
    program: &Program,
    names: &Names,
    channels: &Channels,
    property: &Property,
    licence: &Licence,
    objects: &mut Objects,
) {
    let mut roots: Vec<usize> = channels.facts.keys().copied().collect();
    roots.sort_unstable();
    for root in roots {
        let class = Class(root as u32);
        objects.add(What::Fill(class));
        for i in 0..channels.facts[&root].fields.len().max(1) {
            objects.add(What::Field(class, i));
        }
    }
    objects.add(What::Processes);
    let mut seen: Vec<(String, String)> = Vec::new();
    visit::expressions(program, &mut |e| {
        walk::mentions(e, &mut |m| {
            if let Mention::RemoteLabel(p, l) = m {
                seen.push((p.to_string(), l.to_string()));
            }
        });
    });
    if let Chosen::Formula(e) = &licence.chosen {
        walk::mentions(e, &mut |m| {
            if let Mention::RemoteLabel(p, l) = m {
                seen.push((p.to_string(), l.to_string()));
            }
        });
    }
    for ((owner, name), keys) in &names.labels {
        let special = special_label(name, property, licence) == Special::Seen;
        if special || seen.iter().any(|(p, l)| p == owner && l == name) {
            keys.iter().for_each(|key| {
                objects.add(What::At(key.clone()));
            });
        }
    }
}
