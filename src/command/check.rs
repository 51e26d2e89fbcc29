//! `ax check`: searches a Promela model.

use super::load;
use crate::args::{Check, Format, SearchOrder};
use crate::{interrupt, report};
use checker::compile::ClaimChoice;
use checker::search::{Control, Limits, Order, Search, search};

pub fn run(args: &Check) -> u8 {
    let Some(mut loaded) = load::parse(&args.input) else { return super::BAD_INPUT };
    let claim = match &args.ltl {
        _ if args.no_claim => ClaimChoice::None,
        None => ClaimChoice::First,
        Some(name) => ClaimChoice::Named(name.clone()),
    };
    let Some(model) = loaded.compile(claim) else { return super::BAD_INPUT };
    interrupt::watch();
    let what = Search {
        order: match args.search {
            SearchOrder::Dfs => Order::Depth,
            SearchOrder::Bfs => Order::Breadth,
        },
        all_errors: args.all_errors,
        end_states: !args.no_end_states,
        assertions: !args.no_assertions,
        limits: Limits { depth: args.depth, memory: args.memory, time: args.time },
    };
    let mut progress = |_| {};
    let outcome = search(&model, &what, &mut Control { stop: &interrupt::STOP, progress: &mut progress });
    match args.format {
        Format::Text => report::text::print(&model, &outcome, &loaded.sources),
        Format::Json => report::json::print(&model, &outcome, &loaded.sources),
    }
    match report::json::verdict(&outcome) {
        "pass" => super::HOLDS,
        "fail" => super::VIOLATED,
        _ => super::INCOMPLETE,
    }
}
