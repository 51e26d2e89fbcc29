//! The tables of the notes (Table 3, sections 6.2 to 6.4, Figures 18 and 19), exactly as printed there.

use abstraction_tables::entry::{Class, Mapping, Statement};
use abstraction_tables::{Shipped, Tables};
use promela::NoFiles;
use promela::finding::Findings;
use promela::source::Sources;

const TABLE_3: &str = "\
Substitute FALSE false
Substitute BOOL bit

D: int pData=GetDataPointer(); hide
D: BOOL m_bConnected keep
A: *((int *)pData)=(int)nStatus print
A: m_bConnected=FALSE keep
";

const SECTION_6: &str = "\
C: (device_busy(x->line)) true
C: !(device_busy(x->line)) false
F: m_pMon->SendEvent(dest_Id,etype) destq!etype
F: memcpy(... hide
F: strcpy(... hide
";

const FIGURE_18: &str = "\
D: Buffer Bufinp,Bufout; keep /* literal */
D: short s,E=0,cnt=0; keep
A: Bufout.size=1 keep
A: Bufout.cont=\"A\" keep
C: (s==E) keep
C: !(s==E) keep
A: E=(1-E) keep
E: cnt++ keep

F: send(&(Bufout),s) sq!Bufout,s /* syntax conversion */
C: recv(&(Bufinp),&(s)) rq?Bufinp,s /* syntax conversion */
C: !recv(&(Bufinp),&(s)) timeout /* restriction */

C: (!put_data(&(Bufinp))) false /* restriction */
C: (put_data(&(Bufinp))) print /* slicing */
R: return cnt hide /* slicing */
";

const FIGURE_19: &str = "\
D: Buffer Bufinp,Bufout; keep /* literal */
D: short s,S=0,cnt=0; keep
C: (s==S) keep
C: !(s==S) keep
A: S=(1-S) keep
E: cnt++ keep

F: send(&(Bufout),S) rq!Bufout,S /* syntax conversion */
F: recv(&(Bufinp),&(s)) sq?Bufinp,s /* syntax conversion */
F: !recv(&(Bufinp),&(s)) timeout /* restriction */

C: (!get_data(&(Bufout))) false /* restriction */
C: (get_data(&(Bufout))) print /* slicing */
R: return cnt hide /* slicing */
";

fn tables(text: &str) -> Tables {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let tables = Tables::load("t.lut", text, Shipped::OnlyIncluded, &NoFiles, &mut sources, &mut findings);
    assert_eq!(findings.list, []);
    tables
}

fn asked(tables: &Tables, statements: &[(Class, &str)]) -> String {
    let mut out = String::new();
    for (class, text) in statements {
        let statement = Statement {
            class: *class,
            text: text.to_string(),
            objects: Vec::new(),
            spelling: None,
            place: "abp.c:1".to_string(),
        };
        let answer = match tables.lookup(&statement) {
            Some(decision) => {
                let kind = decision.kind.map_or("-", |kind| kind.name());
                format!("{} [{}, line {}]", decision.mapping.text(), kind, decision.origin.line)
            }
            None => "nothing".to_string(),
        };
        out += &format!("{class}: {text}  =>  {answer}\n");
    }
    out
}

use Class::{Assignment as A, Call as F, Condition as C, Declaration as D, Expression as E, Return as R};

#[test]
fn figure_18() {
    let statements = [
        (D, "Buffer Bufinp,Bufout"),
        (D, "short s,E=0,cnt=0"),
        (A, "Bufout.size=1"),
        (A, "Bufout.cont=\"A\""),
        (C, "(s==E)"),
        (C, "!(s==E)"),
        (A, "E=(1-E)"),
        (E, "cnt++"),
        (F, "send(&(Bufout),s)"),
        (C, "recv(&(Bufinp),&(s))"),
        (C, "!recv(&(Bufinp),&(s))"),
        (C, "!put_data(&(Bufinp))"),
        (C, "!(!put_data(&(Bufinp)))"),
        (R, "return cnt"),
        (A, "cnt=1"),
    ];
    insta::assert_snapshot!(asked(&tables(FIGURE_18), &statements));
}

#[test]
fn figure_19() {
    let statements = [
        (D, "Buffer Bufinp,Bufout"),
        (D, "short s,S=0,cnt=0"),
        (C, "(s==S)"),
        (C, "!(s==S)"),
        (A, "S=(1-S)"),
        (E, "cnt++"),
        (F, "send(&(Bufout),S)"),
        (C, "recv(&(Bufinp),&(s))"),
        (C, "!recv(&(Bufinp),&(s))"),
        (C, "get_data(&(Bufout))"),
        (C, "!get_data(&(Bufout))"),
        (R, "return cnt"),
        (A, "Bufout.size=1"),
    ];
    insta::assert_snapshot!(asked(&tables(FIGURE_19), &statements));
}

#[test]
fn table_3_and_its_like() {
    let table = tables(TABLE_3);
    let statements = [
        (D, "int pData=GetDataPointer()"),
        (D, "BOOL m_bConnected"),
        (A, "*((int *)pData)=(int)nStatus"),
        (A, "*((int *)pData)=((int)nStatus)"),
        (A, "m_bConnected=FALSE"),
    ];
    let more = [
        (C, "device_busy(x->line)"),
        (C, "!device_busy(x->line)"),
        (F, "m_pMon->SendEvent(dest_Id,etype)"),
        (F, "memcpy(a,b,(n+1))"),
        (F, "strcpy(a,b)"),
        (F, "strncpy(a,b,1)"),
    ];
    let text = asked(&table, &statements) + &asked(&tables(SECTION_6), &more);
    insta::assert_snapshot!(text);
    assert_eq!(table.substituted("BOOL m_bConnected=FALSE;BOOLEAN x"), "bit m_bConnected=false;BOOLEAN x");
    let cond = Statement {
        class: C,
        text: "device_busy(x->line)".into(),
        objects: vec![],
        spelling: None,
        place: String::new(),
    };
    let with_f = tables("F: (device_busy(x->line)) true\nF: !(device_busy(x->line)) false\n");
    assert_eq!(with_f.lookup(&cond).map(|d| d.mapping), Some(Mapping::True));
}
