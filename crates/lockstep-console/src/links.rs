//! The files that the page of an address needs, named in the header `Link` of the answer with the document (RFC 8288).
//!
//! The browser then loads them together with the script that would ask for them only once it runs. A file that is named in
//! vain costs a request and changes nothing else.

use axum::http::{HeaderMap, HeaderValue, header};

use super::Page;
use super::files::{FRAME, PAGES, TEXTS};

/// Returns the value of `Link`; `None` if the address has no page, or the build names no files.
///
/// `has_session` is what the cookie promises: a page that needs a session gives way to the sign-in without one.
pub(super) fn of(path: &str, has_session: bool, headers: &HeaderMap) -> Option<HeaderValue> {
    let page = shown(path, has_session)?;
    let frame = if page.needs_session { FRAME } else { "" };
    let names = [texts(headers), frame, page.files];
    let files = names.iter().flat_map(|names| names.split_whitespace());
    let first = std::iter::once(START.to_owned());
    let links: Vec<String> = first.chain(files.map(link)).collect();
    HeaderValue::try_from(links.join(", ")).ok()
}

/// The script that the document runs first, which requests the account. A browser with six connections would load it after the
/// files that are named before it.
const START: &str = "</start.js>; rel=preload; as=script";

/// Returns the page that an address shows, as `expectedPath` of the console does.
fn shown(path: &str, has_session: bool) -> Option<&'static Page> {
    let page = find(if path == "/" { "/today" } else { path })?;
    if has_session || !page.needs_session {
        return Some(page);
    }
    // The recipient of a document can check it without an account.
    find(if path == "/verify" {
        "/check"
    } else {
        "/sign-in"
    })
}

fn find(path: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| fits(page.path, path))
}

/// Whether a path has the form of a pattern: a part `$…` stands for any part that is not empty.
fn fits(pattern: &str, path: &str) -> bool {
    let (wanted, parts) = (pattern.split('/'), path.split('/'));
    wanted.clone().count() == parts.clone().count()
        && wanted
            .zip(parts)
            .all(|(wanted, part)| wanted == part || (wanted.starts_with('$') && !part.is_empty()))
}

/// Returns the texts in the first language of the browser that the console has, else in English.
fn texts(headers: &HeaderMap) -> &'static str {
    let languages = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    let mut wished = languages
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|wish| wish.trim().split(['-', ';']).next().unwrap_or_default());
    let known = wished.find_map(texts_in).or_else(|| texts_in("en"));
    known.unwrap_or_default()
}

fn texts_in(wished: &str) -> Option<&'static str> {
    let mut known = TEXTS.iter();
    let found = known.find(|(language, _)| language.eq_ignore_ascii_case(wished));
    found.map(|(_, files)| *files)
}

/// Names a file with the mode in which the page asks for it later: the browser uses it only if both are equal.
fn link(file: &str) -> String {
    match file.rsplit_once('.') {
        Some((_, "css")) => format!("</{file}>; rel=preload; as=style; crossorigin"),
        _ => format!("</{file}>; rel=modulepreload"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::{FILES, SECTIONS};
    use super::*;

    #[test]
    fn a_pattern_takes_a_part_of_any_text() {
        for (pattern, path, expected) in [
            ("/today", "/today", true),
            ("/today", "/todays", false),
            ("/activities", "/activities/act_1", false),
            ("/activities/$id", "/activities/act_1", true),
            ("/activities/$id", "/activities/", false),
            ("/activities/$id", "/activities", false),
            ("/activities/$id", "/activities/act_1/laps", false),
            ("/marketplace/$kind/$id", "/marketplace/token/tok_1", true),
            ("/marketplace/$kind/$id", "/marketplace/sell", false),
        ] {
            assert_eq!(fits(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn the_texts_are_in_the_first_language_that_the_console_has() {
        let en = texts_in("en").unwrap();
        let de = texts_in("de").unwrap();
        assert_ne!(en, de);
        for (wished, expected) in [
            ("", en),
            ("de", de),
            ("de-CH,de;q=0.9,en;q=0.8", de),
            ("fr, DE-at;q=0.9, en;q=0.8", de),
            ("en-GB,de;q=0.9", en),
            ("fr;q=0.9, es", en),
            ("deu, english", en),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, wished.parse().unwrap());
            assert_eq!(texts(&headers), expected, "{wished}");
        }
        assert_eq!(texts(&HeaderMap::new()), en);
    }

    #[test]
    fn every_page_names_files_that_are_there() {
        let named = PAGES.iter().map(|page| page.files);
        let named = named.chain([FRAME]);
        let named = named.chain(TEXTS.iter().map(|(_, files)| *files));
        for name in named.flat_map(str::split_whitespace) {
            let is_there = FILES.iter().any(|file| file.path == format!("/{name}"));
            assert!(is_there && name.starts_with("assets/"), "{name}");
        }
        for page in PAGES {
            assert!(page.files.contains(".js"), "{}", page.path);
        }
        for section in SECTIONS {
            let path = format!("/{section}");
            assert!(find(&path).is_some(), "{path}");
        }
    }

    #[test]
    fn without_a_session_the_sign_in_is_shown() {
        for (path, has_session, expected) in [
            ("/", true, "/today"),
            ("/", false, "/sign-in"),
            ("/activities/act_1", true, "/activities/$id"),
            ("/activities/act_1", false, "/sign-in"),
            ("/marketplace/sell", true, "/marketplace/sell"),
            ("/verify", true, "/verify"),
            ("/verify", false, "/check"),
            ("/check", true, "/check"),
            ("/sign-in/callback", false, "/sign-in/callback"),
        ] {
            let page = shown(path, has_session).unwrap();
            assert_eq!(page.path, expected, "{path} {has_session}");
        }
        assert!(shown("/admin/nothing/at/all", true).is_none());
    }
}
