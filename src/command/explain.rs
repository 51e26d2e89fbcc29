//! `ax explain`: tells an answer again that `ax verify --format json` gave.

use crate::args::Explain;
use crate::report::answer;
use std::io::Read;

pub fn run(args: &Explain) -> u8 {
    let path = args.file.display();
    let bytes = match args.file.as_os_str() == "-" {
        true => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        false => std::fs::read(&args.file),
    };
    let text = match bytes {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(e) => {
            eprintln!("ax: cannot read {path}: {e}");
            return super::BAD_INPUT;
        }
    };
    let answers = match answer::read(&text) {
        Ok(answers) => answers,
        Err(why) => {
            eprintln!("ax: {path}: {why}");
            return super::BAD_INPUT;
        }
    };
    if answers.iter().all(|a| a.errors().next().is_none()) {
        eprintln!("ax: {path}: there is no failure in it to explain");
    }
    super::tell::tell(&answers, &args.told)
}
