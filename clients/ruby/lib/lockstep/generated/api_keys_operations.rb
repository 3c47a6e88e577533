# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Credentials of the caller's account for programs; scopes and an expiry can limit them.
  class ApiKeysOperations < Group
    CREATE_API_KEY = Operation.new(
      "POST",
      "/v1/api-keys",
      :ApiKeyWithSecret,
      kinds: { "expiresAt" => :time, "name" => :text, "scopes" => [:text] },
      takes_idempotency_key: true
    )
    DELETE_API_KEY = Operation.new(
      "DELETE",
      "/v1/api-keys/{id}",
      :DeletedApiKey,
      kinds: { "id" => :text }
    )
    LIST_API_KEYS = Operation.new(
      "GET",
      "/v1/api-keys",
      :ApiKeyPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_API_KEYS_PAGES = Paging.new("apiKeys", :ApiKey, nil)
    private_constant(
      :CREATE_API_KEY,
      :DELETE_API_KEY,
      :LIST_API_KEYS,
      :LIST_API_KEYS_PAGES
    )

    # Create an API key. Its secret is returned once, in this response.
    #
    # A key created by an API key has at most the scopes of that key, does not outlive it, and is
    # revoked with it. Without `expiresAt` it expires with its parent.
    #
    # @param name [String] The name of the key, 1 to 100 characters.
    # @param expires_at [Time, nil] The time of expiry. Without it, the key is valid until it is
    #   deleted.
    # @param scopes [Array<String>, nil] Area names with `:read` or `:write`. Empty: everything the
    #   role permits.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ApiKeyWithSecret]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_api_key(name:, expires_at: UNSET, scopes: UNSET, options: nil)
      request(
        CREATE_API_KEY,
        { json: { "name" => name, "expiresAt" => expires_at, "scopes" => scopes } },
        options
      )
    end

    # Delete an API key and every key it created.
    #
    # @param id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedApiKey]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_api_key(id, options: nil)
      request(DELETE_API_KEY, { path: { "id" => id } }, options)
    end

    # List the caller's API keys, without their secrets.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ApiKeyPage]
    def list_api_keys(page: nil, limit: nil, options: nil)
      request(LIST_API_KEYS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the caller's API keys, without their secrets.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::ApiKey>]
    def list_api_keys_all(page: nil, limit: nil, options: nil)
      pages(LIST_API_KEYS, LIST_API_KEYS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end
  end
end
