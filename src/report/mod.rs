//! What is told: findings, results as text and as JSON.

pub mod findings;
pub mod json;
pub mod text;
