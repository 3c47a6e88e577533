//! `/imports`: the imports of files, and undoing them.

use axum::Json;
use axum::extract::State;
use lockstep_store::Timestamp;
use lockstep_store::id::ImportId;
use lockstep_web::{ApiError, AppState, Caller, Params, PathParam};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::activities::{PointRetention, is_zero};
use crate::import_record::State as Stage;
use crate::operations::imports::{self, Import};

/// Which imports.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ImportsQuery {
    /// The maximum number of imports.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<usize>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// A page of imports.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportPage {
    /// The imports, newest first.
    imports: Vec<ImportView>,
    /// Whether more imports follow.
    has_more: bool,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// The number of damaged records that were left out; absent if none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    damaged: u64,
}

/// An import of a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub(crate) struct ImportView {
    /// The id of the import: `imp_` and 26 characters.
    #[schema(example = "imp_01h455vb4pex5vsknk084sn02q")]
    id: String,
    state: ImportState,
    /// The time at which the import began: RFC 3339, UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// When the import was complete; null before.
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// The name of the file; null if it was not sent.
    #[schema(example = "ride.fit")]
    file: Option<String>,
    /// The format of the file; null before the import is complete.
    #[schema(example = "fit")]
    format: Option<String>,
    /// The number of points that were stored.
    processed_count: u64,
    /// The number of these points that were not stored before.
    new_count: u64,
    /// The number of activities in the file.
    activity_count: u64,
    /// The number of errors in the file.
    error_count: u64,
    /// The first record of the file; null before the import is complete, and without a record.
    #[schema(format = DateTime)]
    start: Option<String>,
    /// The last record of the file.
    #[schema(format = DateTime)]
    end: Option<String>,
}

/// The state of an import. `unfinished`: it runs or was cut off, and its points so far are stored. `complete`: the whole
/// file was read. `undoing`: it is being undone, or that was cut off; delete it again to continue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ImportState {
    /// The import runs, or was cut off: its points so far are stored.
    Unfinished,
    /// The whole file was read.
    Complete,
    /// The import is being undone, or that was cut off: delete it again to continue.
    Undoing,
}

impl From<Import> for ImportView {
    fn from(import: Import) -> Self {
        let content = import.content;
        let text = |at: i64| Timestamp(at).to_string();
        Self {
            state: match import.state {
                Stage::Unfinished => ImportState::Unfinished,
                Stage::Complete => ImportState::Complete,
                Stage::Undoing => ImportState::Undoing,
            },
            started_at: import.id.created_at().to_string(),
            id: import.id.to_string(),
            finished_at: content.finished_at.map(text),
            file: content.file,
            format: content.format,
            processed_count: content.count,
            new_count: content.new,
            activity_count: content.activities,
            error_count: content.errors,
            start: content.span.map(|(start, _)| text(start)),
            end: content.span.map(|(_, end)| text(end)),
        }
    }
}

/// List imports, newest first.
#[utoipa::path(get, path = "/v1/sfdp/imports", tag = "Imports", operation_id = "listImports",
    params(ImportsQuery), responses((status = 200, description = "A page of imports", body = ImportPage)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<ImportsQuery>,
) -> Result<Json<ImportPage>, ApiError> {
    let limit = query.limit.unwrap_or(100);
    if !(1..=500).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 500"));
    }
    let before = query.cursor.map(|cursor| {
        let id: Result<ImportId, _> = cursor.parse();
        id.map_err(|_| ApiError::invalid("cursor", "must be a nextCursor"))
    });
    let page = imports::list(&state, caller.user, before.transpose()?, limit).await?;
    let imports: Vec<ImportView> = page.imports.into_iter().map(Into::into).collect();
    let last = imports.last().map(|import| import.id.clone());
    Ok(Json(ImportPage {
        next_cursor: last.filter(|_| page.has_more),
        imports,
        has_more: page.has_more,
        damaged: page.damaged,
    }))
}

/// The options for deleting an import.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DeleteImportQuery {
    /// `delete`: delete the points and activities of the import. `keep`: keep them and delete only the
    /// record of the import.
    #[param(inline, default = "delete")]
    points: Option<PointRetention>,
}

/// The result of deleting an import.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedImport {
    /// The number of deleted points.
    deleted_points: u64,
    /// The number of deleted activities: activities that no other import contains.
    deleted_activities: u64,
    /// The number of batches whose record is damaged: their points stay; absent if none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    damaged_batches: u64,
}

/// Undo an import: delete the points that it added, and its activities.
///
/// A point that was stored before the import is kept with the value from the import. A point that
/// another import contains too is kept until that import is undone. A point that `POST /data` sent again
/// later is kept. With `points=keep`, only the record of the import is deleted.
#[utoipa::path(delete, path = "/v1/sfdp/imports/{id}", tag = "Imports", operation_id = "deleteImport",
    params(("id" = String, Path, description = "The id of the import"), DeleteImportQuery),
    responses((status = 200, description = "The import was undone", body = DeletedImport)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<DeleteImportQuery>,
    PathParam(id): PathParam<ImportId>,
) -> Result<Json<DeletedImport>, ApiError> {
    let undone = match query.points {
        Some(PointRetention::Keep) => {
            imports::forget(&state, caller.owner(), id).await?;
            imports::UndoneImport::default()
        }
        Some(PointRetention::Delete) | None => imports::undo(&state, caller.owner(), id).await?,
    };
    Ok(Json(DeletedImport {
        deleted_points: undone.points,
        deleted_activities: undone.activities,
        damaged_batches: undone.damaged_batches,
    }))
}
