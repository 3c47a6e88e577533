//! The parts of the benchmark that a command line names.

use std::path::PathBuf;

use super::languages::{LANGUAGES, Language};

/// What is measured of each language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Upload,
    /// The upload of a series: columns of times and values instead of points.
    Series,
    Proof,
    Import,
}

const TASKS: &[(&str, Task)] = &[
    ("upload", Task::Upload),
    ("series", Task::Series),
    ("proof", Task::Proof),
    ("import", Task::Import),
];

/// The named parts, or all.
#[derive(Default)]
pub(super) struct Parts {
    tasks: Vec<Task>,
    pub(super) languages: Vec<&'static Language>,
    /// Whether points are sent and read as Arrow.
    pub(super) arrow: bool,
    /// Whether Chromium verifies a claim.
    pub(super) browser: bool,
    /// Whether the programs of the release build and the WebAssembly modules are used as they are.
    pub(super) is_built: bool,
    /// A server that is used instead of that of the release build.
    pub(super) server: Option<PathBuf>,
}

impl Parts {
    /// Reads the words of the command line. Without a part, all parts are measured; a language alone stands for all its
    /// figures, a figure alone for all languages.
    pub(super) fn parse(words: &[String]) -> Result<Self, String> {
        let mut parts = Self::default();
        for word in words {
            let task = TASKS.iter().find(|(name, _)| name == word);
            let language = LANGUAGES.iter().find(|language| language.name == word);
            match (word.as_str(), task, language) {
                ("arrow", ..) => parts.arrow = true,
                ("browser", ..) => parts.browser = true,
                ("built", ..) => parts.is_built = true,
                (_, Some((_, task)), _) => parts.tasks.push(*task),
                (_, _, Some(language)) => parts.languages.push(language),
                (path, ..) if path.contains(['/', '\\']) => parts.server = Some(path.into()),
                (other, ..) => return Err(unknown(other)),
            }
        }
        let is_named = !parts.tasks.is_empty() || !parts.languages.is_empty();
        let names_all = !is_named && !parts.arrow && !parts.browser;
        if names_all {
            (parts.arrow, parts.browser) = (true, true);
        }
        if parts.tasks.is_empty() && (names_all || is_named) {
            parts.tasks = TASKS.iter().map(|(_, task)| *task).collect();
        }
        if parts.languages.is_empty() && !parts.tasks.is_empty() {
            parts.languages = LANGUAGES.iter().collect();
        }
        Ok(parts)
    }

    pub(super) fn has(&self, task: Task) -> bool {
        self.tasks.contains(&task)
    }

    /// What is measured of each language.
    pub(super) fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// What is measured of Rust: its upload of points is also what uploads of series are divided by.
    pub(super) fn tasks_of_rust(&self) -> Vec<Task> {
        let mut tasks: Vec<Task> = Vec::new();
        for task in &self.tasks {
            let own = match task {
                Task::Series => Task::Upload,
                other => *other,
            };
            if !tasks.contains(&own) {
                tasks.push(own);
            }
        }
        tasks
    }

    /// Whether points are sent to a server.
    fn has_upload(&self) -> bool {
        self.has(Task::Upload) || self.has(Task::Series)
    }

    /// Whether a server is started.
    pub(super) fn needs_server(&self) -> bool {
        self.has_upload() || self.arrow
    }

    /// Whether the program of Rust is run.
    pub(super) fn needs_library(&self) -> bool {
        self.has_upload() || self.has(Task::Proof)
    }
}

fn unknown(word: &str) -> String {
    let tasks = TASKS.iter().map(|(name, _)| *name);
    let languages = LANGUAGES.iter().map(|language| language.name);
    let known: Vec<&str> = tasks
        .chain(["arrow", "browser"])
        .chain(languages)
        .chain(["built"])
        .collect();
    format!(
        "no part '{word}': there is {}; the path of a server has a slash",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Parts {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        Parts::parse(&words).unwrap()
    }

    fn check(words: &str, tasks: &[Task], languages: &[&str], arrow: bool, browser: bool) {
        let parts = parse(words);
        let names: Vec<&str> = parts.languages.iter().map(|one| one.name).collect();
        assert_eq!(parts.tasks, tasks, "{words}");
        assert_eq!(names, languages, "{words}");
        assert_eq!((parts.arrow, parts.browser), (arrow, browser), "{words}");
    }

    #[test]
    fn parts_are_selected_by_figure_and_by_language() {
        use Task::{Import, Proof, Series, Upload};
        let tasks = [Upload, Series, Proof, Import];
        let all = ["go", "java", "python", "ruby", "typescript"];
        check("", &tasks, &all, true, true);
        check("built", &tasks, &all, true, true);
        check("./lockstep", &tasks, &all, true, true);
        check("upload", &[Upload], &all, false, false);
        check("series", &[Series], &all, false, false);
        check("series go", &[Series], &["go"], false, false);
        check("go ruby", &tasks, &["go", "ruby"], false, false);
        check("proof java", &[Proof], &["java"], false, false);
        check("arrow", &[], &[], true, false);
        check("browser import", &[Import], &all, false, true);
    }

    #[test]
    fn series_are_compared_with_the_upload_of_rust() {
        use Task::{Proof, Upload};
        assert_eq!(parse("series").tasks_of_rust(), [Upload]);
        assert_eq!(parse("series proof").tasks_of_rust(), [Upload, Proof]);
        assert_eq!(parse("upload series").tasks_of_rust(), [Upload]);
        let parts = parse("series");
        assert!(parts.needs_server() && parts.needs_library());
        assert!(!parse("arrow import").needs_library());
    }

    #[test]
    fn a_path_names_the_server_and_another_word_is_refused() {
        let parts = parse("arrow built target/release/lockstep");
        assert_eq!(parts.server, Some("target/release/lockstep".into()));
        assert!(parts.is_built);
        assert!(parts.needs_server());
        assert!(!parse("proof browser import").needs_server());
        let refused = Parts::parse(&["rust".to_owned()]).err().unwrap();
        assert!(
            refused.starts_with("no part 'rust': there is upload, series, proof, import, arrow")
        );
    }
}
