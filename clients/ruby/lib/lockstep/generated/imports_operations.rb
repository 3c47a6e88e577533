# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # The record of each imported file, by which the import can be undone.
  class ImportsOperations < Group
    DELETE_IMPORT = Operation.new(
      "DELETE",
      "/v1/sfdp/imports/{id}",
      :DeletedImport,
      kinds: { "id" => :text, "points" => :text }
    )
    LIST_IMPORTS = Operation.new(
      "GET",
      "/v1/sfdp/imports",
      :ImportPage,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    LIST_IMPORTS_PAGES = Paging.new("imports", :Import, "nextCursor")
    private_constant(
      :DELETE_IMPORT,
      :LIST_IMPORTS,
      :LIST_IMPORTS_PAGES
    )

    # Undo an import: delete the points that it added, and its activities.
    #
    # A point that was stored before the import is kept with the value from the import. A point that
    # another import contains too is kept until that import is undone. A point that `POST /data`
    # sent again later is kept. With `points=keep`, only the record of the import is deleted.
    #
    # @param id [String] The id of the import
    # @param points [String, nil] `delete`: delete the points and activities of the import. `keep`:
    #   keep them and delete only the record of the import. Default: `delete`. One of "keep",
    #   "delete".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedImport]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def delete_import(id, points: nil, options: nil)
      request(DELETE_IMPORT, { path: { "id" => id }, query: { "points" => points } }, options)
    end

    # List imports, newest first.
    #
    # @param limit [Integer, nil] The maximum number of imports. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ImportPage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_imports(limit: nil, cursor: nil, options: nil)
      request(LIST_IMPORTS, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # List imports, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param limit [Integer, nil] The maximum number of imports. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Import>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_imports_all(limit: nil, cursor: nil, options: nil)
      pages(LIST_IMPORTS, LIST_IMPORTS_PAGES, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end
  end
end
