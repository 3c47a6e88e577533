//! The table of questions, and laws that hold for every text.

mod caution;
mod dates;
mod fixture;
mod laws;
mod table;
