//! The PostgreSQL server that is measured: processor time, bytes, and clients.

use std::fs::{self, File};
use std::process::Stdio;

use crate::cluster::Cluster;
use crate::rows;

/// A node on PostgreSQL opens up to eight connections for each reader.
const MAX_CONNECTIONS: u32 = 200;
const NAME: &str = "lockstep";

pub(crate) struct Database {
    cluster: Cluster,
    /// The process whose children are all others of the server.
    postmaster: u32,
}

impl Database {
    /// Starts a server with its usual settings, and creates the tables for rows.
    pub(crate) fn start() -> Self {
        let cluster = Cluster::start(MAX_CONNECTIONS);
        let file = cluster.data().join("postmaster.pid");
        let about = fs::read_to_string(file).expect("the server runs");
        let first = about
            .lines()
            .next()
            .and_then(|line| line.trim().parse().ok());
        for statement in rows::tables() {
            cluster.ask(NAME, &statement);
        }
        Self {
            cluster,
            postmaster: first.expect("the number of a process"),
        }
    }

    /// Returns the address for a node.
    pub(crate) fn url(&self) -> String {
        format!(
            "postgres://lockstep@127.0.0.1:{}/{NAME}",
            self.cluster.port()
        )
    }

    pub(crate) fn version(&self) -> String {
        self.cluster.ask(NAME, "SELECT version()")
    }

    /// Returns the processor time of all processes of the server, also of those that have ended.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        let own = ticks_of(self.postmaster).expect("the server runs");
        let entries = fs::read_dir("/proc").expect("the processes").flatten();
        let running = entries.filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            // A process may end after it was listed.
            ticks_of(id)
        });
        let children = running.filter(|it| it.parent == self.postmaster);
        let ticks = own.own + own.ended + children.map(|it| it.own).sum::<u64>();
        ticks as f64 / 100.0
    }

    /// Removes dead rows where PostgreSQL would do it by itself, with the usual settings, within a minute.
    pub(crate) fn vacuum(&self) {
        let tables = self.cluster.ask(
            NAME,
            "SELECT coalesce(string_agg(format('%I.%I', schemaname, relname), ', '), '') FROM pg_stat_user_tables
             WHERE n_dead_tup > 50 + 0.2 * n_live_tup",
        );
        // Without names, the statement would be about every table.
        if !tables.is_empty() {
            self.cluster.ask(NAME, &format!("VACUUM {tables}"));
        }
    }

    /// Returns the bytes of all tables of a schema, with indexes and values out of line.
    pub(crate) fn bytes_of(&self, schema: &str) -> u64 {
        let sizes = format!(
            "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
             JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '{schema}' AND c.relkind = 'r'"
        );
        let bytes = self.cluster.ask(NAME, &sizes);
        bytes.parse().expect("a number")
    }

    /// Runs each script in a session of its own, all at the same time.
    pub(crate) fn run(&self, scripts: Vec<File>) {
        let start = |script: File| {
            let mut client = self.cluster.psql(NAME, NAME);
            client.arg("--quiet").stdin(script).stdout(Stdio::null());
            client.spawn().expect("psql starts")
        };
        let clients: Vec<_> = scripts.into_iter().map(start).collect();
        for mut client in clients {
            let status = client.wait().expect("it ends");
            assert!(status.success(), "psql: {status}");
        }
    }
}

/// The processor time of a process, user and system, in hundredths of a second.
struct Ticks {
    parent: u32,
    own: u64,
    /// That of its children that have ended.
    ended: u64,
}

fn ticks_of(process: u32) -> Option<Ticks> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let field = |place: usize| fields.get(place)?.parse::<u64>().ok();
    // Fields 4 and 14 to 17 of proc(5).
    Some(Ticks {
        parent: fields.get(1)?.parse().ok()?,
        own: field(11)? + field(12)?,
        ended: field(13)? + field(14)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_process_and_its_ended_children_is_read() {
        let before = ticks_of(std::process::id()).unwrap();
        let mut child = std::process::Command::new("sh")
            .args(["-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"])
            .spawn()
            .unwrap();
        assert_eq!(ticks_of(child.id()).unwrap().parent, std::process::id());
        assert!(child.wait().unwrap().success());
        let after = ticks_of(std::process::id()).unwrap();
        assert!(after.ended > before.ended);
        assert!(ticks_of(child.id()).is_none());
    }
}
