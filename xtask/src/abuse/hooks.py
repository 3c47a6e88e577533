"""What schemathesis must leave alone: sockets, which are not a request and an answer, the account it works
with, which a document cannot know, and the limits that its own requests need."""

import os

import schemathesis

OWN = os.environ["LOCKSTEP_ABUSE_ACCOUNT"]
NOBODYS = "usr_01h455vb4pex5vsknk084sn02q"
SESSION = "/api/auth/sessions/{id}"
NOBODYS_SESSION = "ses_01h455vb4pex5vsknk084sn02q"
SETTINGS = "/v1/admin/settings"
TIERS = "/v1/admin/tiers"
MOST_REQUESTS = 1_000_000
# An upload beyond the space for imports is answered 503.
MOST_SPOOL = 1_000_000_000_000
# The highest value of each setting that bounds requests: a valid value becomes this one.
HIGHEST = {
    ("limits", "custom"): 1_000_000,
    ("limits", "anonymous"): 1_000_000,
    ("network", "requestTimeout"): 3600,
    ("network", "maxConcurrentConnections"): 1_000_000,
    ("network", "maxBandwidth"): 1_000_000_000_000,
}


@schemathesis.serializer("application/jsonl")
def json_lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for operations in raw_schema["paths"].values():
        for method in [name for name, it in operations.items() if "101" in it["responses"]]:
            del operations[method]


@schemathesis.hook
def before_call(context, case, kwargs):
    for name, value in list((case.path_parameters or {}).items()):
        if value == OWN:
            case.path_parameters[name] = NOBODYS
    # The only session carries every request: without it all requests would be refused.
    if case.path == SESSION and str(case.path_parameters.get("id", "")).startswith("ses_"):
        case.path_parameters["id"] = NOBODYS_SESSION
    if case.path == SETTINGS and isinstance(case.body, dict):
        for (group, field), highest in HIGHEST.items():
            raise_to(highest, case.body.get(group), [field])
    if case.path == TIERS and isinstance(case.body, dict):
        for tier in case.body.values():
            if isinstance(tier, dict) and isinstance(tier.get("requests"), dict):
                raise_to(MOST_REQUESTS, tier["requests"], list(tier["requests"]))
            if isinstance(tier, dict):
                raise_to(MOST_SPOOL, tier.get("quota"), ["spoolBytes"], lowest=0)


def raise_to(highest, values, fields, lowest=1):
    """Makes each of the fields that holds a valid limit the highest one."""
    if not isinstance(values, dict):
        return
    for field in fields:
        value = values.get(field)
        if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
            values[field] = highest
