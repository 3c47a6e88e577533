//! Pages of lists: `page` from 1, `limit` up to the area's maximum, a `Link` header.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, Uri, header};

use lockstep_store::counted_list::ListSlice;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api_error::ApiError;
use crate::area::Area;

/// The query of a list without filters, in areas whose pages have 20 entries by default.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of entries per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

impl PageQuery {
    /// Returns the requested page.
    ///
    /// # Errors
    /// As [`Paging::new`].
    pub fn paging(self, area: Area) -> Result<Paging, ApiError> {
        Paging::new(area, self.page, self.limit)
    }
}

/// The requested page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paging {
    /// The page number, from 1.
    pub page: u32,
    /// The number of entries per page.
    pub limit: u32,
}

/// The entries of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The entries in the order of the list.
    pub entries: Vec<T>,
    /// The number of entries of the whole list.
    pub total: u64,
}

impl Paging {
    /// Applies the area's defaults and bounds to the caller's values.
    pub fn new(area: Area, page: Option<u32>, limit: Option<u32>) -> Result<Self, ApiError> {
        let (default, maximum) = area.dialect().page;
        let (page, limit) = (page.unwrap_or(1), limit.unwrap_or(default));
        if page == 0 {
            return Err(ApiError::invalid("page", "pages count from 1"));
        }
        if limit == 0 || limit > maximum {
            return Err(ApiError::invalid(
                "limit",
                format!("must be 1 to {maximum}"),
            ));
        }
        Ok(Self { page, limit })
    }

    /// Returns the number of entries before this page.
    #[must_use]
    pub fn offset(self) -> i64 {
        i64::from(self.page - 1) * i64::from(self.limit)
    }

    /// Returns the part of a counted list, the newest entry first.
    #[must_use]
    pub fn newest(self) -> ListSlice {
        ListSlice {
            offset: self.offset().unsigned_abs(),
            limit: self.limit,
            is_ascending: false,
        }
    }

    /// Returns the part of a counted list, the oldest entry first.
    #[must_use]
    pub fn oldest(self) -> ListSlice {
        ListSlice {
            is_ascending: true,
            ..self.newest()
        }
    }

    /// Returns the response of a list: the `Link` header, and the page as `wire` shows its entries.
    pub fn respond<T, V, P>(
        self,
        uri: &Uri,
        page: Page<T>,
        wire: impl FnOnce(Vec<V>, u64) -> P,
    ) -> (HeaderMap, Json<P>)
    where
        V: From<T>,
    {
        let views = page.entries.into_iter().map(V::from).collect();
        (self.links(uri, page.total), Json(wire(views, page.total)))
    }

    /// Returns the `Link` header (RFC 8288): the first, previous, next and last page that exist.
    #[must_use]
    pub fn links(self, uri: &Uri, total: u64) -> HeaderMap {
        let last = total.div_ceil(u64::from(self.limit)).max(1);
        let page = u64::from(self.page);
        let mut links = vec![(1, "first")];
        if page > 1 {
            links.push(((page - 1).min(last), "prev"));
        }
        if page < last {
            links.push((page + 1, "next"));
        }
        links.push((last, "last"));
        let kept: String = uri
            .query()
            .unwrap_or_default()
            .split('&')
            .filter(|pair| {
                !pair.is_empty() && !pair.starts_with("page=") && !pair.starts_with("limit=")
            })
            .map(|pair| format!("{pair}&"))
            .collect();
        let text: Vec<String> = links
            .into_iter()
            .map(|(page, rel)| {
                let (path, limit) = (uri.path(), self.limit);
                format!("<{path}?{kept}page={page}&limit={limit}>; rel=\"{rel}\"")
            })
            .collect();
        let mut headers = HeaderMap::new();
        if let Ok(value) = HeaderValue::from_str(&text.join(", ")) {
            headers.insert(header::LINK, value);
        }
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_by_area() {
        for (area, page, limit, expected) in [
            (Area::Platform, None, None, Some((1, 10))),
            (Area::Administration, None, None, Some((1, 20))),
            (Area::Administration, Some(3), Some(100), Some((3, 100))),
            (Area::Administration, None, Some(101), None),
            (Area::Platform, Some(0), None, None),
            (Area::Platform, None, Some(0), None),
        ] {
            let found = Paging::new(area, page, limit)
                .ok()
                .map(|page| (page.page, page.limit));
            assert_eq!(found, expected, "{area:?} {page:?} {limit:?}");
        }
    }

    #[test]
    fn links() {
        let uri: Uri = "/v1/admin/users?role=user&page=2&limit=10".parse().unwrap();
        let links = Paging { page: 2, limit: 10 }.links(&uri, 25);
        let text = links[header::LINK].to_str().unwrap();
        for (rel, page) in [("first", 1), ("prev", 1), ("next", 3), ("last", 3)] {
            let link = format!("</v1/admin/users?role=user&page={page}&limit=10>; rel=\"{rel}\"");
            assert!(text.contains(&link), "{text}");
        }
        assert!(
            !Paging { page: 3, limit: 10 }.links(&uri, 25)[header::LINK]
                .to_str()
                .unwrap()
                .contains("next")
        );
    }
}
