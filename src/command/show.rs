//! `ax show`: looks inside a stage.

use super::{library, load, source, verify};
use crate::args::{AutomataFormat, Format, Granularity, ModelForm, Show, ShowC, ShowMappings, Verify};
use crate::report::{automata, extraction, style};
use abstraction_tables::shipped;
use checker::compile::ClaimAutomaton;
use extractor::abstraction::Form;
use extractor::program::FunctionId;
use extractor::{extract, flow};
use promela::claim::ClaimChoice;
use std::path::PathBuf;

pub fn run(args: &Show) -> u8 {
    match args {
        Show::Automata(a) => {
            let Some(mut loaded) = load::parse(&a.input) else { return super::BAD_INPUT };
            if a.format == AutomataFormat::Spin {
                loaded.automaton = ClaimAutomaton::Spin;
            }
            let Some(model) = loaded.compile(ClaimChoice::First) else { return super::BAD_INPUT };
            style::out(&automata::text(&model, &loaded.sources, a.format));
        }
        Show::Model(a) => {
            let loaded = match verify::is_checked(&a.input.model) {
                true => verify::closed_model(&Verify::of(&a.input)).ok(),
                false => load::parse(&a.input),
            };
            let Some(mut loaded) = loaded else { return super::BAD_INPUT };
            match a.form {
                ModelForm::Typed => {
                    let Some(model) = loaded.compile(ClaimChoice::First) else { return super::BAD_INPUT };
                    style::out(&model.text());
                }
                ModelForm::Promela => {
                    crate::report::findings::print(&loaded.findings, &loaded.sources);
                    if loaded.findings.has_errors() {
                        return super::BAD_INPUT;
                    }
                    style::out(&promela::print(&loaded.program));
                }
            }
        }
        Show::Ast(c) => {
            let Some((read, _)) = functions(c) else { return super::BAD_INPUT };
            style::out(&extractor::program::dump::dump(&read.prepared.program));
        }
        Show::Cfg(c) => {
            let Some((read, wanted)) = functions(&c.c) else { return super::BAD_INPUT };
            let program = &read.prepared.program;
            for f in wanted {
                let graph = flow::graph::build(&read.prepared.flows[f.0 as usize]);
                if !c.dot && c.c.function.is_none() {
                    style::out(&format!("{}:\n", program.function(f).name));
                }
                style::out(&if c.dot { flow::print::dot(&graph, program) } else { flow::print::text(&graph, program) });
            }
        }
        Show::Mappings(m) => return mappings(m),
        Show::Table { name } => return table(name.as_deref()),
        Show::Library { wanted } => return library::run(wanted.as_deref()),
    }
    super::HOLDS
}

/// The source, and the function asked for or all that it defines.
fn functions(c: &ShowC) -> Option<(source::Read, Vec<FunctionId>)> {
    let mut read = source::read(std::slice::from_ref(&c.file), &c.cpp, Granularity::Access)?;
    read.tell();
    let wanted = match &c.function {
        Some(name) => vec![read.function(name)?],
        None => read.defined(),
    };
    Some((read, wanted))
}

fn mappings(m: &ShowMappings) -> u8 {
    let Some((mut read, wanted)) = functions(&m.c) else { return super::BAD_INPUT };
    let mut json = Vec::new();
    for f in wanted {
        let name = read.prepared.program.function(f).name.clone();
        let path = m.table.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.lut")));
        let text = match abstraction_tables::write::read(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound && m.table.is_none() => String::new(),
            Err(e) => {
                eprintln!("ax: cannot read {}: {e}", path.display());
                return super::BAD_INPUT;
            }
        };
        let Some(tables) = read.tables(&path, &text, &m.abstraction) else { return super::BAD_INPUT };
        read.tell();
        let options = source::options(Form::Active, &m.abstraction);
        let rows = extract::extract(&read.prepared, &tables, &read.sources, f, options).rows;
        let places: Vec<String> = rows.iter().map(|r| read.sources.place(r.span).to_string()).collect();
        match m.format {
            Format::Text => {
                style::out(&extraction::mappings(&rows, &places));
            }
            Format::Json => json.extend(
                rows.iter().zip(&places).filter_map(|(r, p)| serde_json::to_value(extraction::row_json(r, p)).ok()),
            ),
        }
    }
    if m.format == Format::Json {
        style::out(&(serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"));
    }
    super::HOLDS
}

/// A table that comes with ax.
fn table(name: Option<&str>) -> u8 {
    let Some(name) = name else {
        style::out(&shipped::TABLES.iter().fold(String::new(), |list, (name, _)| list + name + "\n"));
        return super::HOLDS;
    };
    match shipped::table(name.trim_end_matches(".lut")) {
        Some(text) => {
            style::out(text);
            super::HOLDS
        }
        None => {
            let names = source::nearest(name, shipped::TABLES.iter().map(|(name, _)| *name));
            let meant =
                if names.is_empty() { String::new() } else { format!(": did you mean {}?", names.join(" or ")) };
            eprintln!("ax: no table `{name}` comes with ax{meant}");
            super::BAD_INPUT
        }
    }
}
