//! `cargo xtask generators`: checks the OpenAPI document with tools that read it. `@redocly/cli`
//! lints it, `openapi-generator-cli` validates it, `openapi-typescript` and `openapi-python-client` generate clients from it,
//! and the Python client makes six calls against a real server. `@asyncapi/parser` checks the AsyncAPI document, and the Python
//! library `websockets` subscribes to every channel. The Python SDK `mcp` calls tools over HTTP and over
//! standard input and output. Tools that cannot be installed are reported
//! as skipped.

use std::fs;

use crate::abuse::{self, Server};
use crate::run::{program, root, succeed};
use crate::{npm, python};

/// Builds the server, then runs every check; with `built`, uses the binary that the tests were run
/// with.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    match words {
        [] => abuse::build()?,
        [word] if word == "built" => {}
        _ => return Err("usage: cargo xtask generators [built]".to_owned()),
    }
    ci()
}

/// Runs every check on the binary that is already built.
pub(crate) fn ci() -> Result<(), String> {
    typescript()?;
    python_client()?;
    openapi_generator()?;
    asyncapi()?;
    sockets()?;
    mcp()
}

/// Checks the AsyncAPI document of a server with the parser of its authors.
fn asyncapi() -> Result<(), String> {
    if !npm::is_available("@asyncapi/parser") {
        return Ok(());
    }
    let folder = format!("{FOLDER}/asyncapi");
    if let Err(reason) = npm::install(&folder, ASYNCAPI_PACKAGES) {
        println!("@asyncapi/parser skipped: it cannot be installed: {reason}");
        return Ok(());
    }
    fs::write(root().join(&folder).join("check.mjs"), ASYNCAPI_CHECK)
        .map_err(|error| error.to_string())?;
    let server = Server::start(&[])?;
    let document = format!("{}/asyncapi.json", server.url());
    succeed(program("node", &folder, &["check.mjs", &document]))
}

/// Subscribes a Python client to every socket and channel, and expects the messages of `docs/events.md`.
fn sockets() -> Result<(), String> {
    let folder = format!("{FOLDER}/websockets");
    let Some(python) = python::environment("websockets", &folder, &[WEBSOCKETS])? else {
        return Ok(());
    };
    fs::write(root().join(&folder).join("every_event.py"), EVERY_EVENT)
        .map_err(|error| error.to_string())?;
    let server = Server::start(&[])?;
    let mut listen = program(&python.to_string_lossy(), &folder, &["every_event.py"]);
    listen
        .env("LOCKSTEP_URL", server.url())
        .env("LOCKSTEP_TOKEN", server.token());
    succeed(listen)
}

/// Lets the SDK of the Model Context Protocol list the tools and call them, over HTTP and with `lockstep mcp`.
fn mcp() -> Result<(), String> {
    let folder = format!("{FOLDER}/mcp");
    let Some(python) = python::environment("mcp", &folder, &[MCP])? else {
        return Ok(());
    };
    fs::write(root().join(&folder).join("mcp_client.py"), MCP_CLIENT)
        .map_err(|error| error.to_string())?;
    let server = Server::start(&[])?;
    let mut client = program(&python.to_string_lossy(), &folder, &["mcp_client.py"]);
    client
        .env("LOCKSTEP_URL", server.url())
        .env("LOCKSTEP_TOKEN", server.token())
        .env("LOCKSTEP_BINARY", abuse::binary()?);
    succeed(client)
}

fn typescript() -> Result<(), String> {
    if !npm::is_available("redocly and openapi-typescript") {
        return Ok(());
    }
    let folder = format!("{FOLDER}/npm");
    if let Err(reason) = npm::install(&folder, NPM_PACKAGES) {
        println!("redocly and openapi-typescript skipped: they cannot be installed: {reason}");
        return Ok(());
    }
    fs::write(root().join(&folder).join("redocly.yaml"), REDOCLY)
        .map_err(|error| error.to_string())?;
    let document = root().join(DOCUMENT);
    let document = document.to_string_lossy();
    let bin = |name: &str| format!("node_modules/.bin/{name}");
    let mut lint = program(
        &bin("redocly"),
        &folder,
        &["lint", "--format", "stylish", &document],
    );
    lint.env("REDOCLY_TELEMETRY", "off");
    succeed(lint)?;
    succeed(program(
        &bin("openapi-typescript"),
        &folder,
        &[&document, "--output", "lockstep.ts"],
    ))?;
    succeed(program(
        &bin("tsc"),
        &folder,
        &["--noEmit", "--strict", "lockstep.ts"],
    ))
}

fn python_client() -> Result<(), String> {
    let folder = format!("{FOLDER}/python");
    let Some(python) = python::environment("openapi-python-client", &folder, &[PYTHON_CLIENT])?
    else {
        return Ok(());
    };
    let generator = python.with_file_name("openapi-python-client");
    let document = root().join(DOCUMENT);
    let config = root().join(PYTHON_CLIENT_CONFIG);
    let words = [
        "generate",
        "--path",
        &document.to_string_lossy(),
        "--output-path",
        "client",
        "--overwrite",
        "--meta",
        "none",
        "--fail-on-warning",
        "--config",
        &config.to_string_lossy(),
    ];
    let mut generate = program(&generator.to_string_lossy(), &folder, &words);
    // The generator formats its output with the `ruff` of its own environment.
    #[expect(clippy::disallowed_methods, reason = "a build tool finds tools")]
    let path = std::env::var("PATH").unwrap_or_default();
    let environment = python.parent().unwrap_or(&python).display().to_string();
    generate.env("PATH", format!("{environment}:{path}"));
    succeed(generate)?;
    fs::write(root().join(&folder).join("six_calls.py"), SIX_CALLS)
        .map_err(|error| error.to_string())?;
    let server = Server::start(&[])?;
    let mut calls = program(&python.to_string_lossy(), &folder, &["six_calls.py"]);
    calls
        .env("LOCKSTEP_URL", server.url())
        .env("LOCKSTEP_TOKEN", server.token());
    succeed(calls)
}

/// Validates the document as OpenAPI Generator reads it. The package contains the generator, which runs on Java.
fn openapi_generator() -> Result<(), String> {
    const STEP: &str = "openapi-generator-cli";
    let folder = format!("{FOLDER}/openapi-generator");
    let java = program("java", ".", &["-version"]).output();
    if !java.is_ok_and(|found| found.status.success()) {
        println!("{STEP} skipped: no java");
        return Ok(());
    }
    let Some(python) = python::environment(STEP, &folder, &[OPENAPI_GENERATOR])? else {
        return Ok(());
    };
    let generator = python.with_file_name("openapi-generator-cli");
    let document = root().join(DOCUMENT);
    let words = ["validate", "--input-spec", &document.to_string_lossy()];
    succeed(program(&generator.to_string_lossy(), &folder, &words))
}

const FOLDER: &str = "target/generators";
const DOCUMENT: &str = "docs/api/openapi.json";
const NPM_PACKAGES: &[&str] = &[
    "@redocly/cli@2.77.0",
    "openapi-typescript@7.13.0",
    "typescript@5.9.3",
];
const PYTHON_CLIENT: &str = "openapi-python-client==0.29.1";
const OPENAPI_GENERATOR: &str = "openapi-generator-cli==7.26.0";
const ASYNCAPI_PACKAGES: &[&str] = &["@asyncapi/parser@3.4.0"];
const ASYNCAPI_CHECK: &str = include_str!("generators/asyncapi.mjs");
const WEBSOCKETS: &str = "websockets==15.0.1";
const MCP: &str = "mcp==2.3.0";
const MCP_CLIENT: &str = include_str!("generators/mcp_client.py");
const EVERY_EVENT: &str = include_str!("generators/every_event.py");
const REDOCLY: &str = include_str!("generators/redocly.yaml");
const PYTHON_CLIENT_CONFIG: &str = "xtask/src/generators/python_client.yaml";
const SIX_CALLS: &str = include_str!("generators/six_calls.py");
