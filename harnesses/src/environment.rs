//! The library of environments: processes that stand for a part of the world, by name.
//!
//! Each is a few lines of Promela in `environments/`, with parameters. `$from` is what the harness gives; the variables
//! for a message (`$declare`, `$message`) follow from the channel it is taken from.

use crate::harness::{self, Channel, Environment, Scalar, Value};
use promela::finding::{Finding, Findings};
use promela::source::FileId;
use std::collections::BTreeMap;
use toml::Spanned;

/// An environment of the library.
pub struct Library {
    pub name: &'static str,
    text: &'static str,
    pub parameters: &'static [Parameter],
    /// Where the messages come from that it takes.
    source: Option<&'static str>,
}

/// What a harness says of an environment.
pub struct Parameter {
    pub name: &'static str,
    kind: Kind,
    pub help: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Channel,
    /// May be left out.
    OptionalChannel,
    /// Number of times; without it there is no bound.
    Times,
    /// A number with a default.
    Number(i64),
    /// Messages: each is a text with its fields, or a number.
    Messages,
    /// One message; default: zeros.
    Message,
}

const FROM: Parameter = Parameter { name: "from", kind: Kind::Channel, help: "messages are taken from this channel" };
const TO: Parameter = Parameter { name: "to", kind: Kind::Channel, help: "and go on to this one" };

/// All of them.
pub const LIBRARY: &[Library] = &[
    Library {
        name: "reliable",
        text: include_str!("../environments/reliable.pml"),
        parameters: &[FROM, TO],
        source: Some("from"),
    },
    Library {
        name: "lossy",
        text: include_str!("../environments/lossy.pml"),
        parameters: &[FROM, TO, Parameter { name: "times", kind: Kind::Times, help: "at most N messages are lost" }],
        source: Some("from"),
    },
    Library {
        name: "duplicating",
        text: include_str!("../environments/duplicating.pml"),
        parameters: &[
            FROM,
            TO,
            Parameter { name: "times", kind: Kind::Times, help: "at most N messages arrive twice" },
        ],
        source: Some("from"),
    },
    Library {
        name: "reordering",
        text: include_str!("../environments/reordering.pml"),
        parameters: &[
            FROM,
            TO,
            Parameter { name: "window", kind: Kind::Number(1), help: "at most N messages are held back at once" },
        ],
        source: Some("from"),
    },
    Library {
        name: "corrupting",
        text: include_str!("../environments/corrupting.pml"),
        parameters: &[
            FROM,
            TO,
            Parameter { name: "field", kind: Kind::Number(1), help: "the field that changes, counted from 1" },
            Parameter { name: "values", kind: Kind::Messages, help: "what it may become" },
        ],
        source: Some("from"),
    },
    Library {
        name: "timer",
        text: include_str!("../environments/timer.pml"),
        parameters: &[
            Parameter { name: "start", kind: Kind::Channel, help: "a message on it starts the timer" },
            Parameter { name: "stop", kind: Kind::OptionalChannel, help: "a message on it stops the timer" },
            Parameter { name: "expire", kind: Kind::Channel, help: "the timer tells here that it has expired" },
            Parameter { name: "signal", kind: Kind::Message, help: "the message that tells it" },
        ],
        source: Some("start"),
    },
    Library {
        name: "demon",
        text: include_str!("../environments/demon.pml"),
        parameters: &[
            Parameter { name: "requests", kind: Kind::Channel, help: "requests come in on this channel" },
            Parameter { name: "replies", kind: Kind::Channel, help: "the answers go to this one" },
            Parameter { name: "answers", kind: Kind::Messages, help: "what it may answer" },
        ],
        source: Some("requests"),
    },
    Library {
        name: "user",
        text: include_str!("../environments/user.pml"),
        parameters: &[
            TO,
            Parameter { name: "events", kind: Kind::Messages, help: "what it may send" },
            Parameter { name: "times", kind: Kind::Times, help: "at most N messages are sent" },
        ],
        source: None,
    },
];

/// What an environment leaves out of the world: the bounds that the harness gives it.
pub fn bounds(environment: &Environment) -> Vec<String> {
    let Some(library) = environment.library.as_ref().and_then(|w| LIBRARY.iter().find(|l| l.name == w.get_ref()))
    else {
        return Vec::new();
    };
    let channels = library.parameters.iter().filter(|p| p.kind == Kind::Channel);
    let last = channels.filter_map(|p| environment.parameters.get(p.name)).next_back().map(|v| shown(v.get_ref()));
    let default = format!("{}_{}", library.name, last.unwrap_or_default());
    let name = environment.name.as_ref().map_or(default, |n| n.get_ref().clone());
    let value = |p: &Parameter| match (environment.parameters.get(p.name), p.kind) {
        (Some(value), Kind::Times | Kind::Number(_)) => Some(shown(value.get_ref())),
        (None, Kind::Number(default)) => Some(default.to_string()),
        _ => None,
    };
    let bounded = library.parameters.iter().filter(|p| p.name != "field");
    bounded
        .filter_map(|p| Some(format!("`{name}` ({}): {}", library.name, p.help.replacen('N', &value(p)?, 1))))
        .collect()
}

/// What environments are made from, besides themselves.
pub struct Context<'a> {
    pub channels: &'a BTreeMap<String, Spanned<Channel>>,
    pub file: FileId,
}

/// The Promela text of an environment; `None` after an error.
pub fn text(environment: &Environment, context: &Context, findings: &mut Findings) -> Option<String> {
    if let Some(own) = &environment.promela {
        return Some(own.get_ref().clone());
    }
    let Some(wanted) = &environment.library else {
        let what = "an environment needs `use = \"…\"` or `promela = \"…\"`";
        let names: Vec<&str> = LIBRARY.iter().map(|l| l.name).collect();
        findings.push(harness::error("H010", what).help(format!("the library has `{}`", names.join("`, `"))));
        return None;
    };
    let Some(library) = LIBRARY.iter().find(|l| l.name == wanted.get_ref()) else {
        let names: Vec<&str> = LIBRARY.iter().map(|l| l.name).collect();
        let what = format!("the library has no environment `{}`", wanted.get_ref());
        let finding = Finding::error("H010", harness::span(wanted, context.file), what);
        findings.push(harness::nearest(finding, wanted.get_ref(), &names, "it has"));
        return None;
    };
    for (key, value) in &environment.parameters {
        if !library.parameters.iter().any(|p| p.name == key) {
            let names: Vec<&str> = library.parameters.iter().map(|p| p.name).collect();
            let what = format!("`{}` has no parameter `{key}`", library.name);
            let finding = Finding::error("H011", harness::span(value, context.file), what);
            findings.push(harness::nearest(finding, key, &names, "it has"));
            return None;
        }
    }
    Filling { library, environment, wanted, context, findings }.text()
}

struct Filling<'a, 'f> {
    library: &'static Library,
    environment: &'a Environment,
    wanted: &'a Spanned<String>,
    context: &'a Context<'a>,
    findings: &'f mut Findings,
}

impl Filling<'_, '_> {
    fn text(mut self) -> Option<String> {
        let mut words: BTreeMap<&str, String> = BTreeMap::new();
        let mut declare = Vec::new();
        let mut of = Vec::new();
        if let Some(source) = self.library.source {
            of = self.channel(source)?.1.of.clone();
            declare.extend(of.iter().enumerate().map(|(i, ty)| format!("{ty} {}", variable(i))));
        }
        let message: Vec<String> = (0..of.len()).map(variable).collect();
        let message = message.join(",");
        let mut last = String::new();
        for parameter in self.library.parameters {
            match parameter.kind {
                Kind::Channel => {
                    last = self.channel(parameter.name)?.0;
                    words.insert(parameter.name, last.clone());
                }
                Kind::OptionalChannel => {
                    let stopped = match self.environment.parameters.contains_key(parameter.name) {
                        true => {
                            let (name, channel) = self.channel(parameter.name)?;
                            let any = vec!["_"; channel.of.len()].join(",");
                            format!(":: {name}?{any} -> goto end_idle\t/* the timer is stopped */")
                        }
                        false => String::new(),
                    };
                    words.insert("stopped", stopped);
                }
                Kind::Times => {
                    let limited = match self.number(parameter.name, 0)? {
                        0 => "skip".to_string(),
                        n => {
                            declare.push("byte times".to_string());
                            format!("atomic {{ times < {n} -> times++ }}")
                        }
                    };
                    words.insert("limited", limited);
                }
                Kind::Number(default) => {
                    let n = self.number(parameter.name, default)?;
                    words.insert(parameter.name, n.to_string());
                }
                Kind::Message | Kind::Messages => {}
            }
        }
        let options = |this: &mut Self, parameter: &str, each: &dyn Fn(&str) -> String| -> Option<String> {
            let messages = this.messages(parameter)?;
            let lines: Vec<String> = messages.iter().map(|m| format!(":: {}", each(m))).collect();
            Some(lines.join("\n\t\t"))
        };
        match self.library.name {
            "corrupting" => {
                let field = words["field"].parse::<usize>().unwrap_or(0);
                if field == 0 || field > of.len() {
                    let what = format!("`field` is {field}, and a message has fields 1 to {}", of.len());
                    self.findings.push(Finding::error("H013", harness::span(self.wanted, self.context.file), what));
                    return None;
                }
                let target = variable(field - 1);
                words.insert(
                    "corrupted",
                    options(&mut self, "values", &|v| format!("{target} = {v}\t/* it is damaged */"))?,
                );
            }
            "demon" => {
                let to = words["replies"].clone();
                words.insert(
                    "answered",
                    options(&mut self, "answers", &|m| format!("{to}!{m}\t/* the answer is {m} */"))?,
                );
            }
            "user" => {
                let to = words["to"].clone();
                let limited = words["limited"].clone();
                let send = |m: &str| match limited.as_str() {
                    "skip" => format!("{to}!{m}\t/* the event {m} */"),
                    limited => format!("{limited};\t/* an event */\n\t\t{to}!{m}\t/* it is {m} */"),
                };
                words.insert("sent", options(&mut self, "events", &send)?);
            }
            "timer" => {
                let zeros = vec!["0"; self.channel("expire")?.1.of.len()].join(",");
                let given = self.environment.parameters.get("signal").map(|v| shown(v.get_ref()));
                words.insert("signal", given.unwrap_or(zeros));
            }
            _ => {}
        }
        let default = format!("{}_{last}", self.library.name);
        let name = self.environment.name.as_ref().map_or(default, |n| n.get_ref().clone());
        words.insert("name", name);
        words.insert("declare", declare.iter().map(|d| format!("{d};")).collect::<Vec<_>>().join(" "));
        words.insert("message", message);
        words.insert("of", of.join(", "));
        Some(fill(self.library.text, &words))
    }

    /// The channel that a parameter names, with what it carries.
    fn channel(&mut self, parameter: &str) -> Option<(String, Channel)> {
        let Some(value) = self.environment.parameters.get(parameter) else {
            let help = self.library.parameters.iter().find(|p| p.name == parameter).map_or("", |p| p.help);
            let what = format!("`{}` needs to know its parameter `{parameter}`: {help}", self.library.name);
            let finding = Finding::error("H012", harness::span(self.wanted, self.context.file), what);
            self.findings.push(finding.help(format!("with = {{ {parameter} = \"CHANNEL\", … }}")));
            return None;
        };
        let name = shown(value.get_ref());
        match self.context.channels.get(&name) {
            Some(channel) => Some((name, channel.get_ref().clone())),
            None => {
                let what = format!("there is no channel `{name}` under `[channels]`");
                let known: Vec<&str> = self.context.channels.keys().map(String::as_str).collect();
                let finding = Finding::error("H012", harness::span(value, self.context.file), what);
                self.findings.push(harness::nearest(finding, &name, &known, "the channels are"));
                None
            }
        }
    }

    fn number(&mut self, parameter: &str, default: i64) -> Option<i64> {
        match self.environment.parameters.get(parameter) {
            None => Some(default),
            Some(value) => match value.get_ref() {
                Value::Number(n) if (1..=255).contains(n) => Some(*n),
                _ => {
                    let what = format!("`{parameter}` must be a number from 1 to 255");
                    self.findings.push(Finding::error("H013", harness::span(value, self.context.file), what));
                    None
                }
            },
        }
    }

    fn messages(&mut self, parameter: &str) -> Option<Vec<String>> {
        let value = self.environment.parameters.get(parameter);
        match value.map(|v| v.get_ref()) {
            Some(Value::List(list)) if !list.is_empty() => Some(list.iter().map(scalar).collect()),
            _ => {
                let what = format!("`{}` needs to know its parameter `{parameter}`: a list", self.library.name);
                let span = value
                    .map_or(harness::span(self.wanted, self.context.file), |v| harness::span(v, self.context.file));
                self.findings
                    .push(Finding::error("H012", span, what).help(format!("with = {{ {parameter} = [0, 1], … }}")));
                None
            }
        }
    }
}

fn variable(index: usize) -> String {
    format!("m{}", index + 1)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(n) => n.to_string(),
        Value::Text(text) => text.clone(),
        Value::List(list) => list.iter().map(scalar).collect::<Vec<_>>().join(","),
    }
}

fn scalar(value: &Scalar) -> String {
    match value {
        Scalar::Number(n) => n.to_string(),
        Scalar::Text(text) => text.clone(),
    }
}

/// Puts words in the place of `$name`. A line that is empty then goes.
fn fill(text: &str, words: &BTreeMap<&str, String>) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut filled = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('$') {
            filled.push_str(&rest[..at]);
            let name: &str = &rest[at + 1..];
            let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
            filled.push_str(words.get(&name[..end]).map_or("", String::as_str));
            rest = &name[end..];
        }
        filled.push_str(rest);
        if filled.trim().is_empty() && !line.trim().is_empty() {
            continue;
        }
        out.push_str(filled.trim_end());
        out.push('\n');
    }
    out
}
