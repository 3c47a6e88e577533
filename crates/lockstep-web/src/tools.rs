//! Tools: operations of the API that agents call with their caller's rights.
//!
//! A tool names an operation of the OpenAPI document. Its description and the JSON Schemas of its
//! input and output come from that document, and a call passes the same route as a request over
//! HTTP: permission, limits of bodies and values, handler, operation. Nothing is written twice, and
//! a tool can do nothing that its caller cannot do.
//!
//! The input of a tool is one object: the parameters of the path and the query, and the fields of
//! the body. Header parameters are absent; an agent's call is never repeated as one request.

mod toolbox;

pub use crate::tool::{Tool, ToolClass};
pub use toolbox::{ToolEntry, Toolbox, UnusableTool};
