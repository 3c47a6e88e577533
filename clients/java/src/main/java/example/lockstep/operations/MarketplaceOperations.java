// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Download;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.Map;

/**
 * Data tokens (points), listings (datasets) and items of the platform: offers, certificates, claims, prices and
 * approvals; purchases, receipts, refunds, bought data and grants; the ledger and settlements.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class MarketplaceOperations {

    private final MarketplaceAsyncOperations async;

    MarketplaceOperations(Transport transport) {
        this.async = new MarketplaceAsyncOperations(transport);
    }

    /**
     * Compute a sum, mean or variance over days of a bought token.
     *
     * <p>No point is returned. Each answer consumes one use. With an <code>Idempotency-Key</code>, an answer that did
     * not arrive is given again for one hour.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * seller's key is stopped; no use is consumed.
     *
     * @param id The id of the token
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public SoldAggregate aggregateSoldPoints(String id, SoldAggregateRequest body, CallOptions options) {
        return Futures.await(async.aggregateSoldPoints(id, body, options));
    }

    /** Compute a sum, mean or variance over days of a bought token, with the default options. */
    public SoldAggregate aggregateSoldPoints(String id, SoldAggregateRequest body) {
        return aggregateSoldPoints(id, body, CallOptions.DEFAULT);
    }

    /**
     * Approve a data token whose price is above the setting <code>wallet.autoApproveThreshold</code>.
     *
     * <p>The token can then be bought. Another approval changes nothing.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the token
     * was withdrawn or has expired.
     *
     * @param tokenId The id of the token
     * @param options the options of this call
     * @return the answer
     */
    public DataTokenApproval approveDataToken(String tokenId, CallOptions options) {
        return Futures.await(async.approveDataToken(tokenId, options));
    }

    /**
     * Approve a data token whose price is above the setting <code>wallet.autoApproveThreshold</code>, with the default
     * options.
     */
    public DataTokenApproval approveDataToken(String tokenId) {
        return approveDataToken(tokenId, CallOptions.DEFAULT);
    }

    /**
     * Attach a claim about your own days to one of your data tokens.
     *
     * <p>The platform verifies the document first: the proof, the signatures, the owner, the end of its validity, and
     * that its days are among those of the offered points. Buyers see the claim until it expires. The claim contains
     * your pseudonym, which is the same in all your claims.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the token
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public DataTokenClaims attachClaim(String id, AttachClaimRequest body, CallOptions options) {
        return Futures.await(async.attachClaim(id, body, options));
    }

    /** Attach a claim about your own days to one of your data tokens, with the default options. */
    public DataTokenClaims attachClaim(String id, AttachClaimRequest body) {
        return attachClaim(id, body, CallOptions.DEFAULT);
    }

    /**
     * Compare the prices of active offers: for a measurement type, for words, or of all offers.
     *
     * <p>Offers of every account are compared, also the caller's own.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public PriceComparison comparePrices(ComparePricesParams params, CallOptions options) {
        return Futures.await(async.comparePrices(params, options));
    }

    /**
     * Compare the prices of active offers: for a measurement type, for words, or of all offers, with the default
     * options.
     */
    public PriceComparison comparePrices(ComparePricesParams params) {
        return comparePrices(params, CallOptions.DEFAULT);
    }

    /**
     * Compare the prices of active offers: for a measurement type, for words, or of all offers, with the default
     * options.
     */
    public PriceComparison comparePrices() {
        return comparePrices(null, CallOptions.DEFAULT);
    }

    /**
     * Create a data token: an offer of some of your points.
     *
     * <p>The current points are copied; later changes are not included. If its price is above the setting
     * <code>wallet.autoApproveThreshold</code>, the token is <code>pending</code> until an administrator approves it.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: points
     * under a key that is stopped.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CreatedDataToken createDataToken(CreateDataTokenRequest body, CallOptions options) {
        return Futures.await(async.createDataToken(body, options));
    }

    /** Create a data token: an offer of some of your points, with the default options. */
    public CreatedDataToken createDataToken(CreateDataTokenRequest body) {
        return createDataToken(body, CallOptions.DEFAULT);
    }

    /**
     * Create an item, which the platform sells.
     *
     * <p>Accounts can buy an <code>active</code> item. The receipt names it; the platform delivers nothing else.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public MarketplaceItem createItem(CreateItemRequest body, CallOptions options) {
        return Futures.await(async.createItem(body, options));
    }

    /** Create an item, which the platform sells, with the default options. */
    public MarketplaceItem createItem(CreateItemRequest body) {
        return createItem(body, CallOptions.DEFAULT);
    }

    /**
     * Offer one of your datasets for sale.
     *
     * <p>The listing offers the current version of the data. The dataset cannot be deleted while it is listed.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Listing createListing(CreateListingRequest body, CallOptions options) {
        return Futures.await(async.createListing(body, options));
    }

    /** Offer one of your datasets for sale, with the default options. */
    public Listing createListing(CreateListingRequest body) {
        return createListing(body, CallOptions.DEFAULT);
    }

    /**
     * Record payments that account owners made or received outside the platform.
     *
     * <p>Either all movements of a request are recorded, or none is.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Settlement enterSettlement(EnterSettlementRequest body, CallOptions options) {
        return Futures.await(async.enterSettlement(body, options));
    }

    /** Record payments that account owners made or received outside the platform, with the default options. */
    public Settlement enterSettlement(EnterSettlementRequest body) {
        return enterSettlement(body, CallOptions.DEFAULT);
    }

    /**
     * Get a data token: your own, one that can be bought, or one that you bought.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the token
     * @param options the options of this call
     * @return the answer
     */
    public DataTokenDetails getDataToken(String id, CallOptions options) {
        return Futures.await(async.getDataToken(id, options));
    }

    /** Get a data token: your own, one that can be bought, or one that you bought, with the default options. */
    public DataTokenDetails getDataToken(String id) {
        return getDataToken(id, CallOptions.DEFAULT);
    }

    /**
     * Get a listing: your own, one that can be bought, or one that you bought.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the listing
     * @param options the options of this call
     * @return the answer
     */
    public ListingDetails getListing(String id, CallOptions options) {
        return Futures.await(async.getListing(id, options));
    }

    /** Get a listing: your own, one that can be bought, or one that you bought, with the default options. */
    public ListingDetails getListing(String id) {
        return getListing(id, CallOptions.DEFAULT);
    }

    /**
     * Get the certificate of a listing: your own, one that can be bought, or one that you bought.
     *
     * <p>The certificate states the columns with types, units and numbers of empty cells, the number of rows, mode,
     * version and root. It contains no value and is signed by the platform. <code>lockstep verify</code> checks it
     * offline.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the listing
     * @param options the options of this call
     * @return the answer
     */
    public Map<String, Object> getListingCertificate(String id, CallOptions options) {
        return Futures.await(async.getListingCertificate(id, options));
    }

    /**
     * Get the certificate of a listing: your own, one that can be bought, or one that you bought, with the default
     * options.
     */
    public Map<String, Object> getListingCertificate(String id) {
        return getListingCertificate(id, CallOptions.DEFAULT);
    }

    /**
     * Get a draft of a listing of one of your datasets.
     *
     * <p>Nothing is stored. <code>POST /api/marketplace/items</code> creates a listing.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ListingDraft getListingDraft(String datasetId, GetListingDraftParams params, CallOptions options) {
        return Futures.await(async.getListingDraft(datasetId, params, options));
    }

    /** Get a draft of a listing of one of your datasets, with the default options. */
    public ListingDraft getListingDraft(String datasetId, GetListingDraftParams params) {
        return getListingDraft(datasetId, params, CallOptions.DEFAULT);
    }

    /** Get a draft of a listing of one of your datasets, with the default options. */
    public ListingDraft getListingDraft(String datasetId) {
        return getListingDraft(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * Get the HTML page of a data token or listing that can be bought.
     *
     * <p>The page shows the description, the price, the access rules and a summary of the certificate. No credential
     * is needed. Items have no page.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the token or listing
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download getOfferPageStream(String id, CallOptions options) {
        return Futures.await(async.getOfferPageStream(id, options));
    }

    /** Get the HTML page of a data token or listing that can be bought, with the default options. */
    public Download getOfferPageStream(String id) {
        return getOfferPageStream(id, CallOptions.DEFAULT);
    }

    /**
     * Get an item that can be bought, or that you bought.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the item
     * @param options the options of this call
     * @return the answer
     */
    public MarketplaceItem getOfferedItem(String id, CallOptions options) {
        return Futures.await(async.getOfferedItem(id, options));
    }

    /** Get an item that can be bought, or that you bought, with the default options. */
    public MarketplaceItem getOfferedItem(String id) {
        return getOfferedItem(id, CallOptions.DEFAULT);
    }

    /**
     * Get one of your purchases.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the purchase
     * @param options the options of this call
     * @return the answer
     */
    public Purchase getPurchase(String id, CallOptions options) {
        return Futures.await(async.getPurchase(id, options));
    }

    /** Get one of your purchases, with the default options. */
    public Purchase getPurchase(String id) {
        return getPurchase(id, CallOptions.DEFAULT);
    }

    /**
     * Get the signed receipt of one of your purchases.
     *
     * <p>The platform signs the receipt. It stays available after the seller's account is erased. <code>lockstep
     * verify</code> checks it offline.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the purchase
     * @param options the options of this call
     * @return the answer
     */
    public Map<String, Object> getPurchaseReceipt(String id, CallOptions options) {
        return Futures.await(async.getPurchaseReceipt(id, options));
    }

    /** Get the signed receipt of one of your purchases, with the default options. */
    public Map<String, Object> getPurchaseReceipt(String id) {
        return getPurchaseReceipt(id, CallOptions.DEFAULT);
    }

    /**
     * Get the certificate of a data token.
     *
     * <p>The certificate states types, devices, days, counts, gaps, modes and roots. It contains no value and is
     * signed by the platform. <code>lockstep verify</code> checks it offline.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the token
     * @param options the options of this call
     * @return the answer
     */
    public Map<String, Object> getTokenCertificate(String id, CallOptions options) {
        return Futures.await(async.getTokenCertificate(id, options));
    }

    /** Get the certificate of a data token, with the default options. */
    public Map<String, Object> getTokenCertificate(String id) {
        return getTokenCertificate(id, CallOptions.DEFAULT);
    }

    /**
     * List the purchases by which buyers can read your data now, newest first.
     *
     * <p>These are the usable purchases of your data tokens and listings, also of those that you withdrew. Buyers are
     * not named.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DataGrantList listDataGrants(ListDataGrantsParams params, CallOptions options) {
        return Futures.await(async.listDataGrants(params, options));
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public DataGrantList listDataGrants(ListDataGrantsParams params) {
        return listDataGrants(params, CallOptions.DEFAULT);
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public DataGrantList listDataGrants() {
        return listDataGrants(null, CallOptions.DEFAULT);
    }

    /**
     * List the purchases by which buyers can read your data now, newest first.
     *
     * <p>These are the usable purchases of your data tokens and listings, also of those that you withdrew. Buyers are
     * not named.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<DataGrant> listDataGrantsAll(ListDataGrantsParams params, CallOptions options) {
        return new Pages<>(async.listDataGrantsAll(params, options));
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public Pages<DataGrant> listDataGrantsAll(ListDataGrantsParams params) {
        return listDataGrantsAll(params, CallOptions.DEFAULT);
    }

    /** List the purchases by which buyers can read your data now, newest first, with the default options. */
    public Pages<DataGrant> listDataGrantsAll() {
        return listDataGrantsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List data tokens, newest first: your own, or those that can be bought.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DataTokenList listDataTokens(ListDataTokensParams params, CallOptions options) {
        return Futures.await(async.listDataTokens(params, options));
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public DataTokenList listDataTokens(ListDataTokensParams params) {
        return listDataTokens(params, CallOptions.DEFAULT);
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public DataTokenList listDataTokens() {
        return listDataTokens(null, CallOptions.DEFAULT);
    }

    /**
     * List data tokens, newest first: your own, or those that can be bought.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<DataTokenEntry> listDataTokensAll(ListDataTokensParams params, CallOptions options) {
        return new Pages<>(async.listDataTokensAll(params, options));
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public Pages<DataTokenEntry> listDataTokensAll(ListDataTokensParams params) {
        return listDataTokensAll(params, CallOptions.DEFAULT);
    }

    /** List data tokens, newest first: your own, or those that can be bought, with the default options. */
    public Pages<DataTokenEntry> listDataTokensAll() {
        return listDataTokensAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the items of the platform in every status, newest first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public MarketplaceItemPage listItems(ListItemsParams params, CallOptions options) {
        return Futures.await(async.listItems(params, options));
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public MarketplaceItemPage listItems(ListItemsParams params) {
        return listItems(params, CallOptions.DEFAULT);
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public MarketplaceItemPage listItems() {
        return listItems(null, CallOptions.DEFAULT);
    }

    /**
     * List the items of the platform in every status, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<MarketplaceItem> listItemsAll(ListItemsParams params, CallOptions options) {
        return new Pages<>(async.listItemsAll(params, options));
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public Pages<MarketplaceItem> listItemsAll(ListItemsParams params) {
        return listItemsAll(params, CallOptions.DEFAULT);
    }

    /** List the items of the platform in every status, newest first, with the default options. */
    public Pages<MarketplaceItem> listItemsAll() {
        return listItemsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the active listings of all owners, newest first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ListingList listListings(ListListingsParams params, CallOptions options) {
        return Futures.await(async.listListings(params, options));
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public ListingList listListings(ListListingsParams params) {
        return listListings(params, CallOptions.DEFAULT);
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public ListingList listListings() {
        return listListings(null, CallOptions.DEFAULT);
    }

    /**
     * List the active listings of all owners, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Listing> listListingsAll(ListListingsParams params, CallOptions options) {
        return new Pages<>(async.listListingsAll(params, options));
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public Pages<Listing> listListingsAll(ListListingsParams params) {
        return listListingsAll(params, CallOptions.DEFAULT);
    }

    /** List the active listings of all owners, newest first, with the default options. */
    public Pages<Listing> listListingsAll() {
        return listListingsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the items that can be bought, newest first.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public OfferedItemPage listOfferedItems(ListOfferedItemsParams params, CallOptions options) {
        return Futures.await(async.listOfferedItems(params, options));
    }

    /** List the items that can be bought, newest first, with the default options. */
    public OfferedItemPage listOfferedItems(ListOfferedItemsParams params) {
        return listOfferedItems(params, CallOptions.DEFAULT);
    }

    /** List the items that can be bought, newest first, with the default options. */
    public OfferedItemPage listOfferedItems() {
        return listOfferedItems(null, CallOptions.DEFAULT);
    }

    /**
     * List the items that can be bought, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<MarketplaceItem> listOfferedItemsAll(ListOfferedItemsParams params, CallOptions options) {
        return new Pages<>(async.listOfferedItemsAll(params, options));
    }

    /** List the items that can be bought, newest first, with the default options. */
    public Pages<MarketplaceItem> listOfferedItemsAll(ListOfferedItemsParams params) {
        return listOfferedItemsAll(params, CallOptions.DEFAULT);
    }

    /** List the items that can be bought, newest first, with the default options. */
    public Pages<MarketplaceItem> listOfferedItemsAll() {
        return listOfferedItemsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the data tokens that wait for an approval, newest first.
     *
     * <p>A token needs an approval if its price is above the setting <code>wallet.autoApproveThreshold</code>.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DataTokenList listPendingTokens(ListPendingTokensParams params, CallOptions options) {
        return Futures.await(async.listPendingTokens(params, options));
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public DataTokenList listPendingTokens(ListPendingTokensParams params) {
        return listPendingTokens(params, CallOptions.DEFAULT);
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public DataTokenList listPendingTokens() {
        return listPendingTokens(null, CallOptions.DEFAULT);
    }

    /**
     * List the data tokens that wait for an approval, newest first.
     *
     * <p>A token needs an approval if its price is above the setting <code>wallet.autoApproveThreshold</code>.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<DataTokenEntry> listPendingTokensAll(ListPendingTokensParams params, CallOptions options) {
        return new Pages<>(async.listPendingTokensAll(params, options));
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public Pages<DataTokenEntry> listPendingTokensAll(ListPendingTokensParams params) {
        return listPendingTokensAll(params, CallOptions.DEFAULT);
    }

    /** List the data tokens that wait for an approval, newest first, with the default options. */
    public Pages<DataTokenEntry> listPendingTokensAll() {
        return listPendingTokensAll(null, CallOptions.DEFAULT);
    }

    /**
     * List your purchases, newest first.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public PurchaseList listPurchases(ListPurchasesParams params, CallOptions options) {
        return Futures.await(async.listPurchases(params, options));
    }

    /** List your purchases, newest first, with the default options. */
    public PurchaseList listPurchases(ListPurchasesParams params) {
        return listPurchases(params, CallOptions.DEFAULT);
    }

    /** List your purchases, newest first, with the default options. */
    public PurchaseList listPurchases() {
        return listPurchases(null, CallOptions.DEFAULT);
    }

    /**
     * List your purchases, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Purchase> listPurchasesAll(ListPurchasesParams params, CallOptions options) {
        return new Pages<>(async.listPurchasesAll(params, options));
    }

    /** List your purchases, newest first, with the default options. */
    public Pages<Purchase> listPurchasesAll(ListPurchasesParams params) {
        return listPurchasesAll(params, CallOptions.DEFAULT);
    }

    /** List your purchases, newest first, with the default options. */
    public Pages<Purchase> listPurchasesAll() {
        return listPurchasesAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the claims that the seller attached to a data token.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the token
     * @param options the options of this call
     * @return the answer
     */
    public DataTokenClaims listTokenClaims(String id, CallOptions options) {
        return Futures.await(async.listTokenClaims(id, options));
    }

    /** List the claims that the seller attached to a data token, with the default options. */
    public DataTokenClaims listTokenClaims(String id) {
        return listTokenClaims(id, CallOptions.DEFAULT);
    }

    /**
     * Buy a data token at its price. An unused purchase can be refunded within one hour.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the token
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public TokenPurchase purchaseDataToken(String id, PurchaseRequest body, CallOptions options) {
        return Futures.await(async.purchaseDataToken(id, body, options));
    }

    /** Buy a data token at its price. An unused purchase can be refunded within one hour, with the default options. */
    public TokenPurchase purchaseDataToken(String id, PurchaseRequest body) {
        return purchaseDataToken(id, body, CallOptions.DEFAULT);
    }

    /**
     * Buy an item of the platform at its price. It can be refunded within one hour.
     *
     * <p>The receipt names the item; the platform delivers nothing else. Administrators sell the items and cannot buy
     * them.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the item
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ItemPurchase purchaseItem(String id, PurchaseRequest body, CallOptions options) {
        return Futures.await(async.purchaseItem(id, body, options));
    }

    /** Buy an item of the platform at its price. It can be refunded within one hour, with the default options. */
    public ItemPurchase purchaseItem(String id, PurchaseRequest body) {
        return purchaseItem(id, body, CallOptions.DEFAULT);
    }

    /**
     * Buy a listing at its price. An unused purchase can be refunded within one hour.
     *
     * <p><code>/v1/sfdp/marketplace/purchases/&#123;id&#125;</code> returns the purchase and its receipt, and refunds
     * it.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the listing
     * was withdrawn, is your own or has another price than expected, or the credit limit is reached.
     *
     * @param id The id of the listing
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ListingPurchase purchaseListing(String id, ListingPurchaseRequest body, CallOptions options) {
        return Futures.await(async.purchaseListing(id, body, options));
    }

    /** Buy a listing at its price. An unused purchase can be refunded within one hour, with the default options. */
    public ListingPurchase purchaseListing(String id, ListingPurchaseRequest body) {
        return purchaseListing(id, body, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the caller, newest first.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public Ledger readLedger(ReadLedgerParams params, CallOptions options) {
        return Futures.await(async.readLedger(params, options));
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public Ledger readLedger(ReadLedgerParams params) {
        return readLedger(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public Ledger readLedger() {
        return readLedger(null, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the caller, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<LedgerTransfer> readLedgerAll(ReadLedgerParams params, CallOptions options) {
        return new Pages<>(async.readLedgerAll(params, options));
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public Pages<LedgerTransfer> readLedgerAll(ReadLedgerParams params) {
        return readLedgerAll(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the caller, newest first, with the default options. */
    public Pages<LedgerTransfer> readLedgerAll() {
        return readLedgerAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the platform, newest first.
     *
     * <p>The platform is the seller of all items.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public Ledger readPlatformLedger(ReadPlatformLedgerParams params, CallOptions options) {
        return Futures.await(async.readPlatformLedger(params, options));
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public Ledger readPlatformLedger(ReadPlatformLedgerParams params) {
        return readPlatformLedger(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public Ledger readPlatformLedger() {
        return readPlatformLedger(null, CallOptions.DEFAULT);
    }

    /**
     * Read the balances and transfers of the platform, newest first.
     *
     * <p>The platform is the seller of all items.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<LedgerTransfer> readPlatformLedgerAll(ReadPlatformLedgerParams params, CallOptions options) {
        return new Pages<>(async.readPlatformLedgerAll(params, options));
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public Pages<LedgerTransfer> readPlatformLedgerAll(ReadPlatformLedgerParams params) {
        return readPlatformLedgerAll(params, CallOptions.DEFAULT);
    }

    /** Read the balances and transfers of the platform, newest first, with the default options. */
    public Pages<LedgerTransfer> readPlatformLedgerAll() {
        return readPlatformLedgerAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the points of a bought token.
     *
     * <p>A read without <code>cursor</code> consumes one use; further pages of the same read are free for one hour.
     * With an <code>Idempotency-Key</code>, a read whose answer did not arrive is repeated for one hour without
     * another use.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the
     * purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the token is your own;
     * 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
     *
     * @param id The id of the token
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public SoldDataPage readSoldPoints(String id, ReadSoldPointsParams params, CallOptions options) {
        return Futures.await(async.readSoldPoints(id, params, options));
    }

    /** Read the points of a bought token, with the default options. */
    public SoldDataPage readSoldPoints(String id, ReadSoldPointsParams params) {
        return readSoldPoints(id, params, CallOptions.DEFAULT);
    }

    /** Read the points of a bought token, with the default options. */
    public SoldDataPage readSoldPoints(String id) {
        return readSoldPoints(id, null, CallOptions.DEFAULT);
    }

    /**
     * Read the points of a bought token.
     *
     * <p>A read without <code>cursor</code> consumes one use; further pages of the same read are free for one hour.
     * With an <code>Idempotency-Key</code>, a read whose answer did not arrive is repeated for one hour without
     * another use.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the
     * purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the token is your own;
     * 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
     *
     * @param id The id of the token
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<SoldPoint> readSoldPointsAll(String id, ReadSoldPointsParams params, CallOptions options) {
        return new Pages<>(async.readSoldPointsAll(id, params, options));
    }

    /** Read the points of a bought token, with the default options. */
    public Pages<SoldPoint> readSoldPointsAll(String id, ReadSoldPointsParams params) {
        return readSoldPointsAll(id, params, CallOptions.DEFAULT);
    }

    /** Read the points of a bought token, with the default options. */
    public Pages<SoldPoint> readSoldPointsAll(String id) {
        return readSoldPointsAll(id, null, CallOptions.DEFAULT);
    }

    /**
     * Read the points of a bought token.
     *
     * <p>A read without <code>cursor</code> consumes one use; further pages of the same read are free for one hour.
     * With an <code>Idempotency-Key</code>, a read whose answer did not arrive is repeated for one hour without
     * another use.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the
     * purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the token is your own;
     * 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
     *
     * @param id The id of the token
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, text/csv
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download readSoldPointsStream(String id, ReadSoldPointsParams params, String accept, CallOptions options) {
        return Futures.await(async.readSoldPointsStream(id, params, accept, options));
    }

    /** Read the points of a bought token, with the default options. */
    public Download readSoldPointsStream(String id, ReadSoldPointsParams params, String accept) {
        return readSoldPointsStream(id, params, accept, CallOptions.DEFAULT);
    }

    /** Read the points of a bought token, with the default options. */
    public Download readSoldPointsStream(String id, String accept) {
        return readSoldPointsStream(id, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Read the rows of a bought listing.
     *
     * <p>Returns the version of the dataset that the listing offers, even after later uploads and after the dataset is
     * deleted. A request without <code>use</code> consumes one use. With an <code>Idempotency-Key</code>, a read whose
     * answer did not arrive is repeated for one hour without another use.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the
     * purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the listing is your own;
     * 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no use is consumed.
     *
     * @param id The id of the listing
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public Map<String, Object> readSoldRows(String id, ReadSoldRowsParams params, CallOptions options) {
        return Futures.await(async.readSoldRows(id, params, options));
    }

    /** Read the rows of a bought listing, with the default options. */
    public Map<String, Object> readSoldRows(String id, ReadSoldRowsParams params) {
        return readSoldRows(id, params, CallOptions.DEFAULT);
    }

    /** Read the rows of a bought listing, with the default options. */
    public Map<String, Object> readSoldRows(String id) {
        return readSoldRows(id, null, CallOptions.DEFAULT);
    }

    /**
     * Read the rows of a bought listing.
     *
     * <p>Returns the version of the dataset that the listing offers, even after later uploads and after the dataset is
     * deleted. A request without <code>use</code> consumes one use. With an <code>Idempotency-Key</code>, a read whose
     * answer did not arrive is repeated for one hour without another use.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the
     * purchase was used, refunded or has expired, the use of the Idempotency-Key is over, or the listing is your own;
     * 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no use is consumed.
     *
     * @param id The id of the listing
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, application/jsonl, text/csv
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download readSoldRowsStream(String id, ReadSoldRowsParams params, String accept, CallOptions options) {
        return Futures.await(async.readSoldRowsStream(id, params, accept, options));
    }

    /** Read the rows of a bought listing, with the default options. */
    public Download readSoldRowsStream(String id, ReadSoldRowsParams params, String accept) {
        return readSoldRowsStream(id, params, accept, CallOptions.DEFAULT);
    }

    /** Read the rows of a bought listing, with the default options. */
    public Download readSoldRowsStream(String id, String accept) {
        return readSoldRowsStream(id, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Refund one of your purchases that was not used, within one hour.
     *
     * <p>The price returns to your balance, and the purchase ends. A purchase that can still be used is refunded later
     * too if the seller's account was erased, a key of the seller that the data need is stopped, or a series of an
     * <code>aggregate-only</code> token gives no further answers.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the
     * purchase was used or refunded, or is older than an hour; 422 ENCRYPTION_ERROR: the requested encryption is not
     * available, or a stored key is lost or damaged.
     *
     * @param id The id of the purchase
     * @param options the options of this call
     * @return the answer
     */
    public Purchase refundPurchase(String id, CallOptions options) {
        return Futures.await(async.refundPurchase(id, options));
    }

    /** Refund one of your purchases that was not used, within one hour, with the default options. */
    public Purchase refundPurchase(String id) {
        return refundPurchase(id, CallOptions.DEFAULT);
    }

    /**
     * Search the offers of every account by words.
     *
     * <p>Only offers that can be bought are found. A title and a description are untrusted text.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query
     * @param options the options of this call
     * @return the answer
     */
    public OfferSearchResult searchOffers(SearchOffersParams params, CallOptions options) {
        return Futures.await(async.searchOffers(params, options));
    }

    /** Search the offers of every account by words, with the default options. */
    public OfferSearchResult searchOffers(SearchOffersParams params) {
        return searchOffers(params, CallOptions.DEFAULT);
    }

    /**
     * Update the fields of an item that the request contains.
     *
     * <p>Earlier purchases keep their terms.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param itemId The id of the item
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public MarketplaceItem updateItem(String itemId, UpdateItemRequest body, CallOptions options) {
        return Futures.await(async.updateItem(itemId, body, options));
    }

    /** Update the fields of an item that the request contains, with the default options. */
    public MarketplaceItem updateItem(String itemId, UpdateItemRequest body) {
        return updateItem(itemId, body, CallOptions.DEFAULT);
    }

    /**
     * Withdraw a data token from sale. Buyers keep the access that they paid for.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the token
     * @param options the options of this call
     * @return the answer
     */
    public WithdrawnDataToken withdrawDataToken(String id, CallOptions options) {
        return Futures.await(async.withdrawDataToken(id, options));
    }

    /** Withdraw a data token from sale. Buyers keep the access that they paid for, with the default options. */
    public WithdrawnDataToken withdrawDataToken(String id) {
        return withdrawDataToken(id, CallOptions.DEFAULT);
    }

    /**
     * Withdraw one of your listings.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the listing
     * @param options the options of this call
     * @return the answer
     */
    public WithdrawnListing withdrawListing(String id, CallOptions options) {
        return Futures.await(async.withdrawListing(id, options));
    }

    /** Withdraw one of your listings, with the default options. */
    public WithdrawnListing withdrawListing(String id) {
        return withdrawListing(id, CallOptions.DEFAULT);
    }
}
