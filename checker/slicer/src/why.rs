//! Chains of dependences: why something is in the slice.

use super::facts::{self, Context};
use super::graph::Statements;
use super::objects::What;
use super::relevant::{Kept, Matters, Relevance};
use super::visit::StmtId;
use promela::source::Span;
use std::collections::HashMap;

/// One link of a chain: what it says, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub text: String,
    pub span: Option<Span>,
}

/// Enough of the analysis to answer later.
#[derive(Debug)]
pub struct Why {
    kept: Vec<Option<Kept>>,
    matters: Vec<Option<Matters>>,
    texts: Vec<String>,
    spans: Vec<Span>,
    /// The names of the objects; of channels the variables that hold them.
    names: Vec<String>,
    by_name: HashMap<String, Vec<u32>>,
}

impl Why {
    pub fn new(context: &Context, all: &Statements, relevance: &Relevance) -> Why {
        let mut names: Vec<String> = context.objects.list.iter().map(|what| facts::name(what, context.names)).collect();
        let mut by_name: HashMap<String, Vec<u32>> = HashMap::new();
        for (i, what) in context.objects.list.iter().enumerate() {
            match what {
                What::Scalar(v, _) => {
                    let variable = &context.names.variables[*v];
                    let short = names[i].rsplit(':').next().unwrap_or(&names[i]).to_string();
                    by_name.entry(names[i].clone()).or_default().push(i as u32);
                    if short != names[i] {
                        by_name.entry(short.clone()).or_default().push(i as u32);
                    }
                    // A structure stands for its fields.
                    let root = super::names::plain(&variable.key).to_string();
                    if root != short {
                        by_name.entry(root).or_default().push(i as u32);
                    }
                }
                What::Fill(class) | What::Field(class, _) => {
                    let holders: Vec<String> = context
                        .objects
                        .types
                        .keys()
                        .filter(|o| context.channels.class_of(**o) == Some(*class))
                        .map(|o| facts::name(context.objects.what(*o), context.names))
                        .collect();
                    let mut holders = holders;
                    holders.sort();
                    let called = holders.join(", ");
                    names[i] = match what {
                        What::Field(_, n) => format!("field {} of messages in {called}", n + 1),
                        _ => format!("the messages in {called}"),
                    };
                    for h in holders {
                        by_name.entry(h).or_default().push(i as u32);
                    }
                }
                _ => {}
            }
        }
        Why {
            kept: relevance.kept.clone(),
            matters: relevance.matters.clone(),
            texts: all.texts.clone(),
            spans: all.spans.clone(),
            names,
            by_name,
        }
    }

    /// From the property to the object of this name.
    pub fn chain(&self, name: &str) -> Option<Vec<Link>> {
        let objects = self.by_name.get(name)?;
        // The first of its parts that is relevant.
        let Some(&first) = objects.iter().find(|&&o| self.matters[o as usize].is_some()) else {
            return Some(Vec::new());
        };
        let mut links = Vec::new();
        let mut object = first;
        for _ in 0..=self.matters.len() {
            let called = &self.names[object as usize];
            match &self.matters[object as usize] {
                Some(Matters::ReadBy(s)) => {
                    links.push(self.link(*s, format!("{called} is read by")));
                    match self.statement(*s, &mut links) {
                        Some(next) => object = next,
                        None => break,
                    }
                }
                Some(Matters::Provided(p)) => {
                    links.push(Link { text: format!("{called} is read by the provided clause of {p}"), span: None });
                    break;
                }
                _ => {
                    links.push(Link { text: format!("{called} is named in the property"), span: None });
                    break;
                }
            }
        }
        links.reverse();
        Some(links)
    }

    /// Why a statement is kept: the object it sets, or the end of the chain.
    fn statement(&self, s: StmtId, links: &mut Vec<Link>) -> Option<u32> {
        let mut s = s;
        for _ in 0..=self.kept.len() {
            match &self.kept[s.0 as usize] {
                Some(Kept::Sets(o)) => {
                    links.push(self.link(s, format!("{} is set by", self.names[o.0 as usize])));
                    return Some(o.0);
                }
                Some(Kept::Decides(t)) => {
                    links.push(self.link(s, "whether that is reached is decided by".to_string()));
                    s = *t;
                }
                Some(Kept::Starts(t)) => {
                    links.push(self.link(s, "its process is started by".to_string()));
                    s = *t;
                }
                Some(Kept::With(t)) => {
                    links.push(self.link(s, "in one step with it".to_string()));
                    if *t == s {
                        return None;
                    }
                    s = *t;
                }
                Some(Kept::For(why)) => {
                    links.push(self.link(s, format!("{why}:")));
                    return None;
                }
                None => return None,
            }
        }
        None
    }

    fn link(&self, s: StmtId, text: String) -> Link {
        Link { text: format!("{text} `{}`", self.texts[s.0 as usize]), span: Some(self.spans[s.0 as usize]) }
    }
}
