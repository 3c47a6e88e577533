//! Debian's `mosquitto` as an external broker, with the access rules of the documentation.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use lockstep_config::{Broker, Config, Mqtt};
use serde_json::Value as Json;
use tempfile::TempDir;

use super::client::{Device, Options, Version};
use super::mosquitto::is_installed;
use crate::modes::until;
use crate::tls::Pair;

/// A running broker; dropping it sends `kill -9`.
pub(super) struct Mosquitto {
    folder: TempDir,
    pub(super) address: SocketAddr,
    process: Option<Child>,
    authority: Option<PathBuf>,
}

/// How the broker is configured.
#[derive(Clone, Copy, Default)]
pub(super) struct Setup<'a> {
    /// Whether clients need no credentials.
    pub(super) is_open: bool,
    pub(super) pair: Option<&'a Pair>,
}

impl Mosquitto {
    /// Starts a broker that knows the server; `None` with a message if the program is missing.
    pub(super) async fn start(setup: Setup<'_>) -> Option<Self> {
        if !is_installed("mosquitto", "mosquitto") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let at = |name: &str| folder.path().join(name).display().to_string();
        let mut text = format!(
            "user root\nlistener {} 127.0.0.1\nallow_anonymous {}\npassword_file {}\nacl_file {}\n\
             persistence true\npersistence_location {}/\nautosave_interval 1\nautosave_on_changes true\n\
             max_queued_messages 10000\nlog_dest file {}\nlog_type all\n",
            address.port(),
            setup.is_open,
            at("passwords"),
            at("acl"),
            folder.path().display(),
            at("log"),
        );
        if !setup.is_open {
            text.push_str("use_username_as_clientid true\n");
        }
        if let Some(pair) = setup.pair {
            let [certificate, key] = pair.paths().map(|path| path.display().to_string());
            text.push_str(&format!("certfile {certificate}\nkeyfile {key}\n"));
        }
        std::fs::write(folder.path().join("conf"), text).unwrap();
        std::fs::write(folder.path().join("acl"), access_rules()).unwrap();
        std::fs::write(folder.path().join("password"), format!("{PASSWORD}\n")).unwrap();
        crate::tls::mode(&folder.path().join("password"), 0o600);
        let mut broker = Self {
            folder,
            address,
            process: None,
            authority: setup.pair.map(Pair::certificate),
        };
        broker.set_password("lockstep", PASSWORD);
        broker.run().await;
        Some(broker)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts the program; it accepts connections when this returns.
    pub(super) async fn run(&mut self) {
        let process = Command::new("mosquitto")
            .arg("-c")
            .arg(self.path("conf"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.process = Some(process.unwrap());
        let address = self.address;
        let accepts = async || tokio::net::TcpStream::connect(address).await.is_ok();
        until("mosquitto accepts connections", accepts).await;
    }

    /// Kills the program, as a crash would.
    pub(super) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Gives a device its password.
    pub(super) fn admit(&self, device: &Json) {
        let options = Options::of(device);
        self.set_password(&options.user_name, &options.password);
        if let Some(process) = &self.process {
            let id = process.id().to_string();
            let told = Command::new("kill").args(["-HUP", &id]).status();
            assert!(told.unwrap().success());
        }
    }

    fn set_password(&self, user: &str, password: &str) {
        let file = self.path("passwords");
        let mut command = Command::new("mosquitto_passwd");
        if !file.exists() {
            command.arg("-c");
        }
        let done = command.arg("-b").arg(&file).args([user, password]).output();
        let done = done.unwrap();
        assert!(done.status.success(), "{done:?}");
    }

    /// The configuration of a server that uses this broker.
    pub(super) fn configure(&self, config: &mut Config) {
        let scheme = match self.authority {
            Some(_) => "mqtts",
            None => "mqtt",
        };
        let broker = format!("{scheme}://localhost:{}", self.address.port());
        config.mqtt = Mqtt {
            broker: Broker::try_from(broker).unwrap(),
            password_file: Some(self.path("password")),
            ca_file: self.authority.clone(),
            ..Mqtt::default()
        };
    }

    /// Connects a device as soon as the broker has read its password.
    pub(super) async fn connect(&self, version: Version, options: &Options) -> Device {
        let mut device = None;
        for _ in 0..600 {
            if let Ok(connected) = Device::try_connect(self.address, version, options).await {
                device = Some(connected);
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let mut device = device.expect("the broker knows the device");
        for topic in ["commands", "errors", "desired"] {
            assert_eq!(device.subscribe(topic, 1).await, 1, "{topic}");
        }
        device
    }

    /// Waits until a line of the broker's log has a text.
    pub(super) async fn logs(&self, text: &str) {
        let log = self.path("log");
        let has = async || read(&log).contains(text);
        until(&format!("mosquitto logs {text}"), has).await;
    }

    /// Returns the log of the broker.
    pub(super) fn log(&self) -> String {
        read(&self.path("log"))
    }
}

impl Drop for Mosquitto {
    fn drop(&mut self) {
        self.kill();
    }
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

/// Returns the access rules of the documentation.
fn access_rules() -> &'static str {
    let page = include_str!("../../../../../docs/devices.md");
    let rules = page.split("```conf\nuser lockstep").nth(1).unwrap();
    let end = rules.find("```").unwrap();
    let start = page.find("user lockstep").unwrap();
    &page[start..start + "user lockstep".len() + end]
}

/// The password of the server at the broker.
const PASSWORD: &str = "the server's own password";
