//! Questions that the platform's tools answer, in the words of users.
//!
//! A tool without a row is found by its name and description alone.

/// Returns the example questions of a tool.
pub(super) fn of(tool: &str) -> &'static [&'static str] {
    let row = EXAMPLES.iter().find(|(name, _)| *name == tool);
    row.map_or(&[], |(_, examples)| examples)
}

const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "accounts.api_keys",
        &[
            "Which API keys do I have?",
            "api keys",
            "list API tokens for programs",
        ],
    ),
    (
        "accounts.erasure_plan",
        &[
            "What would be erased with my account?",
            "erasure plan",
            "what happens if my account is erased",
        ],
    ),
    (
        "accounts.export_plan",
        &[
            "What would an export contain?",
            "export plan",
            "export my data",
        ],
    ),
    (
        "accounts.me",
        &[
            "Who am I?",
            "my account",
            "my user name",
            "which account am I logged in as",
            "who am I logged in as",
            "Which account is this?",
        ],
    ),
    ("accounts.revoke_api_key", &["revoke an API key"]),
    (
        "accounts.sessions",
        &[
            "Where am I signed in?",
            "my sign-ins",
            "logins of my account",
            "open sessions",
            "who is logged in",
            "Who logged in to my account?",
            "did someone else sign in to my account",
            "is anyone or anybody signed in",
            "has somebody logged in",
        ],
    ),
    ("accounts.unusual_access", &["unusual access", "suspicious"]),
    (
        "activities.list",
        &[
            "my activities",
            "workouts last week",
            "What did I train?",
            "training sessions",
        ],
    ),
    (
        "activities.read",
        &["details of an activity", "laps of a workout"],
    ),
    (
        "alerts.acknowledge",
        &["acknowledge an alert", "confirm that I have seen an alert"],
    ),
    (
        "alerts.list",
        &[
            "Are there alerts?",
            "active alerts",
            "What is wrong with the server?",
            "What did the server report?",
            "warnings that ended",
        ],
    ),
    (
        "audit.search",
        &[
            "search the audit log",
            "What do the audit logs say?",
            "who did what",
            "entries of the audit log",
            "failed sign-ins",
        ],
    ),
    (
        "audit.verify",
        &["verify the audit chain", "Is the audit log intact?"],
    ),
    (
        "datasets.create",
        &["create a dataset", "make a new dataset with encryption"],
    ),
    ("datasets.delete", &["delete a dataset", "remove a dataset"]),
    (
        "datasets.list",
        &[
            "my datasets",
            "Which datasets do I have?",
            "datasets by name",
            "datasets that I created",
        ],
    ),
    ("datasets.read", &["details of a dataset", "open a dataset"]),
    (
        "devices.list",
        &[
            "my devices",
            "list my devices",
            "Which devices do I have?",
            "Which sensors are connected?",
            "paired watches and straps",
            "registered devices",
            "Which devices are inactive?",
            "Which of my devices were revoked?",
            "When did my watch last sync?",
            "Did my watch stop syncing?",
        ],
    ),
    (
        "devices.register",
        &["register a device", "add a watch", "pair a chest strap"],
    ),
    (
        "devices.revoke",
        &["revoke a device", "remove a watch", "forget a sensor"],
    ),
    (
        "imports.list",
        &[
            "my imports",
            "Which files were imported?",
            "uploaded files",
            "recordings I uploaded",
            "What did I upload?",
            "Did the last import work?",
            "unfinished imports",
        ],
    ),
    (
        "insights.generate",
        &["insights", "How am I doing?", "advice", "findings"],
    ),
    ("insights.list", &["insights that were generated before"]),
    ("jobs.cancel", &["cancel a job", "stop a running job"]),
    (
        "jobs.status",
        &[
            "status of a job",
            "progress of a job",
            "Is the job finished?",
        ],
    ),
    (
        "keys.attestation",
        &[
            "the platform's public key",
            "fingerprint of the signing key",
            "attestation key",
            "verify the platform's signatures",
        ],
    ),
    (
        "keys.list",
        &[
            "my keys",
            "Which keys do I have?",
            "Which encryption keys do I have?",
            "When do my keys expire?",
            "Which keys are suspended?",
        ],
    ),
    (
        "keys.resume",
        &["resume a key", "reactivate a suspended key"],
    ),
    ("keys.rotate", &["rotate a key", "renew a key"]),
    (
        "keys.status",
        &[
            "status of a key",
            "Is the key active?",
            "state of an encryption key",
            "suspended",
        ],
    ),
    (
        "keys.suspend",
        &["suspend a key", "pause a key", "disable a key"],
    ),
    (
        "market.compare_prices",
        &["comparable prices", "What do comparable offers cost?"],
    ),
    (
        "market.create_listing",
        &[
            "sell a dataset",
            "offer a dataset for sale",
            "put a dataset on the market",
        ],
    ),
    ("market.draft_listing", &["draft a listing"]),
    ("market.find_offers", &["find offers of marathon training"]),
    (
        "market.list_grants",
        &[
            "Who can see my data?",
            "grants",
            "who can still read my data",
        ],
    ),
    (
        "market.list_items",
        &[
            "Which items can I buy?",
            "items",
            "list items",
            "items for sale",
        ],
    ),
    (
        "market.list_listings",
        &[
            "Which listings are there?",
            "listings",
            "datasets for sale",
            "Which datasets can I buy?",
            "listings on the market",
        ],
    ),
    (
        "market.list_purchases",
        &[
            "my purchases",
            "list my purchases",
            "bought",
            "What have I bought?",
            "purchased data",
            "what I paid for",
            "what did I buy",
            "how much did I spend",
            "how many uses do I have left",
            "when does my purchase expire",
        ],
    ),
    (
        "market.list_tokens",
        &[
            "What did I sell?",
            "my sales",
            "my offers",
            "data tokens",
            "What can I buy on the market?",
            "marketplace offers",
            "tokens for sale",
            "tokens that I made",
            "who bought my data",
            "did anyone or anybody buy my token",
            "was my data sold",
        ],
    ),
    (
        "market.read_certificate",
        &[
            "certificate of a data token",
            "proof of what a token contains",
        ],
    ),
    (
        "market.read_item",
        &["details of an item", "price of an item"],
    ),
    (
        "market.read_ledger",
        &[
            "my balance",
            "How many credits do I have?",
            "transfers",
            "revenue",
            "earnings",
            "account statement",
            "money",
            "what do I owe",
            "am I in debt",
        ],
    ),
    (
        "market.read_listing",
        &["details of a listing", "price of a listing"],
    ),
    (
        "market.read_purchase",
        &[
            "details of a purchase",
            "uses left of a purchase",
            "when does a purchase expire",
        ],
    ),
    (
        "market.read_token",
        &["details of a data token", "price of a token"],
    ),
    (
        "market.withdraw_listing",
        &["withdraw a listing", "take a listing off the market"],
    ),
    (
        "market.withdraw_token",
        &["withdraw a token", "take a token off the market"],
    ),
    (
        "metrics.curve",
        &[
            "power curve",
            "critical power",
            "best 5 minutes",
            "mean-maximal curve",
        ],
    ),
    ("metrics.forecast", &["forecast", "forecast of my form"]),
    (
        "metrics.profile",
        &[
            "my profile",
            "maximum heart rate of the profile",
            "date of birth",
            "timezone",
            "threshold power",
        ],
    ),
    (
        "metrics.read",
        &[
            "metrics",
            "training load and recovery",
            "fitness, fatigue and form",
        ],
    ),
    (
        "metrics.variability",
        &["RR intervals", "DFA alpha 1", "variability of the beats"],
    ),
    (
        "points.aggregate",
        &[
            "average heart rate",
            "total energy",
            "variance of the weight",
        ],
    ),
    (
        "points.read",
        &[
            "raw points",
            "readings of a device",
            "stored values",
            "measurements",
        ],
    ),
    (
        "points.series",
        &[
            "chart of the heart rate",
            "plot the weight",
            "graph",
            "minimum and maximum",
        ],
    ),
    (
        "points.types",
        &[
            "Which types of data are known?",
            "units",
            "measurement types",
            "plausible ranges",
        ],
    ),
    (
        "points.usage",
        &[
            "storage use",
            "How is my data encrypted?",
            "Which encryption modes do my points have?",
            "How much space is left?",
            "quota",
            "how much storage do I use",
            "disk usage",
            "Is any of my data unencrypted?",
            "How many points do I have?",
        ],
    ),
    (
        "proofs.prove",
        &["prove that my resting heart rate was below 60"],
    ),
    (
        "proofs.verify",
        &[
            "verify a proof",
            "check a zero-knowledge proof",
            "is this proof valid",
            "verify my claim",
            "check a claim",
        ],
    ),
    (
        "quality.check",
        &[
            "Is my data complete?",
            "are there gaps in my data",
            "which days are missing",
            "check the quality of my data",
            "which devices stopped sending",
            "do I have outliers",
            "are there duplicates in my data",
            "how many points per type do I have",
        ],
    ),
    (
        "search.find",
        &[
            "find records named morning",
            "search everything for tempo",
            "look up a record",
            "search for a name",
        ],
    ),
    (
        "uadm.commands",
        &[
            "commands of a device",
            "Which commands did the device get?",
            "history of commands",
        ],
    ),
    (
        "uadm.control",
        &[
            "send a command to a device",
            "control a device",
            "start the treadmill",
            "set the treadmill to 9 km/h",
        ],
    ),
    (
        "uadm.list",
        &[
            "Which UADM devices do I have?",
            "devices that take commands",
            "controllable devices",
            "Which devices are online?",
        ],
    ),
    (
        "uadm.read",
        &[
            "details of a UADM device",
            "configuration of a device",
            "is a device online",
        ],
    ),
    (
        "uadm.read_command",
        &["status of a command", "result of a command"],
    ),
    (
        "uadm.read_twin",
        &[
            "twin of a device",
            "desired and reported state of a device",
            "state of a device",
            "what is the device doing",
        ],
    ),
    (
        "uadm.update_twin",
        &[
            "set the desired state of a device",
            "update the twin of a device",
        ],
    ),
];
