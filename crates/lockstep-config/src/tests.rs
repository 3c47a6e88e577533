use super::*;

fn load(file: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lockstep.toml");
    std::fs::write(&path, file).unwrap();
    let variables = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Config::from_parts(Some(&path), variables).map_err(|error| error.to_string())
}

#[test]
fn a_syntax_error_names_its_line_and_shows_no_part_of_the_file() {
    for file in [
        "[store]\nurl = \"postgres://me:canary@h/d\n",
        "listen = '127.0.0.1:1'\nurl = postgres://me:canary@h/d\n",
        "[store]\nurl = 'postgres://me:canary@h/d' canary\n",
    ] {
        let error = load(file, &[]).unwrap_err();
        assert!(error.contains("lockstep.toml: line 2: "), "{error}");
        assert!(!error.contains("canary"), "{error}");
    }
}

#[test]
fn a_text_of_the_wrong_type_is_named_by_its_key_and_not_shown() {
    for (file, key) in [
        ("store = 'postgres://me:canary@h/d'\n", "`store`"),
        (
            "[backup]\nkeep_count = 'canary\", expected canary'\n",
            "`backup.keep_count`",
        ),
    ] {
        let error = load(file, &[]).unwrap_err();
        assert!(error.contains("invalid type: string, expected "), "{error}");
        assert!(error.ends_with(&format!("in {key}")), "{error}");
        assert!(!error.contains("canary"), "{error}");
    }
    let error = load("", &[("LOCKSTEP_BACKUP_KEEP_COUNT", "canary")]).unwrap_err();
    assert!(!error.contains("canary"), "{error}");
}

#[test]
fn a_file_without_end_is_not_read_to_its_end() {
    let loaded = Config::from_parts(Some(Path::new("/dev/zero")), std::iter::empty());
    let error = loaded.map(drop).unwrap_err().to_string();
    assert!(error.contains("/dev/zero: is longer than 1 MiB"), "{error}");
}

#[test]
fn variables_override_the_file() {
    let config = load(
        "listen = '0.0.0.0:1'\n[auth]\nregistration = 'open'\n[network]\nheader_seconds = 3",
        &[
            ("LOCKSTEP_LISTEN", "127.0.0.1:2"),
            ("LOCKSTEP_NETWORK_SHUTDOWN_SECONDS", "5"),
        ],
    )
    .unwrap();
    assert_eq!(config.listen, SocketAddr::from(([127, 0, 0, 1], 2)));
    assert_eq!(config.auth.registration, Registration::Open);
    assert_eq!(
        (
            config.network.header_seconds,
            config.network.shutdown_seconds
        ),
        (3, 5)
    );
    assert_eq!(load("", &[]).unwrap(), Config::default());
    let switched = load("[webhooks]\nenabled = true\nretry_seconds = [5, 60]", &[]);
    let spelt = [
        ("LOCKSTEP_WEBHOOKS_ENABLED", "true"),
        ("LOCKSTEP_WEBHOOKS_RETRY_SECONDS", "5, 60"),
    ];
    assert_eq!(switched.unwrap(), load("", &spelt).unwrap());
    let listed = load("[network]\ntrusted_proxies = ['10.0.0.0/8', '::1']", &[]);
    let spelt = [("LOCKSTEP_NETWORK_TRUSTED_PROXIES", "10.0.0.0/8,::1/128")];
    assert_eq!(listed.unwrap(), load("", &spelt).unwrap());
}

#[test]
fn the_key_of_a_variable_and_not_its_text_tells_its_type() {
    let config = load(
        "",
        &[
            ("LOCKSTEP_DATA", "123"),
            ("LOCKSTEP_MQTT_USER_NAME", "007"),
            ("LOCKSTEP_KEYS_SECRETS", "-1"),
            ("LOCKSTEP_BACKUP_KEEP_COUNT", "007"),
            ("LOCKSTEP_QUOTAS_PREMIUM_SERIES", "12"),
        ],
    )
    .unwrap();
    assert_eq!(config.data, Path::new("123"));
    assert_eq!(config.mqtt.user_name, "007");
    assert_eq!(config.keys.secrets.as_deref(), Some(Path::new("-1")));
    assert_eq!(config.backup.keep_count, 7);
    assert_eq!(config.quotas.premium.series, 12);
}

#[test]
fn settings_that_belong_together_may_come_from_variables_and_the_file() {
    let (certificate, key) = (
        ("LOCKSTEP_TLS_CERTIFICATE", "a.pem"),
        ("LOCKSTEP_TLS_KEY", "b.pem"),
    );
    let both = load("", &[certificate, key]).unwrap();
    assert_eq!(load("", &[key, certificate]).unwrap(), both);
    let file = "[tls]\ncertificate = 'a.pem'";
    assert_eq!(load(file, &[key]).unwrap(), both);
    // Alone, each is refused, and named where it is set.
    let error = load("", &[key]).unwrap_err();
    assert!(error.starts_with("LOCKSTEP_TLS_KEY: "), "{error}");
    let error = load(file, &[("LOCKSTEP_LISTEN", "127.0.0.1:2")]).unwrap_err();
    assert!(error.contains("lockstep.toml: "), "{error}");
}

#[test]
fn an_empty_path_is_refused() {
    for key in [
        "backup.directory",
        "data",
        "keys.command",
        "keys.file",
        "keys.secrets",
        "mqtt.ca_file",
        "mqtt.password_file",
        "tls.certificate",
        "tls.key",
        "webhooks.ca_file",
    ] {
        let error = load("", &[(&*variable(key), "")]).unwrap_err();
        assert!(error.contains(&format!("{key} is empty")), "{error}");
    }
}

#[test]
fn nodes_are_set_as_a_whole_and_need_a_database() {
    let url = ("LOCKSTEP_STORE_URL", "postgres://me@h/d");
    let listen = ("LOCKSTEP_NODES_LISTEN", "0.0.0.0:8444");
    let address = ("LOCKSTEP_NODES_ADDRESS", "node1:8444");
    let config = load("", &[listen, address, url]).unwrap();
    let (at, known_as) = config.nodes.addresses().unwrap();
    assert_eq!((at.port(), known_as.as_str()), (8444, "node1:8444"));
    // The rest may be in the file.
    let file = "[nodes]\nlisten = '0.0.0.0:8444'\naddress = 'node1:8444'";
    assert_eq!(load(file, &[url]).unwrap(), config);
    for (variables, named) in [
        (&[listen, url][..], "nodes.address: is required"),
        (&[address, url], "nodes.listen: is required"),
        (&[listen, address], "set store.url to a postgres:// address"),
        (
            &[("LOCKSTEP_NODES_HUNG_SECONDS", "4"), listen, address, url],
            "nodes.hung_seconds: must be 5 to 3600",
        ),
        (
            &[("LOCKSTEP_NODES_ADDRESS", "node1"), listen, url],
            "must be HOST:PORT",
        ),
    ] {
        let error = load("", variables).unwrap_err();
        assert!(error.contains(named), "{error}");
    }
}

#[test]
fn a_replica_needs_the_server_that_it_follows() {
    let url = ("LOCKSTEP_STORE_URL", "postgres://me@h/d");
    let replica = ("LOCKSTEP_STORE_READ_URL", "postgres://me:canary@r/d");
    let config = load("", &[replica, url]).unwrap();
    assert!(!format!("{config:?}").contains("canary"));
    assert!(!toml::to_string(&config).unwrap().contains("canary"));
    let other = "postgres://me:canary@r/d?options=-csearch_path%3Dother";
    for (variables, named) in [
        (&[replica][..], "a replica needs store.url"),
        (
            &[("LOCKSTEP_STORE_READ_URL", other), url],
            "names the schema other",
        ),
    ] {
        let error = load("", variables).unwrap_err();
        assert!(
            error.contains("store.read_url: ") && error.contains(named),
            "{error}"
        );
        assert!(!error.contains("canary"), "{error}");
    }
}

#[test]
fn invalid_settings_are_named() {
    for (file, variables, named) in [
        ("listne = 'x'", &[][..], "listne"),
        ("[auth]\nregistrations = 'open'", &[], "registrations"),
        ("[auth]\nregistration = 'maybe'", &[], "maybe"),
        ("listen = 'nowhere'", &[], "lockstep.toml"),
        (
            "[network]\nconnections_per_address = 0",
            &[],
            "connections_per_address",
        ),
        ("[network]\nheartbeat_seconds = 0", &[], "heartbeat_seconds"),
        (
            "[[deprecated]]\nsince = '2026-01-01'\nsunset = '2027-01-01'\nlink = 'https://a'",
            &[],
            "either route or version",
        ),
        (
            "[[deprecated]]\nversion = 'v1'\nsince = '2026-01-01'\nsunset = '2026-12-31'\nlink = 'https://a'",
            &[],
            "12 months",
        ),
        (
            "[[deprecated]]\nroute = 'GET /a'\nsince = 'soon'\nsunset = '2026-12-31'\nlink = 'https://a'",
            &[],
            "since",
        ),
        ("", &[("LOCKSTEP_LISTNE", "x")], "LOCKSTEP_LISTNE"),
        (
            "",
            &[("LOCKSTEP_LISTNE", "x")],
            "did you mean LOCKSTEP_LISTEN",
        ),
        ("", &[("LOCKSTEP_ZZZ", "x")], "no such variable. Rename"),
        ("", &[("LOCKSTEP_LISTEN", "nowhere")], "LOCKSTEP_LISTEN"),
        (
            "",
            &[("LOCKSTEP_LOG_FORMAT", "yaml")],
            "LOCKSTEP_LOG_FORMAT",
        ),
        (
            "[network]\nheader_seconds = 0",
            &[],
            "network.header_seconds",
        ),
        ("[network]\njson_depth = 500", &[], "network.json_depth"),
        (
            "[network]\nbody_budget_bytes = 1048576",
            &[],
            "network.account_body_budget_bytes",
        ),
        (
            "[network]\nopen_body_budget_bytes = 1",
            &[],
            "network.open_body_budget_bytes",
        ),
        (
            "[network]\ntrusted_proxies = ['10.0.0.0/40']",
            &[],
            "10.0.0.0/40",
        ),
        (
            "",
            &[("LOCKSTEP_NETWORK_TRUSTED_PROXIES", "::1, here")],
            "here",
        ),
        ("[webhooks]\nenabled = 'perhaps'", &[], "true or false"),
        (
            "[webhooks]\nallow_private = ['10.0.0.0/40']",
            &[],
            "10.0.0.0/40",
        ),
        ("[webhooks]\nretry_seconds = [0]", &[], "86400"),
        ("", &[("LOCKSTEP_WEBHOOKS_RETRY_SECONDS", "5,x")], "86400"),
        ("[tls]\ncertificate = 'a.pem'", &[], "tls.key"),
        ("[tls]\nkey = 'a.pem'", &[], "tls.certificate"),
        ("[auth]\nsession_max_days = 0", &[], "auth.session_max_days"),
        (
            "",
            &[("LOCKSTEP_AUTH_SESSION_MAX_DAYS", "3651")],
            "auth.session_max_days",
        ),
        ("[backup]\nkeep_count = 0", &[], "backup.keep_count"),
        ("[backup]\nkeep_days = 0", &[], "backup.keep_days"),
    ] {
        let error = load(file, variables).unwrap_err();
        assert!(error.contains(named), "{file} {variables:?}: {error}");
    }
}

#[test]
fn listening_on_all_addresses_without_tls_warns() {
    for (file, warned) in [
        ("", false),
        ("listen = '[::1]:1'", false),
        ("listen = '0.0.0.0:1'", true),
        ("listen = '[::]:1'", true),
        ("listen = '192.0.2.1:1'", true),
        (
            "listen = '0.0.0.0:1'\n[network]\ntrusted_proxies = ['10.0.0.1']",
            false,
        ),
        (
            "listen = '0.0.0.0:1'\n[tls]\ncertificate = 'a'\nkey = 'b'",
            false,
        ),
    ] {
        let warning = load(file, &[]).unwrap().warning();
        assert_eq!(warning.is_some(), warned, "{file}");
    }
}

#[test]
fn the_list_of_keys_is_complete() {
    let table = toml::Table::try_from(Config::default()).unwrap();
    // A key without a default value is absent from the default table.
    let mut keys: Vec<String> = [
        "backup.directory",
        "keys.command",
        "keys.file",
        "keys.secrets",
        "metrics_listen",
        "mqtt.ca_file",
        "mqtt.listen",
        "mqtt.password_file",
        "mqtt.tls_listen",
        "nodes.address",
        "nodes.listen",
        "public_url",
        "store.read_url",
        "store.url",
        "tls.certificate",
        "tls.key",
        "webhooks.ca_file",
    ]
    .map(str::to_owned)
    .to_vec();
    for (name, value) in table {
        let toml::Value::Table(group) = value else {
            keys.push(name);
            continue;
        };
        for (field, value) in group {
            match value {
                toml::Value::Table(group) => {
                    keys.extend(group.keys().map(|last| format!("{name}.{field}.{last}")));
                }
                _ => keys.push(format!("{name}.{field}")),
            }
        }
    }
    keys.sort();
    let mut known = KEYS.to_vec();
    known.sort_unstable();
    assert_eq!(keys, known);
    let documented = include_str!("../../../docs/operating.md");
    for key in known {
        assert!(documented.contains(&format!("\n| `{key}` |")), "{key}");
    }
}
