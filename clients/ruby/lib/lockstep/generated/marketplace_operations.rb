# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Data tokens (points), listings (datasets) and items of the platform: offers, certificates,
  # claims, prices and approvals; purchases, receipts, refunds, bought data and grants; the ledger
  # and settlements.
  class MarketplaceOperations < Group
    AGGREGATE_SOLD_POINTS = Operation.new(
      "POST",
      "/v1/sfdp/marketplace/tokens/{id}/aggregate",
      :SoldAggregate,
      kinds: { "audience" => :text, "days" => [:text], "device" => :text, "id" => :text, "operation" => :text, "type" => :text },
      takes_idempotency_key: true
    )
    APPROVE_DATA_TOKEN = Operation.new(
      "POST",
      "/v1/admin/marketplace/tokens/{tokenId}/approve",
      :DataTokenApproval,
      kinds: { "tokenId" => :text }
    )
    ATTACH_CLAIM = Operation.new(
      "POST",
      "/v1/sfdp/marketplace/tokens/{id}/claims",
      :DataTokenClaims,
      kinds: { "claim" => { of: nil }, "id" => :text },
      takes_idempotency_key: true
    )
    COMPARE_PRICES = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/prices",
      :PriceComparison,
      kinds: { "limit" => :integer, "type" => :text, "words" => :text }
    )
    CREATE_DATA_TOKEN = Operation.new(
      "POST",
      "/v1/sfdp/marketplace/tokens",
      :CreatedDataToken,
      kinds: { "accessRules" => :AccessRules, "availableUntil" => :time, "claims" => [{ of: nil }], "currency" => :text, "dataPoints" => [:text], "description" => :text, "price" => :number },
      takes_idempotency_key: true
    )
    CREATE_ITEM = Operation.new(
      "POST",
      "/v1/admin/marketplace/items",
      :MarketplaceItem,
      kinds: { "category" => :text, "currency" => :text, "description" => :text, "encryption" => :ItemEncryption, "name" => :text, "price" => :number, "status" => :text },
      takes_idempotency_key: true
    )
    CREATE_LISTING = Operation.new(
      "POST",
      "/api/marketplace/items",
      :Listing,
      kinds: { "access_rules" => :ListingRules, "currency" => :text, "dataset_id" => :text, "description" => :text, "price" => :number, "title" => :text },
      takes_idempotency_key: true
    )
    ENTER_SETTLEMENT = Operation.new(
      "POST",
      "/v1/admin/marketplace/settlements",
      :Settlement,
      kinds: { "amount" => :number, "currency" => :text, "further" => [:AdditionalMovement], "reference" => :text, "type" => :text, "userId" => :text },
      takes_idempotency_key: true
    )
    GET_DATA_TOKEN = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/tokens/{id}",
      :DataTokenDetails,
      kinds: { "id" => :text }
    )
    GET_LISTING = Operation.new(
      "GET",
      "/api/marketplace/items/{id}",
      :ListingDetails,
      kinds: { "id" => :text }
    )
    GET_LISTING_CERTIFICATE = Operation.new(
      "GET",
      "/api/marketplace/items/{id}/certificate",
      { of: nil },
      kinds: { "id" => :text }
    )
    GET_LISTING_DRAFT = Operation.new(
      "GET",
      "/api/datasets/{dataset_id}/listing-draft",
      :ListingDraft,
      kinds: { "currency" => :text, "dataset_id" => :text }
    )
    GET_OFFER_PAGE = Operation.new(
      "GET",
      "/market/{id}",
      nil,
      kinds: { "id" => :text },
      open: true
    )
    GET_OFFERED_ITEM = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/items/{id}",
      :MarketplaceItem,
      kinds: { "id" => :text }
    )
    GET_PURCHASE = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/purchases/{id}",
      :Purchase,
      kinds: { "id" => :text }
    )
    GET_PURCHASE_RECEIPT = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/purchases/{id}/receipt",
      { of: nil },
      kinds: { "id" => :text }
    )
    GET_TOKEN_CERTIFICATE = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/tokens/{id}/certificate",
      { of: nil },
      kinds: { "id" => :text }
    )
    LIST_DATA_GRANTS = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/grants",
      :DataGrantList,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    LIST_DATA_GRANTS_PAGES = Paging.new("grants", :DataGrant, "nextCursor")
    LIST_DATA_TOKENS = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/tokens",
      :DataTokenList,
      kinds: { "cursor" => :text, "limit" => :integer, "scope" => :text }
    )
    LIST_DATA_TOKENS_PAGES = Paging.new("tokens", :DataTokenEntry, "nextCursor")
    LIST_ITEMS = Operation.new(
      "GET",
      "/v1/admin/marketplace/items",
      :MarketplaceItemPage,
      kinds: { "category" => :text, "limit" => :integer, "page" => :integer, "search" => :text, "status" => :text }
    )
    LIST_ITEMS_PAGES = Paging.new("items", :MarketplaceItem, nil)
    LIST_LISTINGS = Operation.new(
      "GET",
      "/api/marketplace/items",
      :ListingList,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_LISTINGS_PAGES = Paging.new("data", :Listing, nil)
    LIST_OFFERED_ITEMS = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/items",
      :OfferedItemPage,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    LIST_OFFERED_ITEMS_PAGES = Paging.new("items", :MarketplaceItem, "nextCursor")
    LIST_PENDING_TOKENS = Operation.new(
      "GET",
      "/v1/admin/marketplace/tokens",
      :DataTokenList,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    LIST_PENDING_TOKENS_PAGES = Paging.new("tokens", :DataTokenEntry, "nextCursor")
    LIST_PURCHASES = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/purchases",
      :PurchaseList,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    LIST_PURCHASES_PAGES = Paging.new("purchases", :Purchase, "nextCursor")
    LIST_TOKEN_CLAIMS = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/tokens/{id}/claims",
      :DataTokenClaims,
      kinds: { "id" => :text }
    )
    PURCHASE_DATA_TOKEN = Operation.new(
      "POST",
      "/v1/sfdp/marketplace/tokens/{id}/purchase",
      :TokenPurchase,
      kinds: { "currency" => :text, "expectedPrice" => :number, "id" => :text, "purpose" => :text },
      takes_idempotency_key: true
    )
    PURCHASE_ITEM = Operation.new(
      "POST",
      "/v1/sfdp/marketplace/items/{id}/purchase",
      :ItemPurchase,
      kinds: { "currency" => :text, "expectedPrice" => :number, "id" => :text, "purpose" => :text },
      takes_idempotency_key: true
    )
    PURCHASE_LISTING = Operation.new(
      "POST",
      "/api/marketplace/items/{id}/purchase",
      :ListingPurchase,
      kinds: { "currency" => :text, "expected_price" => :number, "id" => :text, "purpose" => :text },
      takes_idempotency_key: true
    )
    READ_LEDGER = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/ledger",
      :Ledger,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    READ_LEDGER_PAGES = Paging.new("entries", :LedgerTransfer, "nextCursor")
    READ_PLATFORM_LEDGER = Operation.new(
      "GET",
      "/v1/admin/marketplace/ledger",
      :Ledger,
      kinds: { "cursor" => :text, "limit" => :integer }
    )
    READ_PLATFORM_LEDGER_PAGES = Paging.new("entries", :LedgerTransfer, "nextCursor")
    READ_SOLD_POINTS = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/tokens/{id}/data",
      :SoldDataPage,
      kinds: { "cursor" => :text, "format" => :text, "id" => :text, "limit" => :integer },
      takes_idempotency_key: true
    )
    READ_SOLD_POINTS_PAGES = Paging.new("data", :SoldPoint, "nextCursor")
    READ_SOLD_ROWS = Operation.new(
      "GET",
      "/api/marketplace/items/{id}/data",
      { of: nil },
      kinds: { "columns" => :text, "id" => :text, "limit" => :integer, "offset" => :integer, "use" => :text },
      takes_idempotency_key: true
    )
    REFUND_PURCHASE = Operation.new(
      "POST",
      "/v1/sfdp/marketplace/purchases/{id}/refund",
      :Purchase,
      kinds: { "id" => :text },
      takes_idempotency_key: true
    )
    SEARCH_OFFERS = Operation.new(
      "GET",
      "/v1/sfdp/marketplace/offers",
      :OfferSearchResult,
      kinds: { "limit" => :integer, "query" => :text }
    )
    UPDATE_ITEM = Operation.new(
      "PATCH",
      "/v1/admin/marketplace/items/{itemId}",
      :MarketplaceItem,
      kinds: { "category" => :text, "currency" => :text, "description" => :text, "encryption" => :ItemEncryption, "itemId" => :text, "name" => :text, "price" => :number, "status" => :text }
    )
    WITHDRAW_DATA_TOKEN = Operation.new(
      "DELETE",
      "/v1/sfdp/marketplace/tokens/{id}",
      :WithdrawnDataToken,
      kinds: { "id" => :text }
    )
    WITHDRAW_LISTING = Operation.new(
      "DELETE",
      "/api/marketplace/items/{id}",
      :WithdrawnListing,
      kinds: { "id" => :text }
    )
    private_constant(
      :AGGREGATE_SOLD_POINTS,
      :APPROVE_DATA_TOKEN,
      :ATTACH_CLAIM,
      :COMPARE_PRICES,
      :CREATE_DATA_TOKEN,
      :CREATE_ITEM,
      :CREATE_LISTING,
      :ENTER_SETTLEMENT,
      :GET_DATA_TOKEN,
      :GET_LISTING,
      :GET_LISTING_CERTIFICATE,
      :GET_LISTING_DRAFT,
      :GET_OFFER_PAGE,
      :GET_OFFERED_ITEM,
      :GET_PURCHASE,
      :GET_PURCHASE_RECEIPT,
      :GET_TOKEN_CERTIFICATE,
      :LIST_DATA_GRANTS,
      :LIST_DATA_GRANTS_PAGES,
      :LIST_DATA_TOKENS,
      :LIST_DATA_TOKENS_PAGES,
      :LIST_ITEMS,
      :LIST_ITEMS_PAGES,
      :LIST_LISTINGS,
      :LIST_LISTINGS_PAGES,
      :LIST_OFFERED_ITEMS,
      :LIST_OFFERED_ITEMS_PAGES,
      :LIST_PENDING_TOKENS,
      :LIST_PENDING_TOKENS_PAGES,
      :LIST_PURCHASES,
      :LIST_PURCHASES_PAGES,
      :LIST_TOKEN_CLAIMS,
      :PURCHASE_DATA_TOKEN,
      :PURCHASE_ITEM,
      :PURCHASE_LISTING,
      :READ_LEDGER,
      :READ_LEDGER_PAGES,
      :READ_PLATFORM_LEDGER,
      :READ_PLATFORM_LEDGER_PAGES,
      :READ_SOLD_POINTS,
      :READ_SOLD_POINTS_PAGES,
      :READ_SOLD_ROWS,
      :REFUND_PURCHASE,
      :SEARCH_OFFERS,
      :UPDATE_ITEM,
      :WITHDRAW_DATA_TOKEN,
      :WITHDRAW_LISTING
    )

    # Compute a sum, mean or variance over days of a bought token.
    #
    # No point is returned. Each answer consumes one use. With an `Idempotency-Key`, an answer that
    # did not arrive is given again for one hour.
    #
    # @param id [String] The id of the token
    # @param operation [String] One of "sum", "mean", "variance".
    # @param type [String] The type of the points.
    # @param audience [String, nil] The recipient that the document names; absent: the purchase.
    # @param days [Array<String>, nil] Calendar days in UTC that the certificate names as offered;
    #   absent for all of them.
    # @param device [String, nil] Only the points of this device, named as in the token's series.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SoldAggregate]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
    def aggregate_sold_points(
      id,
      operation:,
      type:,
      audience: UNSET,
      days: UNSET,
      device: UNSET,
      options: nil
    )
      request(
        AGGREGATE_SOLD_POINTS,
        {
          path: { "id" => id },
          json: {
            "operation" => operation,
            "type" => type,
            "audience" => audience,
            "days" => days,
            "device" => device
          }
        },
        options
      )
    end

    # Approve a data token whose price is above the setting `wallet.autoApproveThreshold`.
    #
    # The token can then be bought. Another approval changes nothing.
    #
    # @param token_id [String] The id of the token
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataTokenApproval]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the token was withdrawn or has expired.
    def approve_data_token(token_id, options: nil)
      request(APPROVE_DATA_TOKEN, { path: { "tokenId" => token_id } }, options)
    end

    # Attach a claim about your own days to one of your data tokens.
    #
    # The platform verifies the document first: the proof, the signatures, the owner, the end of its
    # validity, and that its days are among those of the offered points. Buyers see the claim until
    # it expires. The claim contains your pseudonym, which is the same in all your claims.
    #
    # @param id [String] The id of the token
    # @param claim [Hash{String => Object}] The document of `POST /v1/sfdp/proofs` about your own
    #   days, without audience and nonce.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataTokenClaims]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def attach_claim(id, claim:, options: nil)
      request(ATTACH_CLAIM, { path: { "id" => id }, json: { "claim" => claim } }, options)
    end

    # Compare the prices of active offers: for a measurement type, for words, or of all offers.
    #
    # Offers of every account are compared, also the caller's own.
    #
    # @param type [String, nil] Only data tokens with points of this measurement type.
    # @param words [String, nil] Only offers whose title or description has words that begin with
    #   each of these words; 200 characters at most.
    # @param limit [Integer, nil] The maximum number of offers to name. The prices are those of all
    #   that match. Default: 10.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PriceComparison]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def compare_prices(type: nil, words: nil, limit: nil, options: nil)
      request(COMPARE_PRICES, { query: { "type" => type, "words" => words, "limit" => limit } }, options)
    end

    # Create a data token: an offer of some of your points.
    #
    # The current points are copied; later changes are not included. If its price is above the
    # setting `wallet.autoApproveThreshold`, the token is `pending` until an administrator approves
    # it.
    #
    # @param access_rules [Models::AccessRules, Hash]
    # @param currency [String] The currency of the price, an ISO 4217 code.
    # @param data_points [Array<String>] Ids of points, or selectors
    #   `type=…;device=…;start=…;end=…`. Each must select a point of yours. The id of a registered
    #   device and its name select the same points. The token sells these points as they are now.
    # @param price [Numeric] The price, above zero, with at most the decimals of the currency.
    # @param available_until [Time, nil] The time after which the token cannot be bought.
    # @param claims [Array<Hash{String => Object}>, nil] Documents of `POST /v1/sfdp/proofs` about
    #   your own days, without audience and nonce, for buyers to verify.
    # @param description [String, nil] A text for buyers, on the page of the listing.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CreatedDataToken]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: points under a key that is stopped.
    def create_data_token(
      access_rules:,
      currency:,
      data_points:,
      price:,
      available_until: UNSET,
      claims: UNSET,
      description: UNSET,
      options: nil
    )
      request(
        CREATE_DATA_TOKEN,
        {
          json: {
            "accessRules" => access_rules,
            "currency" => currency,
            "dataPoints" => data_points,
            "price" => price,
            "availableUntil" => available_until,
            "claims" => claims,
            "description" => description
          }
        },
        options
      )
    end

    # Create an item, which the platform sells.
    #
    # Accounts can buy an `active` item. The receipt names it; the platform delivers nothing else.
    #
    # @param category [String] A category of your choice, 1 to 64 characters. Lists can be filtered
    #   by it.
    # @param description [String] The text that buyers see, at most 10 000 characters; can be empty.
    # @param encryption [Models::ItemEncryption, Hash]
    # @param name [String] The title that buyers see, 1 to 200 characters.
    # @param price [Numeric] The price, not below zero.
    # @param currency [String, nil] The currency of the price, an ISO 4217 code. Default: "EUR".
    # @param status [String, nil] The status of the item. Default: `active`. One of "draft",
    #   "active", "archived".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::MarketplaceItem]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_item(
      category:,
      description:,
      encryption:,
      name:,
      price:,
      currency: UNSET,
      status: UNSET,
      options: nil
    )
      request(
        CREATE_ITEM,
        {
          json: {
            "category" => category,
            "description" => description,
            "encryption" => encryption,
            "name" => name,
            "price" => price,
            "currency" => currency,
            "status" => status
          }
        },
        options
      )
    end

    # Offer one of your datasets for sale.
    #
    # The listing offers the current version of the data. The dataset cannot be deleted while it is
    # listed.
    #
    # @param dataset_id [String] A dataset of the caller that has data.
    # @param price [Numeric] The price, above zero, with at most the decimals of the currency.
    # @param title [String] The title that buyers see, 1 to 200 characters.
    # @param access_rules [Models::ListingRules, Hash, nil] The rules of the sale. Without them: one
    #   year and 1000 reads, without restrictions.
    # @param currency [String, nil] The currency of the price, an ISO 4217 code. Default: "EUR".
    # @param description [String, nil] The text that buyers see, at most 10 000 characters. Default:
    #   empty.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Listing]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_listing(
      dataset_id:,
      price:,
      title:,
      access_rules: UNSET,
      currency: UNSET,
      description: UNSET,
      options: nil
    )
      request(
        CREATE_LISTING,
        {
          json: {
            "dataset_id" => dataset_id,
            "price" => price,
            "title" => title,
            "access_rules" => access_rules,
            "currency" => currency,
            "description" => description
          }
        },
        options
      )
    end

    # Record payments that account owners made or received outside the platform.
    #
    # Either all movements of a request are recorded, or none is.
    #
    # @param amount [Numeric] The amount, above zero.
    # @param currency [String] The ISO 4217 code of the currency of `amount`.
    # @param reference [String] A text for the reader of the ledger, such as the number of a bank
    #   transfer.
    # @param type [String] One of "settlement", "payout".
    # @param user_id [String] The account, or `platform` for the proceeds of items.
    # @param further [Array<Models::AdditionalMovement>, Hash, nil] Further movements. Either all
    #   movements are recorded, or none is. The setting `wallet.gasLimit` is the maximum number of
    #   movements, including this one.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Settlement]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def enter_settlement(amount:, currency:, reference:, type:, user_id:, further: UNSET, options: nil)
      request(
        ENTER_SETTLEMENT,
        {
          json: {
            "amount" => amount,
            "currency" => currency,
            "reference" => reference,
            "type" => type,
            "userId" => user_id,
            "further" => further
          }
        },
        options
      )
    end

    # Get a data token: your own, one that can be bought, or one that you bought.
    #
    # @param id [String] The id of the token
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataTokenDetails]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_data_token(id, options: nil)
      request(GET_DATA_TOKEN, { path: { "id" => id } }, options)
    end

    # Get a listing: your own, one that can be bought, or one that you bought.
    #
    # @param id [String] The id of the listing
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ListingDetails]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_listing(id, options: nil)
      request(GET_LISTING, { path: { "id" => id } }, options)
    end

    # Get the certificate of a listing: your own, one that can be bought, or one that you bought.
    #
    # The certificate states the columns with types, units and numbers of empty cells, the number of
    # rows, mode, version and root. It contains no value and is signed by the platform. `lockstep
    # verify` checks it offline.
    #
    # @param id [String] The id of the listing
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Hash{String => Object}]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_listing_certificate(id, options: nil)
      request(GET_LISTING_CERTIFICATE, { path: { "id" => id } }, options)
    end

    # Get a draft of a listing of one of your datasets.
    #
    # Nothing is stored. `POST /api/marketplace/items` creates a listing.
    #
    # @param dataset_id [String] The id of the dataset
    # @param currency [String, nil] The currency of the price, an ISO 4217 code. Default: "EUR".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ListingDraft]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_listing_draft(dataset_id, currency: nil, options: nil)
      request(
        GET_LISTING_DRAFT,
        { path: { "dataset_id" => dataset_id }, query: { "currency" => currency } },
        options
      )
    end

    # Get the HTML page of a data token or listing that can be bought.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # The page shows the description, the price, the access rules and a summary of the certificate.
    # No credential is needed. Items have no page.
    #
    # @param id [String] The id of the token or listing
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_offer_page_stream(id, options: nil, &block)
      stream(GET_OFFER_PAGE, { path: { "id" => id } }, "text/html", options, &block)
    end

    # Get an item that can be bought, or that you bought.
    #
    # @param id [String] The id of the item
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::MarketplaceItem]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_offered_item(id, options: nil)
      request(GET_OFFERED_ITEM, { path: { "id" => id } }, options)
    end

    # Get one of your purchases.
    #
    # @param id [String] The id of the purchase
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Purchase]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_purchase(id, options: nil)
      request(GET_PURCHASE, { path: { "id" => id } }, options)
    end

    # Get the signed receipt of one of your purchases.
    #
    # The platform signs the receipt. It stays available after the seller's account is erased.
    # `lockstep verify` checks it offline.
    #
    # @param id [String] The id of the purchase
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Hash{String => Object}]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_purchase_receipt(id, options: nil)
      request(GET_PURCHASE_RECEIPT, { path: { "id" => id } }, options)
    end

    # Get the certificate of a data token.
    #
    # The certificate states types, devices, days, counts, gaps, modes and roots. It contains no
    # value and is signed by the platform. `lockstep verify` checks it offline.
    #
    # @param id [String] The id of the token
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Hash{String => Object}]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_token_certificate(id, options: nil)
      request(GET_TOKEN_CERTIFICATE, { path: { "id" => id } }, options)
    end

    # List the purchases by which buyers can read your data now, newest first.
    #
    # These are the usable purchases of your data tokens and listings, also of those that you
    # withdrew. Buyers are not named.
    #
    # @param limit [Integer, nil] The maximum number of grants of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataGrantList]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_data_grants(limit: nil, cursor: nil, options: nil)
      request(LIST_DATA_GRANTS, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # List the purchases by which buyers can read your data now, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # These are the usable purchases of your data tokens and listings, also of those that you
    # withdrew. Buyers are not named.
    #
    # @param limit [Integer, nil] The maximum number of grants of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::DataGrant>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_data_grants_all(limit: nil, cursor: nil, options: nil)
      pages(
        LIST_DATA_GRANTS,
        LIST_DATA_GRANTS_PAGES,
        { query: { "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # List data tokens, newest first: your own, or those that can be bought.
    #
    # @param scope [String, nil] `own` for your tokens, `market` for the tokens that can be bought.
    #   Default: `own`. One of "own", "market".
    # @param limit [Integer, nil] The maximum number of tokens of the page. Default: 1000.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataTokenList]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_data_tokens(scope: nil, limit: nil, cursor: nil, options: nil)
      request(
        LIST_DATA_TOKENS,
        { query: { "scope" => scope, "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # List data tokens, newest first: your own, or those that can be bought.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param scope [String, nil] `own` for your tokens, `market` for the tokens that can be bought.
    #   Default: `own`. One of "own", "market".
    # @param limit [Integer, nil] The maximum number of tokens of the page. Default: 1000.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::DataTokenEntry>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_data_tokens_all(scope: nil, limit: nil, cursor: nil, options: nil)
      pages(
        LIST_DATA_TOKENS,
        LIST_DATA_TOKENS_PAGES,
        { query: { "scope" => scope, "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # List the items of the platform in every status, newest first.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of items per page. Default: 20.
    # @param category [String, nil] Only items of this category.
    # @param status [String, nil] Only items with this status. One of "draft", "active", "archived".
    # @param search [String, nil] Only items whose name or description contains a word that starts
    #   with each of these words.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::MarketplaceItemPage]
    def list_items(page: nil, limit: nil, category: nil, status: nil, search: nil, options: nil)
      request(
        LIST_ITEMS,
        {
          query: {
            "page" => page,
            "limit" => limit,
            "category" => category,
            "status" => status,
            "search" => search
          }
        },
        options
      )
    end

    # List the items of the platform in every status, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of items per page. Default: 20.
    # @param category [String, nil] Only items of this category.
    # @param status [String, nil] Only items with this status. One of "draft", "active", "archived".
    # @param search [String, nil] Only items whose name or description contains a word that starts
    #   with each of these words.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::MarketplaceItem>]
    def list_items_all(page: nil, limit: nil, category: nil, status: nil, search: nil, options: nil)
      pages(
        LIST_ITEMS,
        LIST_ITEMS_PAGES,
        {
          query: {
            "page" => page,
            "limit" => limit,
            "category" => category,
            "status" => status,
            "search" => search
          }
        },
        options
      )
    end

    # List the active listings of all owners, newest first.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of listings per page. Default: 10.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ListingList]
    def list_listings(page: nil, limit: nil, options: nil)
      request(LIST_LISTINGS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the active listings of all owners, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of listings per page. Default: 10.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Listing>]
    def list_listings_all(page: nil, limit: nil, options: nil)
      pages(LIST_LISTINGS, LIST_LISTINGS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the items that can be bought, newest first.
    #
    # @param limit [Integer, nil] The maximum number of items of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OfferedItemPage]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_offered_items(limit: nil, cursor: nil, options: nil)
      request(LIST_OFFERED_ITEMS, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # List the items that can be bought, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param limit [Integer, nil] The maximum number of items of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::MarketplaceItem>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_offered_items_all(limit: nil, cursor: nil, options: nil)
      pages(
        LIST_OFFERED_ITEMS,
        LIST_OFFERED_ITEMS_PAGES,
        { query: { "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # List the data tokens that wait for an approval, newest first.
    #
    # A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.
    #
    # @param limit [Integer, nil] The maximum number of tokens of the page. Default: 1000.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataTokenList]
    def list_pending_tokens(limit: nil, cursor: nil, options: nil)
      request(LIST_PENDING_TOKENS, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # List the data tokens that wait for an approval, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.
    #
    # @param limit [Integer, nil] The maximum number of tokens of the page. Default: 1000.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::DataTokenEntry>]
    def list_pending_tokens_all(limit: nil, cursor: nil, options: nil)
      pages(
        LIST_PENDING_TOKENS,
        LIST_PENDING_TOKENS_PAGES,
        { query: { "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # List your purchases, newest first.
    #
    # @param limit [Integer, nil] The maximum number of purchases of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PurchaseList]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_purchases(limit: nil, cursor: nil, options: nil)
      request(LIST_PURCHASES, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # List your purchases, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param limit [Integer, nil] The maximum number of purchases of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Purchase>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_purchases_all(limit: nil, cursor: nil, options: nil)
      pages(
        LIST_PURCHASES,
        LIST_PURCHASES_PAGES,
        { query: { "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # List the claims that the seller attached to a data token.
    #
    # @param id [String] The id of the token
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataTokenClaims]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_token_claims(id, options: nil)
      request(LIST_TOKEN_CLAIMS, { path: { "id" => id } }, options)
    end

    # Buy a data token at its price. An unused purchase can be refunded within one hour.
    #
    # @param id [String] The id of the token
    # @param currency [String, nil] The currency of `expectedPrice`, an ISO 4217 code; required with
    #   it.
    # @param expected_price [Numeric, nil] The price that you read. If the offer has another price
    #   by now, nothing is bought and the answer is 409.
    # @param purpose [String, nil] The purpose of the data. An offer with the restriction
    #   `purpose:<word>` requires one of its words.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::TokenPurchase]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def purchase_data_token(id, currency: UNSET, expected_price: UNSET, purpose: UNSET, options: nil)
      request(
        PURCHASE_DATA_TOKEN,
        {
          path: { "id" => id },
          json: {
            "currency" => currency,
            "expectedPrice" => expected_price,
            "purpose" => purpose
          }
        },
        options
      )
    end

    # Buy an item of the platform at its price. It can be refunded within one hour.
    #
    # The receipt names the item; the platform delivers nothing else. Administrators sell the items
    # and cannot buy them.
    #
    # @param id [String] The id of the item
    # @param currency [String, nil] The currency of `expectedPrice`, an ISO 4217 code; required with
    #   it.
    # @param expected_price [Numeric, nil] The price that you read. If the offer has another price
    #   by now, nothing is bought and the answer is 409.
    # @param purpose [String, nil] The purpose of the data. An offer with the restriction
    #   `purpose:<word>` requires one of its words.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ItemPurchase]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def purchase_item(id, currency: UNSET, expected_price: UNSET, purpose: UNSET, options: nil)
      request(
        PURCHASE_ITEM,
        {
          path: { "id" => id },
          json: {
            "currency" => currency,
            "expectedPrice" => expected_price,
            "purpose" => purpose
          }
        },
        options
      )
    end

    # Buy a listing at its price. An unused purchase can be refunded within one hour.
    #
    # `/v1/sfdp/marketplace/purchases/{id}` returns the purchase and its receipt, and refunds it.
    #
    # @param id [String] The id of the listing
    # @param currency [String, nil] The currency of `expected_price`, an ISO 4217 code; required
    #   with it.
    # @param expected_price [Numeric, nil] The price that you read. If the listing has another price
    #   by now, nothing is bought and the answer is 409.
    # @param purpose [String, nil] The purpose of the data. A listing with the restriction
    #   `purpose:<word>` requires one of its words.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ListingPurchase]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the listing was withdrawn, is your own or has another price
    #   than expected, or the credit limit is reached.
    def purchase_listing(id, currency: UNSET, expected_price: UNSET, purpose: UNSET, options: nil)
      request(
        PURCHASE_LISTING,
        {
          path: { "id" => id },
          json: {
            "currency" => currency,
            "expected_price" => expected_price,
            "purpose" => purpose
          }
        },
        options
      )
    end

    # Read the balances and transfers of the caller, newest first.
    #
    # @param limit [Integer, nil] The maximum number of transfers of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Ledger]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def read_ledger(limit: nil, cursor: nil, options: nil)
      request(READ_LEDGER, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # Read the balances and transfers of the caller, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param limit [Integer, nil] The maximum number of transfers of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::LedgerTransfer>]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def read_ledger_all(limit: nil, cursor: nil, options: nil)
      pages(READ_LEDGER, READ_LEDGER_PAGES, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # Read the balances and transfers of the platform, newest first.
    #
    # The platform is the seller of all items.
    #
    # @param limit [Integer, nil] The maximum number of transfers of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Ledger]
    def read_platform_ledger(limit: nil, cursor: nil, options: nil)
      request(READ_PLATFORM_LEDGER, { query: { "limit" => limit, "cursor" => cursor } }, options)
    end

    # Read the balances and transfers of the platform, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # The platform is the seller of all items.
    #
    # @param limit [Integer, nil] The maximum number of transfers of the page. Default: 100.
    # @param cursor [String, nil] `nextCursor` of the previous page.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::LedgerTransfer>]
    def read_platform_ledger_all(limit: nil, cursor: nil, options: nil)
      pages(
        READ_PLATFORM_LEDGER,
        READ_PLATFORM_LEDGER_PAGES,
        { query: { "limit" => limit, "cursor" => cursor } },
        options
      )
    end

    # Read the points of a bought token.
    #
    # A read without `cursor` consumes one use; further pages of the same read are free for one
    # hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
    # without another use.
    #
    # @param id [String] The id of the token
    # @param limit [Integer, nil] The maximum number of points of the page. Default: 10000.
    # @param cursor [String, nil] `nextCursor` of the previous page: the request continues the same
    #   use, for one hour.
    # @param format [String, nil] `json`, or `csv` unless the token has the restriction `no-export`.
    #   Default: `json`. One of "json", "csv".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SoldDataPage]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
    #   Idempotency-Key is over, or the token is your own.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
    def read_sold_points(id, limit: nil, cursor: nil, format: nil, options: nil)
      request(
        READ_SOLD_POINTS,
        {
          path: { "id" => id },
          query: { "limit" => limit, "cursor" => cursor, "format" => format }
        },
        options
      )
    end

    # Read the points of a bought token.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # A read without `cursor` consumes one use; further pages of the same read are free for one
    # hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
    # without another use.
    #
    # @param id [String] The id of the token
    # @param limit [Integer, nil] The maximum number of points of the page. Default: 10000.
    # @param cursor [String, nil] `nextCursor` of the previous page: the request continues the same
    #   use, for one hour.
    # @param format [String, nil] `json`, or `csv` unless the token has the restriction `no-export`.
    #   Default: `json`. One of "json", "csv".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::SoldPoint>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
    #   Idempotency-Key is over, or the token is your own.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
    def read_sold_points_all(id, limit: nil, cursor: nil, format: nil, options: nil)
      pages(
        READ_SOLD_POINTS,
        READ_SOLD_POINTS_PAGES,
        {
          path: { "id" => id },
          query: { "limit" => limit, "cursor" => cursor, "format" => format }
        },
        options
      )
    end

    # Read the points of a bought token.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # A read without `cursor` consumes one use; further pages of the same read are free for one
    # hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
    # without another use.
    #
    # @param accept [String] The media type of the answer. One of "application/json", "text/csv".
    # @param id [String] The id of the token
    # @param limit [Integer, nil] The maximum number of points of the page. Default: 10000.
    # @param cursor [String, nil] `nextCursor` of the previous page: the request continues the same
    #   use, for one hour.
    # @param format [String, nil] `json`, or `csv` unless the token has the restriction `no-export`.
    #   Default: `json`. One of "json", "csv".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
    #   Idempotency-Key is over, or the token is your own.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
    def read_sold_points_stream(id, accept:, limit: nil, cursor: nil, format: nil, options: nil, &block)
      stream(
        READ_SOLD_POINTS,
        {
          path: { "id" => id },
          query: { "limit" => limit, "cursor" => cursor, "format" => format }
        },
        accept,
        options,
        &block
      )
    end

    # Read the rows of a bought listing.
    #
    # Returns the version of the dataset that the listing offers, even after later uploads and after
    # the dataset is deleted. A request without `use` consumes one use. With an `Idempotency-Key`, a
    # read whose answer did not arrive is repeated for one hour without another use.
    #
    # @param id [String] The id of the listing
    # @param columns [String, nil] The names of the columns to return, separated by commas; default:
    #   all columns.
    # @param offset [Integer, nil] The number of rows to skip. Default: 0.
    # @param limit [Integer, nil] The number of rows to return; default: all rows.
    # @param use [String, nil] The header `Lockstep-Use` of an earlier response. The request then
    #   continues that use for up to one hour, for example to read more rows or to resume an
    #   interrupted download.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Hash{String => Object}]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
    #   Idempotency-Key is over, or the listing is your own.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged;
    #   no use is consumed.
    def read_sold_rows(id, columns: nil, offset: nil, limit: nil, use: nil, options: nil)
      request(
        READ_SOLD_ROWS,
        {
          path: { "id" => id },
          query: {
            "columns" => columns,
            "offset" => offset,
            "limit" => limit,
            "use" => use
          }
        },
        options
      )
    end

    # Read the rows of a bought listing.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # Returns the version of the dataset that the listing offers, even after later uploads and after
    # the dataset is deleted. A request without `use` consumes one use. With an `Idempotency-Key`, a
    # read whose answer did not arrive is repeated for one hour without another use.
    #
    # @param accept [String] The media type of the answer. One of "application/json",
    #   "application/jsonl", "text/csv".
    # @param id [String] The id of the listing
    # @param columns [String, nil] The names of the columns to return, separated by commas; default:
    #   all columns.
    # @param offset [Integer, nil] The number of rows to skip. Default: 0.
    # @param limit [Integer, nil] The number of rows to return; default: all rows.
    # @param use [String, nil] The header `Lockstep-Use` of an earlier response. The request then
    #   continues that use for up to one hour, for example to read more rows or to resume an
    #   interrupted download.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
    #   Idempotency-Key is over, or the listing is your own.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged;
    #   no use is consumed.
    def read_sold_rows_stream(
      id,
      accept:,
      columns: nil,
      offset: nil,
      limit: nil,
      use: nil,
      options: nil,
      &block
    )
      stream(
        READ_SOLD_ROWS,
        {
          path: { "id" => id },
          query: {
            "columns" => columns,
            "offset" => offset,
            "limit" => limit,
            "use" => use
          }
        },
        accept,
        options,
        &block
      )
    end

    # Refund one of your purchases that was not used, within one hour.
    #
    # The price returns to your balance, and the purchase ends. A purchase that can still be used is
    # refunded later too if the seller's account was erased, a key of the seller that the data need
    # is stopped, or a series of an `aggregate-only` token gives no further answers.
    #
    # @param id [String] The id of the purchase
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Purchase]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the purchase was used or refunded, or is older than an hour.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def refund_purchase(id, options: nil)
      request(REFUND_PURCHASE, { path: { "id" => id } }, options)
    end

    # Search the offers of every account by words.
    #
    # Only offers that can be bought are found. A title and a description are untrusted text.
    #
    # @param query [String] Words: an offer matches if its title or description has, for each of
    #   them, a word that begins with it. `tokens`, `listings` and `items` select these kinds
    #   instead. 200 characters and 16 words at most.
    # @param limit [Integer, nil] The maximum number of offers. Default: 10.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::OfferSearchResult]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def search_offers(query:, limit: nil, options: nil)
      request(SEARCH_OFFERS, { query: { "query" => query, "limit" => limit } }, options)
    end

    # Update the fields of an item that the request contains.
    #
    # Earlier purchases keep their terms.
    #
    # @param item_id [String] The id of the item
    # @param category [String, nil] A category of your choice, 1 to 64 characters.
    # @param currency [String, nil] The currency of the price, an ISO 4217 code; requires `price`.
    # @param description [String, nil] The text that buyers see, at most 10 000 characters; can be
    #   empty.
    # @param encryption [Models::ItemEncryption, Hash, nil] Replaces all fields of the item's
    #   encryption.
    # @param name [String, nil] The title that buyers see, 1 to 200 characters.
    # @param price [Numeric, nil] The price, not below zero.
    # @param status [String, nil] Only an `active` item can be bought. One of "draft", "active",
    #   "archived".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::MarketplaceItem]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def update_item(
      item_id,
      category: UNSET,
      currency: UNSET,
      description: UNSET,
      encryption: UNSET,
      name: UNSET,
      price: UNSET,
      status: UNSET,
      options: nil
    )
      request(
        UPDATE_ITEM,
        {
          path: { "itemId" => item_id },
          json: {
            "category" => category,
            "currency" => currency,
            "description" => description,
            "encryption" => encryption,
            "name" => name,
            "price" => price,
            "status" => status
          }
        },
        options
      )
    end

    # Withdraw a data token from sale. Buyers keep the access that they paid for.
    #
    # @param id [String] The id of the token
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WithdrawnDataToken]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def withdraw_data_token(id, options: nil)
      request(WITHDRAW_DATA_TOKEN, { path: { "id" => id } }, options)
    end

    # Withdraw one of your listings.
    #
    # @param id [String] The id of the listing
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WithdrawnListing]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def withdraw_listing(id, options: nil)
      request(WITHDRAW_LISTING, { path: { "id" => id } }, options)
    end
  end
end
