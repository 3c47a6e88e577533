//! What tests need: writers of small recordings. A dev-dependency, never a dependency.

#![forbid(unsafe_code)]
