use abstraction_tables::tables::{Shipped, Tables};
use checker::finding::Findings;
use checker::source::Sources;
fn main() {
    let mut args = std::env::args().skip(1);
    let (path, name, table) = (args.next().unwrap(), args.next().unwrap(), args.next());
    let mut sources = Sources::new();
    let mut findings = Findings::default();
    let unit = extractor::c::read(path.as_ref(), &Default::default(), &mut sources, &mut findings).expect("unit");
    let program = extractor::program::build(&[&unit], &mut findings);
    for f in &findings.list { eprintln!("{} {:?}", f.message, f.span.map(|s| sources.place(s).to_string())); }
    let f = program.functions.iter().position(|f| f.name == name && f.body.is_some()).expect("function");
    let text = table.map(|t| std::fs::read_to_string(t).unwrap()).unwrap_or_default();
    let tables = Tables::load("t.lut", &text, Shipped::All, &checker::promela::DiskLoader, &mut sources, &mut findings);
    let prepared = extractor::extract::prepare(program, true);
    let id = extractor::program::FunctionId(f as u32);
    let e = extractor::extract::extract(&prepared, &tables, &sources, id, Default::default());
    print!("{}", e.model.text);
    eprintln!("open: {:?}", e.model.open);
    for r in &e.rows { eprintln!("{}: {:40} {:8} {} {}", r.class, r.text, r.judgement.action.table_text(), r.judgement.kind.name(), r.judgement.reason.clone().unwrap_or_default()); }
}
