//! `ax cache`: results of earlier runs of `ax verify`.

use super::HOLDS;
use super::verify::cache::{self, Cache, Size};
use crate::args::{self, CacheAction};
use crate::report::style;

pub fn run(args: &args::Cache) -> u8 {
    let Some(folder) = Cache::folder() else {
        style::out("no results are kept: AX_CACHE is `off`, or there is no folder for caches\n");
        return HOLDS;
    };
    match args.action {
        None => {
            let (most, held) = (cache::MOST, cache::size(&folder));
            style::out(&(format!("{}", folder.display()) + "\n"));
            style::out(&(format!("{}, of at most {} and {}", shown(held), most.entries, bytes(most.bytes)) + "\n"));
        }
        Some(CacheAction::Prune { all }) => {
            let most = if all { Size::default() } else { cache::MOST };
            let gone = cache::prune(&folder, most);
            style::out(&(format!("removed {}, {} left", shown(gone), shown(cache::size(&folder))) + "\n"));
        }
    }
    HOLDS
}

fn shown(size: Size) -> String {
    format!("{} results, {}", size.entries, bytes(size.bytes))
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
