// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import com.fasterxml.jackson.core.type.TypeReference;
import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.Download;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Data tokens (points), listings (datasets) and items of the platform: offers, certificates, claims, prices and
 * approvals; purchases, receipts, refunds, bought data and grants; the ledger and settlements.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class MarketplaceAsyncOperations {

    private static final Operation<SoldAggregate> AGGREGATE_SOLD_POINTS =
            new Operation<SoldAggregate>("POST", "/v1/sfdp/marketplace/tokens/{id}/aggregate", SoldAggregate.class).withIdempotencyKey();

    private static final Operation<DataTokenApproval> APPROVE_DATA_TOKEN =
            new Operation<DataTokenApproval>("POST", "/v1/admin/marketplace/tokens/{tokenId}/approve", DataTokenApproval.class);

    private static final Operation<DataTokenClaims> ATTACH_CLAIM =
            new Operation<DataTokenClaims>("POST", "/v1/sfdp/marketplace/tokens/{id}/claims", DataTokenClaims.class).withIdempotencyKey();

    private static final Operation<PriceComparison> COMPARE_PRICES =
            new Operation<PriceComparison>("GET", "/v1/sfdp/marketplace/prices", PriceComparison.class);

    private static final Operation<CreatedDataToken> CREATE_DATA_TOKEN =
            new Operation<CreatedDataToken>("POST", "/v1/sfdp/marketplace/tokens", CreatedDataToken.class).withIdempotencyKey();

    private static final Operation<MarketplaceItem> CREATE_ITEM =
            new Operation<MarketplaceItem>("POST", "/v1/admin/marketplace/items", MarketplaceItem.class).withIdempotencyKey();

    private static final Operation<Listing> CREATE_LISTING =
            new Operation<Listing>("POST", "/api/marketplace/items", Listing.class).withIdempotencyKey();

    private static final Operation<Settlement> ENTER_SETTLEMENT =
            new Operation<Settlement>("POST", "/v1/admin/marketplace/settlements", Settlement.class).withIdempotencyKey();

    private static final Operation<DataTokenDetails> GET_DATA_TOKEN =
            new Operation<DataTokenDetails>("GET", "/v1/sfdp/marketplace/tokens/{id}", DataTokenDetails.class);

    private static final Operation<ListingDetails> GET_LISTING =
            new Operation<ListingDetails>("GET", "/api/marketplace/items/{id}", ListingDetails.class);

    private static final Operation<Map<String, Object>> GET_LISTING_CERTIFICATE =
            new Operation<Map<String, Object>>("GET", "/api/marketplace/items/{id}/certificate", new TypeReference<Map<String, Object>>() {});

    private static final Operation<ListingDraft> GET_LISTING_DRAFT =
            new Operation<ListingDraft>("GET", "/api/datasets/{dataset_id}/listing-draft", ListingDraft.class);

    private static final Operation<Void> GET_OFFER_PAGE =
            new Operation<Void>("GET", "/market/{id}", Void.class).withoutCredential();

    private static final Operation<MarketplaceItem> GET_OFFERED_ITEM =
            new Operation<MarketplaceItem>("GET", "/v1/sfdp/marketplace/items/{id}", MarketplaceItem.class);

    private static final Operation<Purchase> GET_PURCHASE =
            new Operation<Purchase>("GET", "/v1/sfdp/marketplace/purchases/{id}", Purchase.class);

    private static final Operation<Map<String, Object>> GET_PURCHASE_RECEIPT =
            new Operation<Map<String, Object>>("GET", "/v1/sfdp/marketplace/purchases/{id}/receipt", new TypeReference<Map<String, Object>>() {});

    private static final Operation<Map<String, Object>> GET_TOKEN_CERTIFICATE =
            new Operation<Map<String, Object>>("GET", "/v1/sfdp/marketplace/tokens/{id}/certificate", new TypeReference<Map<String, Object>>() {});

    private static final Operation<DataGrantList> LIST_DATA_GRANTS =
            new Operation<DataGrantList>("GET", "/v1/sfdp/marketplace/grants", DataGrantList.class);
    private static final Paging<DataGrantList, DataGrant> LIST_DATA_GRANTS_PAGES =
            Paging.byCursor(DataGrantList::grants, DataGrantList::nextCursor);

    private static final Operation<DataTokenList> LIST_DATA_TOKENS =
            new Operation<DataTokenList>("GET", "/v1/sfdp/marketplace/tokens", DataTokenList.class);
    private static final Paging<DataTokenList, DataTokenEntry> LIST_DATA_TOKENS_PAGES =
            Paging.byCursor(DataTokenList::tokens, DataTokenList::nextCursor);

    private static final Operation<MarketplaceItemPage> LIST_ITEMS =
            new Operation<MarketplaceItemPage>("GET", "/v1/admin/marketplace/items", MarketplaceItemPage.class);
    private static final Paging<MarketplaceItemPage, MarketplaceItem> LIST_ITEMS_PAGES =
            Paging.byNumber(MarketplaceItemPage::items, MarketplaceItemPage::page, MarketplaceItemPage::limit, MarketplaceItemPage::total);

    private static final Operation<ListingList> LIST_LISTINGS =
            new Operation<ListingList>("GET", "/api/marketplace/items", ListingList.class);
    private static final Paging<ListingList, Listing> LIST_LISTINGS_PAGES =
            Paging.byNumber(ListingList::data, ListingList::page, ListingList::limit, ListingList::total);

    private static final Operation<OfferedItemPage> LIST_OFFERED_ITEMS =
            new Operation<OfferedItemPage>("GET", "/v1/sfdp/marketplace/items", OfferedItemPage.class);
    private static final Paging<OfferedItemPage, MarketplaceItem> LIST_OFFERED_ITEMS_PAGES =
            Paging.byCursor(OfferedItemPage::items, OfferedItemPage::nextCursor);

    private static final Operation<DataTokenList> LIST_PENDING_TOKENS =
            new Operation<DataTokenList>("GET", "/v1/admin/marketplace/tokens", DataTokenList.class);
    private static final Paging<DataTokenList, DataTokenEntry> LIST_PENDING_TOKENS_PAGES =
            Paging.byCursor(DataTokenList::tokens, DataTokenList::nextCursor);

    private static final Operation<PurchaseList> LIST_PURCHASES =
            new Operation<PurchaseList>("GET", "/v1/sfdp/marketplace/purchases", PurchaseList.class);
    private static final Paging<PurchaseList, Purchase> LIST_PURCHASES_PAGES =
            Paging.byCursor(PurchaseList::purchases, PurchaseList::nextCursor);

    private static final Operation<DataTokenClaims> LIST_TOKEN_CLAIMS =
            new Operation<DataTokenClaims>("GET", "/v1/sfdp/marketplace/tokens/{id}/claims", DataTokenClaims.class);

    private static final Operation<TokenPurchase> PURCHASE_DATA_TOKEN =
            new Operation<TokenPurchase>("POST", "/v1/sfdp/marketplace/tokens/{id}/purchase", TokenPurchase.class).withIdempotencyKey();

    private static final Operation<ItemPurchase> PURCHASE_ITEM =
            new Operation<ItemPurchase>("POST", "/v1/sfdp/marketplace/items/{id}/purchase", ItemPurchase.class).withIdempotencyKey();

    private static final Operation<ListingPurchase> PURCHASE_LISTING =
            new Operation<ListingPurchase>("POST", "/api/marketplace/items/{id}/purchase", ListingPurchase.class).withIdempotencyKey();

    private static final Operation<Ledger> READ_LEDGER =
            new Operation<Ledger>("GET", "/v1/sfdp/marketplace/ledger", Ledger.class);
    private static final Paging<Ledger, LedgerTransfer> READ_LEDGER_PAGES =
            Paging.byCursor(Ledger::entries, Ledger::nextCursor);

    private static final Operation<Ledger> READ_PLATFORM_LEDGER =
            new Operation<Ledger>("GET", "/v1/admin/marketplace/ledger", Ledger.class);
    private static final Paging<Ledger, LedgerTransfer> READ_PLATFORM_LEDGER_PAGES =
            Paging.byCursor(Ledger::entries, Ledger::nextCursor);

    private static final Operation<SoldDataPage> READ_SOLD_POINTS =
            new Operation<SoldDataPage>("GET", "/v1/sfdp/marketplace/tokens/{id}/data", SoldDataPage.class).withIdempotencyKey();
    private static final Paging<SoldDataPage, SoldPoint> READ_SOLD_POINTS_PAGES =
            Paging.byCursor(SoldDataPage::data, SoldDataPage::nextCursor);

    private static final Operation<Map<String, Object>> READ_SOLD_ROWS =
            new Operation<Map<String, Object>>("GET", "/api/marketplace/items/{id}/data", new TypeReference<Map<String, Object>>() {}).withIdempotencyKey();

    private static final Operation<Purchase> REFUND_PURCHASE =
            new Operation<Purchase>("POST", "/v1/sfdp/marketplace/purchases/{id}/refund", Purchase.class).withIdempotencyKey();

    private static final Operation<OfferSearchResult> SEARCH_OFFERS =
            new Operation<OfferSearchResult>("GET", "/v1/sfdp/marketplace/offers", OfferSearchResult.class);

    private static final Operation<MarketplaceItem> UPDATE_ITEM =
            new Operation<MarketplaceItem>("PATCH", "/v1/admin/marketplace/items/{itemId}", MarketplaceItem.class);

    private static final Operation<WithdrawnDataToken> WITHDRAW_DATA_TOKEN =
            new Operation<WithdrawnDataToken>("DELETE", "/v1/sfdp/marketplace/tokens/{id}", WithdrawnDataToken.class);

    private static final Operation<WithdrawnListing> WITHDRAW_LISTING =
            new Operation<WithdrawnListing>("DELETE", "/api/marketplace/items/{id}", WithdrawnListing.class);

    private final Transport transport;

    MarketplaceAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Compute a sum, mean or variance over days of a bought token.
     *
     * @return the answer
     * @see MarketplaceOperations#aggregateSoldPoints(String, SoldAggregateRequest, CallOptions)
     */
    public CompletableFuture<SoldAggregate> aggregateSoldPoints(String id, SoldAggregateRequest body, CallOptions options) {
        return transport.call(AGGREGATE_SOLD_POINTS, new Arguments().path("id", id).json(body), options);
    }

    /** Compute a sum, mean or variance over days of a bought token, with the default options. */
    public CompletableFuture<SoldAggregate> aggregateSoldPoints(String id, SoldAggregateRequest body) {
        return aggregateSoldPoints(id, body, CallOptions.DEFAULT);
    }

    /**
     * Approve a data token whose price is above the setting <code>wallet.autoApproveThreshold</code>.
     *
     * @return the answer
     * @see MarketplaceOperations#approveDataToken(String, CallOptions)
     */
    public CompletableFuture<DataTokenApproval> approveDataToken(String tokenId, CallOptions options) {
        return transport.call(APPROVE_DATA_TOKEN, new Arguments().path("tokenId", tokenId), options);
    }

    /**
     * Approve a data token whose price is above the setting <code>wallet.autoApproveThreshold</code>, with the default
     * options.
     */
    public CompletableFuture<DataTokenApproval> approveDataToken(String tokenId) {
        return approveDataToken(tokenId, CallOptions.DEFAULT);
    }

    /**
     * Attach a claim about your own days to one of your data tokens.
     *
     * @return the answer
     * @see MarketplaceOperations#attachClaim(String, AttachClaimRequest, CallOptions)
     */
    public CompletableFuture<DataTokenClaims> attachClaim(String id, AttachClaimRequest body, CallOptions options) {
        return transport.call(ATTACH_CLAIM, new Arguments().path("id", id).json(body), options);
    }

    /** Attach a claim about your own days to one of your data tokens, with the default options. */
    public CompletableFuture<DataTokenClaims> attachClaim(String id, AttachClaimRequest body) {
        return attachClaim(id, body, CallOptions.DEFAULT);
    }

    /**
     * Compare the prices of active offers: for a measurement type, for words, or of all offers.
     *
     * @return the answer
     * @see MarketplaceOperations#comparePrices(ComparePricesParams, CallOptions)
     */
    public CompletableFuture<PriceComparison> comparePrices(ComparePricesParams params, CallOptions options) {
        return transport.call(COMPARE_PRICES, new Arguments().query(params), options);
    }

    /**
     * Compare the prices of active offers: for a measurement type, for words, or of all offers, with the default
     * options.
     */
    public CompletableFuture<PriceComparison> comparePrices(ComparePricesParams params) {
        return comparePrices(params, CallOptions.DEFAULT);
    }

    /**
     * Compare the prices of active offers: for a measurement type, for words, or of all offers, with the default
     * options.
     */
    public CompletableFuture<PriceComparison> comparePrices() {
        return comparePrices(null, CallOptions.DEFAULT);
    }

    /**
     * Create a data token: an offer of some of your points.
     *
     * @return the answer
     * @see MarketplaceOperations#createDataToken(CreateDataTokenRequest, CallOptions)
     */
    public CompletableFuture<CreatedDataToken> createDataToken(CreateDataTokenRequest body, CallOptions options) {
        return transport.call(CREATE_DATA_TOKEN, new Arguments().json(body), options);
    }

    /** Create a data token: an offer of some of your points, with the default options. */
    public CompletableFuture<CreatedDataToken> createDataToken(CreateDataTokenRequest body) {
        return createDataToken(body, CallOptions.DEFAULT);
    }

    /**
     * Create an item, which the platform sells.
     *
     * @return the answer
     * @see MarketplaceOperations#createItem(CreateItemRequest, CallOptions)
     */
    public CompletableFuture<MarketplaceItem> createItem(CreateItemRequest body, CallOptions options) {
        return transport.call(CREATE_ITEM, new Arguments().json(body), options);
    }

    /** Create an item, which the platform sells, with the default options. */
    public CompletableFuture<MarketplaceItem> createItem(CreateItemRequest body) {
        return createItem(body, CallOptions.DEFAULT);
    }

    /**
     * Offer one of your datasets for sale.
     *
     * @return the answer
     * @see MarketplaceOperations#createListing(CreateListingRequest, CallOptions)
     */
    public CompletableFuture<Listing> createListing(CreateListingRequest body, CallOptions options) {
        return transport.call(CREATE_LISTING, new Arguments().json(body), options);
    }

    /** Offer one of your datasets for sale, with the default options. */
    public CompletableFuture<Listing> createListing(CreateListingRequest body) {
        return createListing(body, CallOptions.DEFAULT);
    }

    /**
     * Record payments that account owners made or received outside the platform.
     *
     * @return the answer
     * @see MarketplaceOperations#enterSettlement(EnterSettlementRequest, CallOptions)
     */
    public CompletableFuture<Settlement> enterSettlement(EnterSettlementRequest body, CallOptions options) {
        return transport.call(ENTER_SETTLEMENT, new Arguments().json(body), options);
    }

    /** Record payments that account owners made or received outside the platform, with the default options. */
    public CompletableFuture<Settlement> enterSettlement(EnterSettlementRequest body) {
        return enterSettlement(body, CallOptions.DEFAULT);
    }

    /**
     * Get a data token: your own, one that can be bought, or one that you bought.
     *
     * @return the answer
     * @see MarketplaceOperations#getDataToken(String, CallOptions)
     */
    public CompletableFuture<DataTokenDetails> getDataToken(String id, CallOptions options) {
        return transport.call(GET_DATA_TOKEN, new Arguments().path("id", id), options);
    }

    /** Get a data token: your own, one that can be bought, or one that you bought, with the default options. */
    public CompletableFuture<DataTokenDetails> getDataToken(String id) {
        return getDataToken(id, CallOptions.DEFAULT);
    }

    /**
     * Get a listing: your own, one that can be bought, or one that you bought.
     *
     * @return the answer
     * @see MarketplaceOperations#getListing(String, CallOptions)
     */
    public CompletableFuture<ListingDetails> getListing(String id, CallOptions options) {
        return transport.call(GET_LISTING, new Arguments().path("id", id), options);
    }

    /** Get a listing: your own, one that can be bought, or one that you bought, with the default options. */
    public CompletableFuture<ListingDetails> getListing(String id) {
        return getListing(id, CallOptions.DEFAULT);
    }

    /**
     * Get the certificate of a listing: your own, one that can be bought, or one that you bought.
     *
     * @return the answer
     * @see MarketplaceOperations#getListingCertificate(String, CallOptions)
     */
    public CompletableFuture<Map<String, Object>> getListingCertificate(String id, CallOptions options) {
        return transport.call(GET_LISTING_CERTIFICATE, new Arguments().path("id", id), options);
    }

    /**
     * Get the certificate of a listing: your own, one that can be bought, or one that you bought, with the default
     * options.
     */
    public CompletableFuture<Map<String, Object>> getListingCertificate(String id) {
        return getListingCertificate(id, CallOptions.DEFAULT);
    }

    /**
     * Get a draft of a listing of one of your datasets.
     *
     * @return the answer
     * @see MarketplaceOperations#getListingDraft(String, GetListingDraftParams, CallOptions)
     */
    public CompletableFuture<ListingDraft> getListingDraft(String datasetId, GetListingDraftParams params, CallOptions options) {
        return transport.call(GET_LISTING_DRAFT, new Arguments().path("dataset_id", datasetId).query(params), options);
    }

    /** Get a draft of a listing of one of your datasets, with the default options. */
    public CompletableFuture<ListingDraft> getListingDraft(String datasetId, GetListingDraftParams params) {
        return getListingDraft(datasetId, params, CallOptions.DEFAULT);
    }

    /** Get a draft of a listing of one of your datasets, with the default options. */
    public CompletableFuture<ListingDraft> getListingDraft(String datasetId) {
        return getListingDraft(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * Get the HTML page of a data token or listing that can be bought.
     *
     * @return the answer as a stream
     * @see MarketplaceOperations#getOfferPageStream(String, CallOptions)
     */
    public CompletableFuture<Download> getOfferPageStream(String id, CallOptions options) {
        return transport.download(GET_OFFER_PAGE, new Arguments().path("id", id), "text/html", options);
    }

    /** Get the HTML page of a data token or listing that can be bought, with the default options. */
    public CompletableFuture<Download> getOfferPageStream(String id) {
        return getOfferPageStream(id, CallOptions.DEFAULT);
    }

    /**
     * Get an item that can be bought, or that you bought.
     *
     * @return the answer
     * @see MarketplaceOperations#getOfferedItem(String, CallOptions)
     */
    public CompletableFuture<MarketplaceItem> getOfferedItem(String id, CallOptions options) {
        return transport.call(GET_OFFERED_ITEM, new Arguments().path("id", id), options);
    }

    /** Get an item that can be bought, or that you bought, with the default options. */
    public CompletableFuture<MarketplaceItem> getOfferedItem(String id) {
        return getOfferedItem(id, CallOptions.DEFAULT);
    }

    /**
     * Get one of your purchases.
     *
     * @return the answer
     * @see MarketplaceOperations#getPurchase(String, CallOptions)
     */
    public CompletableFuture<Purchase> getPurchase(String id, CallOptions options) {
        return transport.call(GET_PURCHASE, new Arguments().path("id", id), options);
    }

    /** Get one of your purchases, with the default options. */
    public CompletableFuture<Purchase> getPurchase(String id) {
        return getPurchase(id, CallOptions.DEFAULT);
    }

    /**
     * Get the signed receipt of one of your purchases.
     *
     * @return the answer
     * @see MarketplaceOperations#getPurchaseReceipt(String, CallOptions)
     */
    public CompletableFuture<Map<String, Object>> getPurchaseReceipt(String id, CallOptions options) {
        return transport.call(GET_PURCHASE_RECEIPT, new Arguments().path("id", id), options);
    }

    /** Get the signed receipt of one of your purchases, with the default options. */
    public CompletableFuture<Map<String, Object>> getPurchaseReceipt(String id) {
        return getPurchaseReceipt(id, CallOptions.DEFAULT);
    }

    /**
     * Get the certificate of a data token.
     *
     * @return the answer
     * @see MarketplaceOperations#getTokenCertificate(String, CallOptions)
     */
    public CompletableFuture<Map<String, Object>> getTokenCertificate(String id, CallOptions options) {
        return transport.call(GET_TOKEN_CERTIFICATE, new Arguments().path("id", id), options);
    }

    /** Get the certificate of a data token, with the default options. */
    public CompletableFuture<Map<String, Object>> getTokenCertificate(String id) {
        return getTokenCertificate(id, CallOptions.DEFAULT);
    }

    /**
     * List the purchases by which buyers can read your data now, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#listDataGrants(ListDataGrantsParams, CallOptions)
     */
    public CompletableFuture<DataGrantList> listDataGrants(ListDataGrantsParams params, CallOptions options) {
        return transport.call(LIST_DATA_GRANTS, new Arguments().query(params), options);
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public CompletableFuture<DataGrantList> listDataGrants(ListDataGrantsParams params) {
        return listDataGrants(params, CallOptions.DEFAULT);
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public CompletableFuture<DataGrantList> listDataGrants() {
        return listDataGrants(null, CallOptions.DEFAULT);
    }

    /**
     * List the purchases by which buyers can read your data now, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listDataGrantsAll(ListDataGrantsParams, CallOptions)
     */
    public AsyncPages<DataGrant> listDataGrantsAll(ListDataGrantsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_DATA_GRANTS, LIST_DATA_GRANTS_PAGES, new Arguments().query(params), options);
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public AsyncPages<DataGrant> listDataGrantsAll(ListDataGrantsParams params) {
        return listDataGrantsAll(params, CallOptions.DEFAULT);
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public AsyncPages<DataGrant> listDataGrantsAll() {
        return listDataGrantsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List data tokens, newest first: your own, or those that can be bought.
     *
     * @return the answer
     * @see MarketplaceOperations#listDataTokens(ListDataTokensParams, CallOptions)
     */
    public CompletableFuture<DataTokenList> listDataTokens(ListDataTokensParams params, CallOptions options) {
        return transport.call(LIST_DATA_TOKENS, new Arguments().query(params), options);
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public CompletableFuture<DataTokenList> listDataTokens(ListDataTokensParams params) {
        return listDataTokens(params, CallOptions.DEFAULT);
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public CompletableFuture<DataTokenList> listDataTokens() {
        return listDataTokens(null, CallOptions.DEFAULT);
    }

    /**
     * List data tokens, newest first: your own, or those that can be bought.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listDataTokensAll(ListDataTokensParams, CallOptions)
     */
    public AsyncPages<DataTokenEntry> listDataTokensAll(ListDataTokensParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_DATA_TOKENS, LIST_DATA_TOKENS_PAGES, new Arguments().query(params), options);
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public AsyncPages<DataTokenEntry> listDataTokensAll(ListDataTokensParams params) {
        return listDataTokensAll(params, CallOptions.DEFAULT);
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public AsyncPages<DataTokenEntry> listDataTokensAll() {
        return listDataTokensAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the items of the platform in every status, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#listItems(ListItemsParams, CallOptions)
     */
    public CompletableFuture<MarketplaceItemPage> listItems(ListItemsParams params, CallOptions options) {
        return transport.call(LIST_ITEMS, new Arguments().query(params), options);
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public CompletableFuture<MarketplaceItemPage> listItems(ListItemsParams params) {
        return listItems(params, CallOptions.DEFAULT);
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public CompletableFuture<MarketplaceItemPage> listItems() {
        return listItems(null, CallOptions.DEFAULT);
    }

    /**
     * List the items of the platform in every status, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listItemsAll(ListItemsParams, CallOptions)
     */
    public AsyncPages<MarketplaceItem> listItemsAll(ListItemsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_ITEMS, LIST_ITEMS_PAGES, new Arguments().query(params), options);
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public AsyncPages<MarketplaceItem> listItemsAll(ListItemsParams params) {
        return listItemsAll(params, CallOptions.DEFAULT);
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public AsyncPages<MarketplaceItem> listItemsAll() {
        return listItemsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the active listings of all owners, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#listListings(ListListingsParams, CallOptions)
     */
    public CompletableFuture<ListingList> listListings(ListListingsParams params, CallOptions options) {
        return transport.call(LIST_LISTINGS, new Arguments().query(params), options);
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public CompletableFuture<ListingList> listListings(ListListingsParams params) {
        return listListings(params, CallOptions.DEFAULT);
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public CompletableFuture<ListingList> listListings() {
        return listListings(null, CallOptions.DEFAULT);
    }

    /**
     * List the active listings of all owners, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listListingsAll(ListListingsParams, CallOptions)
     */
    public AsyncPages<Listing> listListingsAll(ListListingsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_LISTINGS, LIST_LISTINGS_PAGES, new Arguments().query(params), options);
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public AsyncPages<Listing> listListingsAll(ListListingsParams params) {
        return listListingsAll(params, CallOptions.DEFAULT);
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public AsyncPages<Listing> listListingsAll() {
        return listListingsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the items that can be bought, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#listOfferedItems(ListOfferedItemsParams, CallOptions)
     */
    public CompletableFuture<OfferedItemPage> listOfferedItems(ListOfferedItemsParams params, CallOptions options) {
        return transport.call(LIST_OFFERED_ITEMS, new Arguments().query(params), options);
    }

    /** List the items that can be bought, newest first, with the default options. */
    public CompletableFuture<OfferedItemPage> listOfferedItems(ListOfferedItemsParams params) {
        return listOfferedItems(params, CallOptions.DEFAULT);
    }

    /** List the items that can be bought, newest first, with the default options. */
    public CompletableFuture<OfferedItemPage> listOfferedItems() {
        return listOfferedItems(null, CallOptions.DEFAULT);
    }

    /**
     * List the items that can be bought, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listOfferedItemsAll(ListOfferedItemsParams, CallOptions)
     */
    public AsyncPages<MarketplaceItem> listOfferedItemsAll(ListOfferedItemsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_OFFERED_ITEMS, LIST_OFFERED_ITEMS_PAGES, new Arguments().query(params), options);
    }

    /** List the items that can be bought, newest first, with the default options. */
    public AsyncPages<MarketplaceItem> listOfferedItemsAll(ListOfferedItemsParams params) {
        return listOfferedItemsAll(params, CallOptions.DEFAULT);
    }

    /** List the items that can be bought, newest first, with the default options. */
    public AsyncPages<MarketplaceItem> listOfferedItemsAll() {
        return listOfferedItemsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the data tokens that wait for an approval, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#listPendingTokens(ListPendingTokensParams, CallOptions)
     */
    public CompletableFuture<DataTokenList> listPendingTokens(ListPendingTokensParams params, CallOptions options) {
        return transport.call(LIST_PENDING_TOKENS, new Arguments().query(params), options);
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public CompletableFuture<DataTokenList> listPendingTokens(ListPendingTokensParams params) {
        return listPendingTokens(params, CallOptions.DEFAULT);
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public CompletableFuture<DataTokenList> listPendingTokens() {
        return listPendingTokens(null, CallOptions.DEFAULT);
    }

    /**
     * List the data tokens that wait for an approval, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listPendingTokensAll(ListPendingTokensParams, CallOptions)
     */
    public AsyncPages<DataTokenEntry> listPendingTokensAll(ListPendingTokensParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_PENDING_TOKENS, LIST_PENDING_TOKENS_PAGES, new Arguments().query(params), options);
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public AsyncPages<DataTokenEntry> listPendingTokensAll(ListPendingTokensParams params) {
        return listPendingTokensAll(params, CallOptions.DEFAULT);
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public AsyncPages<DataTokenEntry> listPendingTokensAll() {
        return listPendingTokensAll(null, CallOptions.DEFAULT);
    }

    /**
     * List your purchases, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#listPurchases(ListPurchasesParams, CallOptions)
     */
    public CompletableFuture<PurchaseList> listPurchases(ListPurchasesParams params, CallOptions options) {
        return transport.call(LIST_PURCHASES, new Arguments().query(params), options);
    }

    /** List your purchases, newest first, with the default options. */
    public CompletableFuture<PurchaseList> listPurchases(ListPurchasesParams params) {
        return listPurchases(params, CallOptions.DEFAULT);
    }

    /** List your purchases, newest first, with the default options. */
    public CompletableFuture<PurchaseList> listPurchases() {
        return listPurchases(null, CallOptions.DEFAULT);
    }

    /**
     * List your purchases, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#listPurchasesAll(ListPurchasesParams, CallOptions)
     */
    public AsyncPages<Purchase> listPurchasesAll(ListPurchasesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_PURCHASES, LIST_PURCHASES_PAGES, new Arguments().query(params), options);
    }

    /** List your purchases, newest first, with the default options. */
    public AsyncPages<Purchase> listPurchasesAll(ListPurchasesParams params) {
        return listPurchasesAll(params, CallOptions.DEFAULT);
    }

    /** List your purchases, newest first, with the default options. */
    public AsyncPages<Purchase> listPurchasesAll() {
        return listPurchasesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the claims that the seller attached to a data token.
     *
     * @return the answer
     * @see MarketplaceOperations#listTokenClaims(String, CallOptions)
     */
    public CompletableFuture<DataTokenClaims> listTokenClaims(String id, CallOptions options) {
        return transport.call(LIST_TOKEN_CLAIMS, new Arguments().path("id", id), options);
    }

    /** List the claims that the seller attached to a data token, with the default options. */
    public CompletableFuture<DataTokenClaims> listTokenClaims(String id) {
        return listTokenClaims(id, CallOptions.DEFAULT);
    }

    /**
     * Buy a data token at its price. An unused purchase can be refunded within one hour.
     *
     * @return the answer
     * @see MarketplaceOperations#purchaseDataToken(String, PurchaseRequest, CallOptions)
     */
    public CompletableFuture<TokenPurchase> purchaseDataToken(String id, PurchaseRequest body, CallOptions options) {
        return transport.call(PURCHASE_DATA_TOKEN, new Arguments().path("id", id).json(body), options);
    }

    /** Buy a data token at its price. An unused purchase can be refunded within one hour, with the default options. */
    public CompletableFuture<TokenPurchase> purchaseDataToken(String id, PurchaseRequest body) {
        return purchaseDataToken(id, body, CallOptions.DEFAULT);
    }

    /**
     * Buy an item of the platform at its price. It can be refunded within one hour.
     *
     * @return the answer
     * @see MarketplaceOperations#purchaseItem(String, PurchaseRequest, CallOptions)
     */
    public CompletableFuture<ItemPurchase> purchaseItem(String id, PurchaseRequest body, CallOptions options) {
        return transport.call(PURCHASE_ITEM, new Arguments().path("id", id).json(body), options);
    }

    /** Buy an item of the platform at its price. It can be refunded within one hour, with the default options. */
    public CompletableFuture<ItemPurchase> purchaseItem(String id, PurchaseRequest body) {
        return purchaseItem(id, body, CallOptions.DEFAULT);
    }

    /**
     * Buy a listing at its price. An unused purchase can be refunded within one hour.
     *
     * @return the answer
     * @see MarketplaceOperations#purchaseListing(String, ListingPurchaseRequest, CallOptions)
     */
    public CompletableFuture<ListingPurchase> purchaseListing(String id, ListingPurchaseRequest body, CallOptions options) {
        return transport.call(PURCHASE_LISTING, new Arguments().path("id", id).json(body), options);
    }

    /** Buy a listing at its price. An unused purchase can be refunded within one hour, with the default options. */
    public CompletableFuture<ListingPurchase> purchaseListing(String id, ListingPurchaseRequest body) {
        return purchaseListing(id, body, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the caller, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#readLedger(ReadLedgerParams, CallOptions)
     */
    public CompletableFuture<Ledger> readLedger(ReadLedgerParams params, CallOptions options) {
        return transport.call(READ_LEDGER, new Arguments().query(params), options);
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public CompletableFuture<Ledger> readLedger(ReadLedgerParams params) {
        return readLedger(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public CompletableFuture<Ledger> readLedger() {
        return readLedger(null, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the caller, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#readLedgerAll(ReadLedgerParams, CallOptions)
     */
    public AsyncPages<LedgerTransfer> readLedgerAll(ReadLedgerParams params, CallOptions options) {
        return new AsyncPages<>(transport, READ_LEDGER, READ_LEDGER_PAGES, new Arguments().query(params), options);
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public AsyncPages<LedgerTransfer> readLedgerAll(ReadLedgerParams params) {
        return readLedgerAll(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public AsyncPages<LedgerTransfer> readLedgerAll() {
        return readLedgerAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the platform, newest first.
     *
     * @return the answer
     * @see MarketplaceOperations#readPlatformLedger(ReadPlatformLedgerParams, CallOptions)
     */
    public CompletableFuture<Ledger> readPlatformLedger(ReadPlatformLedgerParams params, CallOptions options) {
        return transport.call(READ_PLATFORM_LEDGER, new Arguments().query(params), options);
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public CompletableFuture<Ledger> readPlatformLedger(ReadPlatformLedgerParams params) {
        return readPlatformLedger(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public CompletableFuture<Ledger> readPlatformLedger() {
        return readPlatformLedger(null, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the platform, newest first.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#readPlatformLedgerAll(ReadPlatformLedgerParams, CallOptions)
     */
    public AsyncPages<LedgerTransfer> readPlatformLedgerAll(ReadPlatformLedgerParams params, CallOptions options) {
        return new AsyncPages<>(transport, READ_PLATFORM_LEDGER, READ_PLATFORM_LEDGER_PAGES, new Arguments().query(params), options);
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public AsyncPages<LedgerTransfer> readPlatformLedgerAll(ReadPlatformLedgerParams params) {
        return readPlatformLedgerAll(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public AsyncPages<LedgerTransfer> readPlatformLedgerAll() {
        return readPlatformLedgerAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the points of a bought token.
     *
     * @return the answer
     * @see MarketplaceOperations#readSoldPoints(String, ReadSoldPointsParams, CallOptions)
     */
    public CompletableFuture<SoldDataPage> readSoldPoints(String id, ReadSoldPointsParams params, CallOptions options) {
        return transport.call(READ_SOLD_POINTS, new Arguments().path("id", id).query(params), options);
    }

    /** Read the points of a bought token, with the default options. */
    public CompletableFuture<SoldDataPage> readSoldPoints(String id, ReadSoldPointsParams params) {
        return readSoldPoints(id, params, CallOptions.DEFAULT);
    }

    /** Read the points of a bought token, with the default options. */
    public CompletableFuture<SoldDataPage> readSoldPoints(String id) {
        return readSoldPoints(id, null, CallOptions.DEFAULT);
    }

    /**
     * Read the points of a bought token.
     *
     * @return the entries of all pages
     * @see MarketplaceOperations#readSoldPointsAll(String, ReadSoldPointsParams, CallOptions)
     */
    public AsyncPages<SoldPoint> readSoldPointsAll(String id, ReadSoldPointsParams params, CallOptions options) {
        return new AsyncPages<>(transport, READ_SOLD_POINTS, READ_SOLD_POINTS_PAGES, new Arguments().path("id", id).query(params), options);
    }

    /** Read the points of a bought token, with the default options. */
    public AsyncPages<SoldPoint> readSoldPointsAll(String id, ReadSoldPointsParams params) {
        return readSoldPointsAll(id, params, CallOptions.DEFAULT);
    }

    /** Read the points of a bought token, with the default options. */
    public AsyncPages<SoldPoint> readSoldPointsAll(String id) {
        return readSoldPointsAll(id, null, CallOptions.DEFAULT);
    }

    /**
     * Read the points of a bought token.
     *
     * @return the answer as a stream
     * @see MarketplaceOperations#readSoldPointsStream(String, ReadSoldPointsParams, String, CallOptions)
     */
    public CompletableFuture<Download> readSoldPointsStream(String id, ReadSoldPointsParams params, String accept, CallOptions options) {
        return transport.download(READ_SOLD_POINTS, new Arguments().path("id", id).query(params), accept, options);
    }

    /** Read the points of a bought token, with the default options. */
    public CompletableFuture<Download> readSoldPointsStream(String id, ReadSoldPointsParams params, String accept) {
        return readSoldPointsStream(id, params, accept, CallOptions.DEFAULT);
    }

    /** Read the points of a bought token, with the default options. */
    public CompletableFuture<Download> readSoldPointsStream(String id, String accept) {
        return readSoldPointsStream(id, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Read the rows of a bought listing.
     *
     * @return the answer
     * @see MarketplaceOperations#readSoldRows(String, ReadSoldRowsParams, CallOptions)
     */
    public CompletableFuture<Map<String, Object>> readSoldRows(String id, ReadSoldRowsParams params, CallOptions options) {
        return transport.call(READ_SOLD_ROWS, new Arguments().path("id", id).query(params), options);
    }

    /** Read the rows of a bought listing, with the default options. */
    public CompletableFuture<Map<String, Object>> readSoldRows(String id, ReadSoldRowsParams params) {
        return readSoldRows(id, params, CallOptions.DEFAULT);
    }

    /** Read the rows of a bought listing, with the default options. */
    public CompletableFuture<Map<String, Object>> readSoldRows(String id) {
        return readSoldRows(id, null, CallOptions.DEFAULT);
    }

    /**
     * Read the rows of a bought listing.
     *
     * @return the answer as a stream
     * @see MarketplaceOperations#readSoldRowsStream(String, ReadSoldRowsParams, String, CallOptions)
     */
    public CompletableFuture<Download> readSoldRowsStream(String id, ReadSoldRowsParams params, String accept, CallOptions options) {
        return transport.download(READ_SOLD_ROWS, new Arguments().path("id", id).query(params), accept, options);
    }

    /** Read the rows of a bought listing, with the default options. */
    public CompletableFuture<Download> readSoldRowsStream(String id, ReadSoldRowsParams params, String accept) {
        return readSoldRowsStream(id, params, accept, CallOptions.DEFAULT);
    }

    /** Read the rows of a bought listing, with the default options. */
    public CompletableFuture<Download> readSoldRowsStream(String id, String accept) {
        return readSoldRowsStream(id, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Refund one of your purchases that was not used, within one hour.
     *
     * @return the answer
     * @see MarketplaceOperations#refundPurchase(String, CallOptions)
     */
    public CompletableFuture<Purchase> refundPurchase(String id, CallOptions options) {
        return transport.call(REFUND_PURCHASE, new Arguments().path("id", id), options);
    }

    /** Refund one of your purchases that was not used, within one hour, with the default options. */
    public CompletableFuture<Purchase> refundPurchase(String id) {
        return refundPurchase(id, CallOptions.DEFAULT);
    }

    /**
     * Search the offers of every account by words.
     *
     * @return the answer
     * @see MarketplaceOperations#searchOffers(SearchOffersParams, CallOptions)
     */
    public CompletableFuture<OfferSearchResult> searchOffers(SearchOffersParams params, CallOptions options) {
        return transport.call(SEARCH_OFFERS, new Arguments().query(params), options);
    }

    /** Search the offers of every account by words, with the default options. */
    public CompletableFuture<OfferSearchResult> searchOffers(SearchOffersParams params) {
        return searchOffers(params, CallOptions.DEFAULT);
    }

    /**
     * Update the fields of an item that the request contains.
     *
     * @return the answer
     * @see MarketplaceOperations#updateItem(String, UpdateItemRequest, CallOptions)
     */
    public CompletableFuture<MarketplaceItem> updateItem(String itemId, UpdateItemRequest body, CallOptions options) {
        return transport.call(UPDATE_ITEM, new Arguments().path("itemId", itemId).json(body), options);
    }

    /** Update the fields of an item that the request contains, with the default options. */
    public CompletableFuture<MarketplaceItem> updateItem(String itemId, UpdateItemRequest body) {
        return updateItem(itemId, body, CallOptions.DEFAULT);
    }

    /**
     * Withdraw a data token from sale. Buyers keep the access that they paid for.
     *
     * @return the answer
     * @see MarketplaceOperations#withdrawDataToken(String, CallOptions)
     */
    public CompletableFuture<WithdrawnDataToken> withdrawDataToken(String id, CallOptions options) {
        return transport.call(WITHDRAW_DATA_TOKEN, new Arguments().path("id", id), options);
    }

    /** Withdraw a data token from sale. Buyers keep the access that they paid for, with the default options. */
    public CompletableFuture<WithdrawnDataToken> withdrawDataToken(String id) {
        return withdrawDataToken(id, CallOptions.DEFAULT);
    }

    /**
     * Withdraw one of your listings.
     *
     * @return the answer
     * @see MarketplaceOperations#withdrawListing(String, CallOptions)
     */
    public CompletableFuture<WithdrawnListing> withdrawListing(String id, CallOptions options) {
        return transport.call(WITHDRAW_LISTING, new Arguments().path("id", id), options);
    }

    /** Withdraw one of your listings, with the default options. */
    public CompletableFuture<WithdrawnListing> withdrawListing(String id) {
        return withdrawListing(id, CallOptions.DEFAULT);
    }
}
