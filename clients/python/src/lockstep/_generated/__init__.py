# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Operations and models of the API."""
