//! The chart in `packaging/helm`. No test runs Helm: the templates use few of its constructs, which [`rendered`] fills in.

mod block_yaml;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::child::lockstep;

const TEMPLATES: [&str; 2] = ["templates/node.yaml", "templates/service.yaml"];

/// The values that leave something out if they are empty, with an example.
const OPTIONAL: [(&str, &str); 5] = [
    ("/tls/secret", "certificate"),
    ("/publicUrl", "https://fit.example"),
    ("/trustedProxies", "10.0.0.0/8,192.168.0.0/16"),
    ("/settings", "settings"),
    ("/data/storageClass", "fast"),
];

fn chart(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/helm");
    root.join(name)
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(chart(name)).unwrap()
}

/// The usual values with an image, in each combination of the optional ones.
fn combinations() -> Vec<Value> {
    let mut usual = block_yaml::parse(&text_of("values.yaml"));
    usual["image"] = "lockstep:0.1.0".into();
    let combination = |chosen: u32| {
        let mut values = usual.clone();
        for (place, (pointer, example)) in OPTIONAL.iter().enumerate() {
            let value = values.pointer_mut(pointer).unwrap();
            assert_eq!(*value, "", "{pointer}");
            if chosen & (1 << place) != 0 {
                *value = (*example).into();
            }
        }
        values
    };
    (0..1 << OPTIONAL.len()).map(combination).collect()
}

/// Renders a template: lines of `if` and `end`, and quoted values. Another construct of Helm panics.
fn rendered(template: &str, values: &Value) -> String {
    let about = block_yaml::parse(&text_of("Chart.yaml"));
    let objects = json!({
        "Values": values,
        // A name that would be a number without quotes.
        "Release": { "Name": "12", "Service": "Helm" },
        "Chart": { "AppVersion": about["appVersion"] },
    });
    let mut shown = vec![true];
    let mut text = String::new();
    for line in template.lines() {
        let Some(action) = line.trim_start().strip_prefix("{{- ") else {
            if shown.iter().all(|it| *it) {
                text.push_str(&filled(line, &objects));
                text.push('\n');
            }
            continue;
        };
        match action.strip_suffix(" }}").unwrap() {
            "end" => {
                shown.pop();
            }
            condition => {
                let path = condition.strip_prefix("if ").unwrap();
                shown.push(!found(path, &objects).is_empty());
            }
        }
    }
    assert_eq!(shown, [true], "an `if` without an `end`, or the opposite");
    text
}

/// Fills in the values of a line.
fn filled(line: &str, objects: &Value) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("{{ ") {
        let (expression, after) = after.split_once(" }}").unwrap();
        let path = expression.strip_suffix(" | quote").unwrap();
        text.push_str(before);
        text.push_str(&json!(found(path, objects)).to_string());
        rest = after;
    }
    assert!(!rest.contains("{{"), "{line}");
    text + rest
}

/// Returns the text that a path such as `.Values.data.size` names.
fn found<'a>(path: &str, objects: &'a Value) -> &'a str {
    let pointer = path.replace('.', "/");
    let value = objects.pointer(&pointer).and_then(Value::as_str);
    value.unwrap_or_else(|| panic!("{path} is not a text of the values"))
}

/// The node and the service with these values.
fn objects(values: &Value) -> [Value; 2] {
    TEMPLATES.map(|name| block_yaml::parse(&rendered(&text_of(name), values)))
}

fn variables(container: &Value) -> Vec<(&str, Option<&str>)> {
    let variables = container["env"].as_array().unwrap().iter();
    variables
        .map(|it| (it["name"].as_str().unwrap(), it["value"].as_str()))
        .collect()
}

#[test]
fn the_chart_runs_one_confined_node() {
    let document: Value =
        serde_json::from_str(include_str!("../../../../docs/api/openapi.json")).unwrap();
    for values in combinations() {
        let [node, service] = objects(&values);
        assert_eq!(node["kind"], "StatefulSet");
        assert_eq!(node["spec"]["replicas"], 1);
        let pod = &node["spec"]["template"]["spec"];
        // Variables of services would be unknown settings.
        assert_eq!(pod["enableServiceLinks"], false);
        assert_eq!(pod["automountServiceAccountToken"], false);
        let confined = &pod["securityContext"];
        assert_eq!(confined["runAsNonRoot"], true);
        assert_eq!(confined["seccompProfile"]["type"], "RuntimeDefault");
        assert_eq!(confined["fsGroupChangePolicy"], "OnRootMismatch");
        let dockerfile = include_str!("../../../../packaging/Dockerfile");
        assert!(dockerfile.contains(&format!("--uid {} ", confined["runAsUser"])));

        let [container] = pod["containers"].as_array().unwrap().as_slice() else {
            panic!("{pod}");
        };
        let security = json!({
            "allowPrivilegeEscalation": false,
            "readOnlyRootFilesystem": true,
            "capabilities": { "drop": ["ALL"] },
        });
        assert_eq!(container["securityContext"], security);
        let has_tls = values["tls"]["secret"] != "";
        for (probe, path) in [
            ("startupProbe", "/healthz"),
            ("livenessProbe", "/healthz"),
            ("readinessProbe", "/readyz"),
        ] {
            let request = &container[probe]["httpGet"];
            assert_eq!(request["path"], path);
            assert!(document["paths"][path].is_object(), "{path}");
            assert_eq!(request["port"], container["ports"][0]["name"]);
            assert_eq!(request["scheme"] == "HTTPS", has_tls, "{request}");
        }
        assert_eq!(
            container["ports"][0]["name"],
            service["spec"]["ports"][0]["targetPort"]
        );
        let labels = &node["spec"]["template"]["metadata"]["labels"];
        assert_eq!(*labels, node["spec"]["selector"]["matchLabels"]);
        assert_eq!(*labels, service["spec"]["selector"]);
        assert_eq!(node["spec"]["serviceName"], service["metadata"]["name"]);
    }
}

#[test]
fn every_mounted_volume_exists_and_paths_of_variables_are_in_one() {
    for values in combinations() {
        let [node, _] = objects(&values);
        let pod = &node["spec"]["template"]["spec"];
        let container = &pod["containers"][0];
        let names = |list: &Value, pointer: &str| -> BTreeSet<String> {
            let list = list.as_array().unwrap().iter();
            list.map(|it| it.pointer(pointer).unwrap().as_str().unwrap().to_owned())
                .collect()
        };
        let mut volumes = names(&pod["volumes"], "/name");
        volumes.append(&mut names(
            &node["spec"]["volumeClaimTemplates"],
            "/metadata/name",
        ));
        assert_eq!(names(&container["volumeMounts"], "/name"), volumes);
        let folders = names(&container["volumeMounts"], "/mountPath");
        for (name, value) in variables(container) {
            let Some(path) = value.filter(|value| value.starts_with('/')) else {
                continue;
            };
            let folder = Path::new(path).parent().unwrap().to_str().unwrap();
            assert!(folders.contains(folder), "{name}: {path}");
        }
    }
}

#[test]
fn the_variables_of_the_chart_are_settings() {
    let data = tempfile::tempdir().unwrap();
    let values = combinations().pop().unwrap();
    let [node, _] = objects(&values);
    let mut command = lockstep(data.path());
    command.args(["config", "check"]);
    for (name, value) in variables(&node["spec"]["template"]["spec"]["containers"][0]) {
        let value = match name {
            "LOCKSTEP_STORE_URL" => "postgres://lockstep:word@127.0.0.1/lockstep",
            "LOCKSTEP_ADMIN_PASSWORD" => "a password of the first",
            // The files are those of the pod.
            "LOCKSTEP_TLS_CERTIFICATE" | "LOCKSTEP_TLS_KEY" => continue,
            _ => value.unwrap(),
        };
        command.env(name, value);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "listen = \"0.0.0.0:8420\"",
        "https://fit.example",
        "192.168.0.0/16",
    ] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
}

#[test]
fn every_value_is_used_and_in_the_schema() {
    fn paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
        match value.as_object() {
            Some(members) => {
                for (name, value) in members {
                    paths(value, &format!("{path}.{name}"), found);
                }
            }
            None => {
                found.insert(path.to_owned());
            }
        }
    }
    fn described(schema: &Value, path: &str, found: &mut BTreeSet<String>) {
        let Some(properties) = schema["properties"].as_object() else {
            assert_eq!(schema["type"], "string", "{path}");
            found.insert(path.to_owned());
            return;
        };
        assert_eq!(schema["additionalProperties"], false, "{path}");
        for (name, schema) in properties {
            described(schema, &format!("{path}.{name}"), found);
        }
    }
    let mut values = BTreeSet::new();
    paths(
        &block_yaml::parse(&text_of("values.yaml")),
        ".Values",
        &mut values,
    );
    let schema: Value = serde_json::from_str(&text_of("values.schema.json")).unwrap();
    let mut in_schema = BTreeSet::new();
    described(&schema, ".Values", &mut in_schema);
    assert_eq!(values, in_schema);
    let templates = TEMPLATES.map(text_of).concat();
    for value in values {
        assert!(templates.contains(&format!(" {value} ")), "{value}");
    }
}

#[test]
fn the_chart_is_of_this_version_and_has_no_other_template() {
    let about = block_yaml::parse(&text_of("Chart.yaml"));
    assert_eq!(about["appVersion"], env!("CARGO_PKG_VERSION"));
    let found: BTreeSet<String> = std::fs::read_dir(chart("templates"))
        .unwrap()
        .map(|entry| format!("templates/{}", entry.unwrap().file_name().display()))
        .collect();
    assert_eq!(found, BTreeSet::from(TEMPLATES.map(str::to_owned)));
}

/// A second parser reads the same.
#[test]
fn a_parser_of_yaml_reads_the_same_objects() {
    const PARSER: &str = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.argv[1])))";
    let values = combinations();
    let files = ["Chart.yaml", "values.yaml"].map(text_of).into_iter();
    let templates = [values.first(), values.last()].into_iter().flatten();
    let templates =
        templates.flat_map(|values| TEMPLATES.map(|name| rendered(&text_of(name), values)));
    for text in files.chain(templates) {
        let parsed = std::process::Command::new("python3")
            .args(["-c", PARSER, &text])
            .output();
        let Ok(parsed) = parsed else {
            println!("skipped: no python3");
            return;
        };
        if String::from_utf8_lossy(&parsed.stderr).contains("No module named 'yaml'") {
            println!("skipped: python3 has no yaml (Debian: python3-yaml)");
            return;
        }
        let read: Value = serde_json::from_slice(&parsed.stdout).unwrap();
        assert_eq!(read, block_yaml::parse(&text));
    }
}
