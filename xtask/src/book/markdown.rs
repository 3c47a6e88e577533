//! Reads the links and the anchors of a Markdown page.

use std::collections::HashMap;
use std::ops::Range;

/// An inline link or image: the bytes of all of it, of its text, and of its target.
#[derive(Debug, PartialEq)]
pub(super) struct Link {
    pub(super) whole: Range<usize>,
    pub(super) text: Range<usize>,
    pub(super) target: Range<usize>,
}

/// Finds the inline links and images of a page, in order. Code has no links.
pub(super) fn links(page: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for paragraph in paragraphs(page) {
        scan(page, &paragraph, &mut found);
    }
    found.sort_by_key(|link| link.target.start);
    found
}

/// Returns the anchors of the headings, as GitHub and mdBook make them.
pub(super) fn anchors(page: &str) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut anchors = Vec::new();
    for heading in headings(page) {
        let name = anchor(&heading);
        let count = counts.entry(name.clone()).or_default();
        anchors.push(match *count {
            0 => name,
            number => format!("{name}-{number}"),
        });
        *count += 1;
    }
    anchors
}

/// Returns the text of the first heading.
pub(super) fn title(page: &str) -> Option<String> {
    headings(page)
        .next()
        .map(|heading| heading.replace('`', ""))
}

/// Replaces the link `[text](target)` by the output of `replacement`; `None` keeps it.
pub(super) fn replace_links(
    page: &str,
    mut replacement: impl FnMut(&str, &str) -> Option<Replacement>,
) -> String {
    let mut replaced = page.to_owned();
    // From the end, so that the earlier ranges stay right. An image within a link is the earlier one.
    for link in links(page).into_iter().rev() {
        let text = &page[link.text.clone()];
        match replacement(text, &page[link.target.clone()]) {
            None => {}
            Some(Replacement::Target(target)) => replaced.replace_range(link.target, &target),
            Some(Replacement::Text) => {
                let text = text.to_owned();
                replaced.replace_range(link.whole, &text);
            }
        }
    }
    replaced
}

/// The replacement of a link.
pub(super) enum Replacement {
    /// A link to another target.
    Target(String),
    /// Its text alone.
    Text,
}

/// Returns the ranges of lines without a blank line and without a fenced block between them.
fn paragraphs(page: &str) -> Vec<Range<usize>> {
    let mut paragraphs = Vec::new();
    let mut start = None;
    let mut fence: Option<&str> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let text = line.trim();
        let is_fence = ["```", "~~~"]
            .into_iter()
            .find(|mark| text.starts_with(mark));
        let ends = is_fence.is_some() || fence.is_some() || text.is_empty();
        match (fence, is_fence) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        if ends {
            paragraphs.extend(start.take().map(|start| start..at));
        } else {
            start.get_or_insert(at);
        }
        at += line.len();
    }
    paragraphs.extend(start.map(|start| start..at));
    paragraphs
}

/// Adds the links of one paragraph.
fn scan(page: &str, paragraph: &Range<usize>, found: &mut Vec<Link>) {
    let bytes = page.as_bytes();
    let mut open = Vec::new();
    let mut at = paragraph.start;
    while at < paragraph.end {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => at = end_of_code(&bytes[..paragraph.end], at) - 1,
            b'[' => open.push(at),
            b']' => {
                let start = open.pop();
                let target = (bytes.get(at + 1) == Some(&b'('))
                    .then(|| target_at(&page[..paragraph.end], at + 2))
                    .flatten();
                if let (Some(start), Some((target, end))) = (start, target) {
                    let is_image = start > paragraph.start && bytes[start - 1] == b'!';
                    found.push(Link {
                        whole: start - usize::from(is_image)..end,
                        text: start + 1..at,
                        target,
                    });
                    at = end - 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns the position after the code that begins at `at`, or after its first back quotes if nothing ends it.
fn end_of_code(bytes: &[u8], at: usize) -> usize {
    let run = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|byte| **byte == b'`')
            .count()
    };
    let length = run(at);
    let mut next = at + length;
    while next < bytes.len() {
        let ending = run(next);
        if ending == length {
            return next + ending;
        }
        next += ending.max(1);
    }
    at + length
}

/// Returns the range of a target that begins at `at`, without its title, and the position after its bracket.
fn target_at(page: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let rest = &page[at..];
    let end = rest.find(')')?;
    let target = rest[..end].split_whitespace().next().unwrap_or_default();
    Some((at..at + target.len(), at + end + 1))
}

/// Returns the texts of the headings: links are their texts.
fn headings(page: &str) -> impl Iterator<Item = String> {
    paragraphs(page)
        .into_iter()
        .flat_map(move |paragraph| page[paragraph].lines())
        .filter_map(|line| {
            let text = line.trim_start_matches('#');
            let is_heading = line.starts_with('#') && text.starts_with(' ');
            is_heading.then(|| replace_links(text.trim(), |_, _| Some(Replacement::Text)))
        })
}

fn anchor(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let kept = lower
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        for (page, targets) in [
            ("a [b](c.md) d", vec!["c.md"]),
            ("[b\nc](d.md#e \"title\")", vec!["d.md#e"]),
            ("![b](c.webp) and [d](e)", vec!["c.webp", "e"]),
            ("`[b](c.md)` and ``a ` [b](d.md)``", vec![]),
            ("an `unfinished code [b](c.md)", vec!["c.md"]),
            ("`code\nover lines [b](c.md)` [d](e.md)", vec!["e.md"]),
            ("```sh\n[b](c.md)\n```\n[d](e.md)\n", vec!["e.md"]),
            ("[a] (b.md) \\[c](d.md) [e][f]", vec![]),
            ("| [a](b.md) | [c](d.md) |", vec!["b.md", "d.md"]),
        ] {
            let found: Vec<&str> = links(page)
                .iter()
                .map(|link| &page[link.target.clone()])
                .collect();
            assert_eq!(found, targets, "{page}");
        }
    }

    #[test]
    fn anchors_are_those_of_the_code_host() {
        let page = "# A title\n## BFV (`lockstep-fhe`, docs/x.md)\n\n```sh\n# comment\n```\n## Same\ntext\n## Same\n## A [link](b.md)\n#hash";
        let expected = [
            "a-title",
            "bfv-lockstep-fhe-docsxmd",
            "same",
            "same-1",
            "a-link",
        ];
        assert_eq!(anchors(page), expected);
        assert_eq!(title(page).as_deref(), Some("A title"));
    }

    #[test]
    fn links_are_replaced_or_become_their_text() {
        let page = "[a](x.md) ![b](y.png) [c](z)";
        let replaced = replace_links(page, |_, target| match target {
            "x.md" => Some(Replacement::Target("w/x.md".to_owned())),
            "y.png" => Some(Replacement::Text),
            _ => None,
        });
        assert_eq!(replaced, "[a](w/x.md) b [c](z)");
    }
}
