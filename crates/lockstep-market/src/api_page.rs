//! `GET /market/{id}`: the page of an offer, for browsers. It has no script and no external resource.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Write;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use lockstep_web::public_url::public_url;
use lockstep_web::text_direction::is_direction_mark;
use lockstep_web::{ApiError, AppState, PathParam, Routes};
use utoipa_axum::routes;

use crate::claim::AttachedClaim;
use crate::offer::OfferId;
use crate::operations::certificate::{certificate_of, listing_record};
use crate::operations::listings::{self, CertifiedListing};
use crate::operations::sealing::are_data_readable;
use crate::operations::visible;
use crate::rules::AccessRules;
use crate::token::DataToken;

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new().open(routes!(page))
}

/// Get the HTML page of a data token or listing that can be bought.
///
/// The page shows the description, the price, the access rules and a summary of the certificate.
/// No credential is needed. Items have no page.
#[utoipa::path(get, path = "/market/{id}", tag = "Marketplace", operation_id = "getOfferPage",
    params(("id" = String, Path, description = "The id of the token or listing")),
    responses((status = 200, description = "The page", body = String, content_type = "text/html",
        example = "<!DOCTYPE html>\n\
            <html lang=\"en\"><head><meta charset=\"utf-8\"><title>Data token</title></head>\n\
            <body><main>\n<h1><bdi>Data token</bdi></h1>\n<p><bdi>A month of training</bdi></p>\n\
            <h2>Offer</h2>\n<dl>\n<dt>Price</dt><dd><bdi>12.50 EUR</bdi></dd>\n</dl>\n\
            <h2>Certificate</h2>\n<table>\n<tr><th>Type</th><th>Points</th></tr>\n\
            <tr><td><bdi>heart_rate</bdi></td><td>2592</td></tr>\n</table>\n\
            </main></body></html>\n")))]
async fn page(
    State(state): State<AppState>,
    PathParam(id): PathParam<OfferId>,
) -> Result<Response, ApiError> {
    let offer = id.clone();
    let html = match id {
        OfferId::Token(id) => {
            let (token, claims) = visible::offered(&state, id).await?;
            token_page(&token, &claims, are_data_readable(&state, &offer).await?)
        }
        OfferId::Listing(id) => {
            let certified = listings::certified(&state, None, id).await?;
            listing_page(certified, are_data_readable(&state, &offer).await?)
        }
        OfferId::Item(_) => return Err(ApiError::not_found("page")),
    };
    let mut response = html.into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// The pages of offers, under the URL of the server: the configured one, or the host that the request names.
pub(crate) struct Pages {
    base: String,
}

impl Pages {
    /// Returns the URL of the page of an offer.
    pub(crate) fn of(&self, id: &impl std::fmt::Display) -> String {
        format!("{}/market/{id}", self.base)
    }
}

impl FromRequestParts<AppState> for Pages {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let base = public_url(state.policy(), &parts.uri, &parts.headers);
        Ok(Self { base })
    }
}

fn token_page(token: &DataToken, claims: &[AttachedClaim], is_readable: bool) -> String {
    let certificate = certificate_of(token, &BTreeSet::new());
    let until = token.available_until.map(|until| until.to_string());
    let mut facts = vec![
        ("Token", token.id.to_string()),
        ("Price", token.price.to_string()),
    ];
    facts.extend(rules(&token.rules));
    facts.extend([
        (
            "Available until",
            until.unwrap_or_else(|| "no end date; until the seller withdraws it".to_owned()),
        ),
        ("Points", token.points.to_string()),
        ("Root", certificate.root),
    ]);
    facts.extend(sale(is_readable));
    let mut page = begin("Data token", &token.description, &facts);
    page += "<table>\n<tr><th>Type</th><th>Device</th><th>Mode</th>\
             <th>Points</th><th>First</th><th>Last</th><th>Days</th><th>Gaps</th></tr>\n";
    for series in &certificate.series {
        push(
            &mut page,
            format_args!(
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                IsolatedText(&series.kind),
                IsolatedText(&series.device),
                IsolatedText(series.mode.as_deref().unwrap_or("none")),
                series.points,
                EscapedText(&series.first),
                EscapedText(&series.last),
                series.days.len(),
                series.gaps.len(),
            ),
        );
    }
    page += "</table>\n<p>The signed certificate names every day: \
             <code>GET /v1/sfdp/marketplace/tokens/{id}/certificate</code>. \
             Check it with <code>lockstep verify FILE</code> before you buy.</p>\n";
    push_claims(&mut page, claims);
    page += "</main></body></html>\n";
    page
}

/// Appends the claims of the seller, with the worth of their proofs; nothing without claims.
fn push_claims(page: &mut String, claims: &[AttachedClaim]) {
    if claims.is_empty() {
        return;
    }
    page.push_str(
        "<h2>Claims of the seller</h2>\n<table>\n<tr><th>Claim</th><th>Set-up</th><th>Valid until</th></tr>\n",
    );
    for claim in claims {
        let end = claim.expires_at.map(|end| end.to_string());
        push(
            page,
            format_args!(
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                IsolatedText(&claim.statement),
                claim.setup,
                end.as_deref().unwrap_or("no end"),
            ),
        );
    }
    page.push_str(
        "</table>\n<p>Set-up <b>local</b>: the platform made the keys of the proof and could prove anything. Such a \
         claim is worth as much as the signature of the platform. Set-up <b>transparent</b>: no party could prove a false \
         claim about the signed days.</p>\n",
    );
}

fn listing_page(certified: CertifiedListing, is_readable: bool) -> String {
    let listing = certified.listing.clone();
    let certificate = listing_record(certified);
    let mut facts = vec![
        ("Listing", certificate.listing),
        ("Price", listing.price.to_string()),
    ];
    facts.extend(rules(&listing.rules));
    facts.extend([
        ("Dataset", certificate.dataset),
        ("Version", certificate.version.to_string()),
        ("Rows", certificate.rows.to_string()),
        (
            "Mode",
            certificate.mode.unwrap_or_else(|| "none".to_owned()),
        ),
        (
            "Root",
            certificate.root.unwrap_or_else(|| "none".to_owned()),
        ),
    ]);
    facts.extend(sale(is_readable));
    let mut page = begin(&listing.title, &listing.description, &facts);
    page += "<table>\n<tr><th>Column</th><th>Type</th><th>Unit</th><th>Empty cells</th><th>Protection</th></tr>\n";
    for column in certificate.columns.iter().take(MAX_COLUMNS_SHOWN) {
        push(
            &mut page,
            format_args!(
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                IsolatedText(&column.name),
                column.kind,
                IsolatedText(column.unit.as_deref().unwrap_or("")),
                column.null_count,
                column.protection,
            ),
        );
    }
    page += "</table>\n";
    if let Some(more) = certificate.columns.len().checked_sub(MAX_COLUMNS_SHOWN + 1) {
        push(
            &mut page,
            format_args!("<p>And {} more columns.</p>\n", more + 1),
        );
    }
    page += "<p>The signed certificate names every column: \
             <code>GET /api/marketplace/items/{id}/certificate</code>. \
             Check it with <code>lockstep verify FILE</code> before you buy.</p>\n\
             </main></body></html>\n";
    page
}

/// The fact that an offer cannot be bought now; `None` if it can.
fn sale(is_readable: bool) -> Option<(&'static str, String)> {
    let stopped = "not now: a key of the seller that the data need is stopped";
    (!is_readable).then(|| ("Sale", stopped.to_owned()))
}

/// The names and values of the rules of an offer.
fn rules(rules: &AccessRules) -> [(&'static str, String); 3] {
    let mut restrictions = rules.restrictions.texts().join(", ");
    if restrictions.is_empty() {
        restrictions = "none".to_owned();
    }
    [
        ("Access", rules.duration.as_str().to_owned()),
        ("Reads", rules.allowed_uses.to_string()),
        ("Restrictions", restrictions),
    ]
}

/// Begins a page: title, description and facts of an offer, up to the heading of its certificate.
fn begin(title: &str, description: &str, facts: &[(&str, String)]) -> String {
    let (title, heading) = (EscapedText(title), IsolatedText(title));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title></head>\n<body><main>\n<h1>{heading}</h1>\n"
    );
    for paragraph in description.split("\n\n") {
        if !paragraph.trim().is_empty() {
            push(
                &mut page,
                format_args!("<p>{}</p>\n", IsolatedText(paragraph)),
            );
        }
    }
    page += "<h2>Offer</h2>\n<dl>\n";
    for (name, value) in facts {
        push(
            &mut page,
            format_args!("<dt>{name}</dt><dd>{}</dd>\n", IsolatedText(value)),
        );
    }
    page += "</dl>\n<h2>Certificate</h2>\n";
    page
}

fn push(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("a string takes every text");
}

/// A text of the seller as an element of its own: text that is written from right to left does not reorder the text
/// around it.
struct IsolatedText<'a>(&'a str);

impl std::fmt::Display for IsolatedText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<bdi>{}</bdi>", EscapedText(self.0))
    }
}

/// A text of the seller, without any character that HTML reads.
struct EscapedText<'a>(&'a str);

impl std::fmt::Display for EscapedText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                mark if is_direction_mark(mark) || mark == '\u{feff}' => {}
                control if control.is_control() && control != '\n' => {}
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// The columns that a page shows: a dataset can have 2000, and visitors compare the first of them. The certificate names
/// all.
const MAX_COLUMNS_SHOWN: usize = 200;
/// Allows nothing but the page itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; sandbox";
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-resource-policy");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_sellers_are_escaped() {
        for (text, expected) in [
            ("a & b", "a &amp; b"),
            (
                "<script>alert(1)</script>",
                "&lt;script&gt;alert(1)&lt;/script&gt;",
            ),
            ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
            ("a\u{202e}b\u{0}c\u{1b}", "abc"),
            ("a\u{200f}b\u{61c}c\u{2066}d\u{2028}e\u{feff}", "abcde"),
            ("é\nü", "é\nü"),
        ] {
            assert_eq!(EscapedText(text).to_string(), expected);
        }
    }

    #[test]
    fn every_text_of_a_seller_is_isolated() {
        let page = begin(
            "\u{5d0}1",
            "\u{5d1}2\n\n\u{5d2}3",
            &[("Mode", "\u{5d3}4".to_owned())],
        );
        for element in ["h1", "p", "dd"] {
            let begins: Vec<&str> = page.split(&format!("<{element}>")).skip(1).collect();
            assert!(
                !begins.is_empty() && begins.iter().all(|text| text.starts_with("<bdi>")),
                "{page}"
            );
        }
        assert_eq!(
            page.matches("<bdi>").count(),
            page.matches("</bdi>").count()
        );
    }
}
