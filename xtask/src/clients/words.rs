//! Converts names between the conventions of languages.

/// Returns the words of a name: `keyId`, `key_id` and `Key ID` have the same.
pub(crate) fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, &letter) in letters.iter().enumerate() {
        let last = index.checked_sub(1).map(|before| letters[before]);
        let next_is_lower = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
        let begins = letter.is_ascii_uppercase()
            && last.is_some_and(|last| !last.is_ascii_uppercase() || next_is_lower);
        if !letter.is_ascii_alphanumeric() || begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `key_id`.
pub(crate) fn snake(name: &str) -> String {
    words(name).join("_")
}

/// `KeyId`.
pub(crate) fn pascal(name: &str) -> String {
    let capital = |word: String| word[..1].to_ascii_uppercase() + &word[1..];
    words(name).into_iter().map(capital).collect()
}

/// `keyId`.
pub(crate) fn camel(name: &str) -> String {
    let pascal = pascal(name);
    pascal
        .chars()
        .take(1)
        .map(|first| first.to_ascii_lowercase())
        .chain(pascal.chars().skip(1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_converted_between_conventions() {
        for (name, snake_case, pascal_case, camel_case) in [
            (
                "listDatasets",
                "list_datasets",
                "ListDatasets",
                "listDatasets",
            ),
            ("dataset_id", "dataset_id", "DatasetId", "datasetId"),
            ("API keys", "api_keys", "ApiKeys", "apiKeys"),
            ("FHEKeyID", "fhe_key_id", "FheKeyId", "fheKeyId"),
            ("MCPAnswer", "mcp_answer", "McpAnswer", "mcpAnswer"),
        ] {
            assert_eq!(snake(name), snake_case);
            assert_eq!(pascal(name), pascal_case);
            assert_eq!(camel(name), camel_case);
        }
    }
}
