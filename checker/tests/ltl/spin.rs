//! Comparison with the claims that an installed Spin makes; nothing to compare where there is none.
//!
//! `AX_LTL_FORMULAS` sets how many random formulas are compared.

use std::process::Command;
use std::{env, fs};

use crate::random::Random;
use crate::text::{claim_text, formula, normalise, print_formula};

/// Spin's claims for some formulas, from one model with an `ltl` block for each.
fn spin_claims(formulas: &[String]) -> Option<Vec<String>> {
    let folder = env::temp_dir().join(format!("ax-ltl-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("temporary folder");
    let mut model = "bool p, q, r;\ninit { skip }\n".to_owned();
    for (i, formula) in formulas.iter().enumerate() {
        model += &format!("ltl f{i} {{ {formula} }}\n");
    }
    fs::write(folder.join("model.pml"), model).expect("model");
    let run = Command::new("spin").args(["-a", "model.pml"]).current_dir(&folder).output();
    let claims = fs::read_to_string(folder.join("_spin_nvr.tmp"));
    fs::remove_dir_all(&folder).expect("temporary folder");
    run.ok()?;
    let claims = claims.expect("claims");
    Some(claims.split_inclusive("\n}\n").map(normalise).collect())
}

#[test]
fn random_formulas_have_the_claims_of_spin() {
    let count = env::var("AX_LTL_FORMULAS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let seed = env::var("AX_LTL_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut random = Random::new(seed);
    let mut differences = 0;
    for batch in 0..(count as usize).div_ceil(20) {
        let formulas: Vec<String> =
            (0..20).map(|i| print_formula(&random.formula(1 + (batch + i) % 4, false))).collect();
        let Some(claims) = spin_claims(&formulas) else {
            eprintln!("spin is not installed: nothing compared");
            return;
        };
        assert_eq!(claims.len(), formulas.len(), "{formulas:#?}");
        for (text, claim) in formulas.iter().zip(claims) {
            let ours = claim_text(&print_formula(&formula(text)));
            if ours != claim {
                differences += 1;
                eprintln!("{text}\nours: {ours}\nspin: {claim}");
            }
        }
    }
    assert_eq!(differences, 0);
}
