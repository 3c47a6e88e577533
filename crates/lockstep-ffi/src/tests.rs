//! Tests of the operations, through frames as a caller writes them.
