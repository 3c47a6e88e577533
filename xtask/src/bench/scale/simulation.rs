//! What a million athletes need, computed from the figures of `bench/RESULTS.md`: cores, stores, disks, and their price.

use std::fmt::Write as _;

/// What PostgreSQL costs beside the embedded engine.
pub(super) struct Postgres {
    /// The processor time of the node, over that with the embedded engine.
    pub(super) node_cpu: f64,
    /// The processor time of node and PostgreSQL together, over that of a node with the embedded engine.
    pub(super) all_cpu: f64,
    /// The bytes of a point.
    pub(super) bytes: f64,
}

impl Postgres {
    /// "A node on PostgreSQL" of `bench/RESULTS.md`.
    pub(super) const MEASURED: Self = Self {
        node_cpu: 1.39,
        all_cpu: 2.74,
        bytes: 0.92,
    };
    /// The most that it may cost.
    #[cfg(test)]
    pub(super) const GOALS: Self = Self {
        node_cpu: 1.5,
        all_cpu: 3.0,
        bytes: 1.3,
    };
}

/// "Peers": points that a CPU-second stores, in bodies of 10 000 points of five types.
const POINTS_A_CPU_SECOND: f64 = 5.88e6;
/// The same: bytes of a point in the embedded engine.
const EMBEDDED_BYTES: f64 = 0.892;
/// "Events and devices": CPU-seconds of a message of five values, of which a thousand a second took 14.8 % of a core.
const MESSAGE_CPU_SECONDS: f64 = 148e-6;
/// The same: the values of a message.
const MESSAGE_VALUES: f64 = 5.0;
/// The same: the part of the processor time that only the writer can use, before that time became shorter.
const WRITER_SHARE: f64 = 0.61;
/// The same: bytes of memory of an open socket, of which 10 000 took 292 MB.
const SOCKET_BYTES: f64 = 29_200.0;

// The assumptions.
const ATHLETES: f64 = 1e6;
const TRAINING_HOURS_A_WEEK: f64 = 5.0;
const HOURS_A_WEEK: f64 = 168.0;
const WEEKS_A_YEAR: f64 = 52.0;
/// Values a second of one who trains: heart rate, power, cadence, speed, altitude.
const VALUES_A_SECOND: f64 = 5.0;
/// All train in a fifth of the week.
const PEAK: f64 = 5.0;
/// The part of a core, or of the writer, that is used at the peak.
const MAX_LOAD: f64 = 0.7;
/// The primary and one replica.
const COPIES: f64 = 2.0;
const EUROS_A_CORE: f64 = 20.0;
const EUROS_A_TERABYTE: f64 = 100.0;

/// The pauses between two uploads of one who trains, in seconds.
const PAUSES: [(&str, f64); 5] = [
    ("second", 1.0),
    ("10 seconds", 10.0),
    ("minute", 60.0),
    ("5 minutes", 300.0),
    ("hour", 3600.0),
];

/// What is needed at the peak for one pause between uploads.
struct Needs {
    uploads_a_second: f64,
    node_cores: f64,
    database_cores: f64,
    /// Stores with one writer each.
    stores: f64,
    /// The athletes for which one store is enough.
    athletes_a_store: f64,
    /// The cores at their permitted load, and the disks after a year.
    euros_a_month: f64,
}

/// Those who train at the peak.
fn training() -> f64 {
    ATHLETES * TRAINING_HOURS_A_WEEK / HOURS_A_WEEK * PEAK
}

fn points_a_year() -> f64 {
    ATHLETES * TRAINING_HOURS_A_WEEK * 3600.0 * WEEKS_A_YEAR * VALUES_A_SECOND
}

fn needs(pause: f64, postgres: &Postgres) -> Needs {
    let uploads_a_second = training() / pause;
    let points_a_second = training() * VALUES_A_SECOND;
    // What a message costs beyond its points.
    let upload = MESSAGE_CPU_SECONDS - MESSAGE_VALUES / POINTS_A_CPU_SECOND;
    let embedded = uploads_a_second * upload + points_a_second / POINTS_A_CPU_SECOND;
    let cores = embedded * postgres.all_cpu;
    // The writer waits while PostgreSQL works for it.
    let writer = cores * WRITER_SHARE;
    let terabytes = points_a_year() * postgres.bytes / 1e12;
    Needs {
        uploads_a_second,
        node_cores: embedded * postgres.node_cpu,
        database_cores: embedded * (postgres.all_cpu - postgres.node_cpu),
        stores: (writer / MAX_LOAD).ceil(),
        athletes_a_store: ATHLETES * MAX_LOAD / writer,
        euros_a_month: cores / MAX_LOAD * EUROS_A_CORE + terabytes * COPIES * EUROS_A_TERABYTE,
    }
}

/// Returns the tables of the page.
pub(super) fn tables(postgres: &Postgres) -> String {
    let training = training();
    let points = points_a_year();
    let bytes = postgres.bytes;
    let hours = TRAINING_HOURS_A_WEEK;
    let mut text = String::from("| quantity | formula | value |\n|---|---|---:|\n");
    for (quantity, formula, value) in [
        (
            "athletes who train at the peak",
            format!(
                "{} · {hours} h / {HOURS_A_WEEK} h · {PEAK}",
                grouped(ATHLETES)
            ),
            grouped(training),
        ),
        (
            "points a second at the peak",
            format!("{} · {VALUES_A_SECOND}", grouped(training)),
            grouped(training * VALUES_A_SECOND),
        ),
        (
            "points a year",
            format!(
                "{} · {hours} h · 3600 · {WEEKS_A_YEAR} · {VALUES_A_SECOND}",
                grouped(ATHLETES)
            ),
            format!("{:.2} · 10¹²", points / 1e12),
        ),
        (
            "tables in PostgreSQL after a year",
            format!("points · {bytes} bytes"),
            format!("{:.1} TB", points * bytes / 1e12),
        ),
        (
            "the same in the embedded engine",
            format!("points · {EMBEDDED_BYTES} bytes"),
            format!("{:.1} TB", points * EMBEDDED_BYTES / 1e12),
        ),
        (
            "memory, if all who train have an open socket",
            format!("{} · {} kB", grouped(training), SOCKET_BYTES / 1e3),
            format!("{:.1} GB", training * SOCKET_BYTES / 1e9),
        ),
    ] {
        line(&mut text, &[quantity, &formula, &value]);
    }
    text.push_str(
        "\n| an upload every | uploads a second | cores of nodes | cores of PostgreSQL | stores | athletes for one store | euros a month |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for (pause, seconds) in PAUSES {
        let needs = needs(seconds, postgres);
        line(
            &mut text,
            &[
                pause,
                &grouped(needs.uploads_a_second),
                &format!("{:.1}", needs.node_cores),
                &format!("{:.1}", needs.database_cores),
                &grouped(needs.stores),
                &grouped(needs.athletes_a_store),
                &grouped(needs.euros_a_month),
            ],
        );
    }
    text
}

fn line(text: &mut String, cells: &[&str]) {
    writeln!(text, "| {} |", cells.join(" | ")).expect("a text takes any text");
}

/// Returns a whole number with a space before each three digits; above 100 000, three digits of it count.
fn grouped(value: f64) -> String {
    let rounding = if value < 1e5 {
        1.0
    } else {
        10_f64.powf(value.log10().floor() - 2.0)
    };
    let digits = format!("{:.0}", (value / rounding).round() * rounding);
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn the_figures_are_those_of_the_results() {
        let results = std::fs::read_to_string(root().join("bench/RESULTS.md")).unwrap();
        let results = results.split_whitespace().collect::<Vec<_>>().join(" ");
        let sockets = SOCKET_BYTES * 10_000.0 / 1e6;
        for words in [
            format!("| Lockstep, JSON | {} |", POINTS_A_CPU_SECOND / 1e6),
            format!("| Lockstep | {EMBEDDED_BYTES} |"),
            format!("**{:.1} %**", MESSAGE_CPU_SECONDS * 1000.0 * 100.0),
            format!("| {} × |", Postgres::MEASURED.node_cpu),
            format!("| {} × |", Postgres::MEASURED.all_cpu),
            format!("| {} bytes |", Postgres::MEASURED.bytes),
            format!("| 1000 devices that send {MESSAGE_VALUES} values a second |"),
            format!("the writer took {:.0} % of the time", WRITER_SHARE * 100.0),
            format!("| resident memory with 10 000 open sockets | {sockets:.0} MB |"),
        ] {
            assert!(results.contains(&words), "{words}");
        }
    }

    /// Computed by hand for round numbers.
    #[test]
    fn the_needs_follow_from_the_figures() {
        let near = |value: f64, expected: f64| (value / expected - 1.0).abs() < 1e-3;
        assert!(near(training(), 148_810.0));
        assert!(near(points_a_year(), 4.68e12));
        // 14 881 uploads of 147.15 µs, and 744 048 points at 5.88 M a CPU-second: 2.3163 cores.
        let every_ten_seconds = needs(10.0, &Postgres::GOALS);
        assert!(near(every_ten_seconds.uploads_a_second, 14_881.0));
        assert!(near(every_ten_seconds.node_cores, 3.474));
        assert!(near(every_ten_seconds.database_cores, 3.474));
        // 2.3163 · 3 · 0.61 = 4.2388 writers, at a load of 0.7.
        assert_eq!(every_ten_seconds.stores, 7.0);
        assert!(near(every_ten_seconds.athletes_a_store, 165_142.0));
        // 6.949 cores / 0.7 · 20, and 2 · 6.084 TB · 100.
        assert!(near(every_ten_seconds.euros_a_month, 1415.3));
    }

    #[test]
    fn cheaper_points_need_less_of_everything() {
        let cheaper = Postgres {
            node_cpu: 1.2,
            all_cpu: 2.0,
            bytes: 1.1,
        };
        for (_, pause) in PAUSES {
            let (less, more) = (needs(pause, &cheaper), needs(pause, &Postgres::GOALS));
            assert!(less.node_cores < more.node_cores);
            assert!(less.database_cores < more.database_cores);
            assert!(less.stores <= more.stores);
            assert!(less.athletes_a_store > more.athletes_a_store);
            assert!(less.euros_a_month < more.euros_a_month);
        }
    }

    #[test]
    fn numbers_are_rounded_and_grouped() {
        for (value, text) in [
            (0.4, "0"),
            (41.3, "41"),
            (1513.5, "1514"),
            (14_881.0, "14 881"),
            (148_809.5, "149 000"),
            (1_000_000.0, "1 000 000"),
            (1_234_567.0, "1 230 000"),
        ] {
            assert_eq!(grouped(value), text);
        }
    }
}
