# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Data tokens (points), listings (datasets) and items of the platform: offers, certificates, claims,
prices and approvals; purchases, receipts, refunds, bought data and grants; the ledger and
settlements.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Literal

from .._download import AsyncDownload, Download
from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Json, Operation, Paging
from . import models as m

_AGGREGATE_SOLD_POINTS: Operation[m.SoldAggregate] = Operation("POST", "/v1/sfdp/marketplace/tokens/{id}/aggregate", m.SoldAggregate, takes_idempotency_key=True)

_APPROVE_DATA_TOKEN: Operation[m.DataTokenApproval] = Operation("POST", "/v1/admin/marketplace/tokens/{tokenId}/approve", m.DataTokenApproval)

_ATTACH_CLAIM: Operation[m.DataTokenClaims] = Operation("POST", "/v1/sfdp/marketplace/tokens/{id}/claims", m.DataTokenClaims, takes_idempotency_key=True)

_COMPARE_PRICES: Operation[m.PriceComparison] = Operation("GET", "/v1/sfdp/marketplace/prices", m.PriceComparison)

_CREATE_DATA_TOKEN: Operation[m.CreatedDataToken] = Operation("POST", "/v1/sfdp/marketplace/tokens", m.CreatedDataToken, takes_idempotency_key=True)

_CREATE_ITEM: Operation[m.MarketplaceItem] = Operation("POST", "/v1/admin/marketplace/items", m.MarketplaceItem, takes_idempotency_key=True)

_CREATE_LISTING: Operation[m.Listing] = Operation("POST", "/api/marketplace/items", m.Listing, takes_idempotency_key=True)

_ENTER_SETTLEMENT: Operation[m.Settlement] = Operation("POST", "/v1/admin/marketplace/settlements", m.Settlement, takes_idempotency_key=True)

_GET_DATA_TOKEN: Operation[m.DataTokenDetails] = Operation("GET", "/v1/sfdp/marketplace/tokens/{id}", m.DataTokenDetails)

_GET_LISTING: Operation[m.ListingDetails] = Operation("GET", "/api/marketplace/items/{id}", m.ListingDetails)

_GET_LISTING_CERTIFICATE: Operation[dict[str, Any]] = Operation("GET", "/api/marketplace/items/{id}/certificate", dict[str, Any])

_GET_LISTING_DRAFT: Operation[m.ListingDraft] = Operation("GET", "/api/datasets/{dataset_id}/listing-draft", m.ListingDraft)

_GET_OFFER_PAGE: Operation[None] = Operation("GET", "/market/{id}", None, is_open=True)

_GET_OFFERED_ITEM: Operation[m.MarketplaceItem] = Operation("GET", "/v1/sfdp/marketplace/items/{id}", m.MarketplaceItem)

_GET_PURCHASE: Operation[m.Purchase] = Operation("GET", "/v1/sfdp/marketplace/purchases/{id}", m.Purchase)

_GET_PURCHASE_RECEIPT: Operation[dict[str, Any]] = Operation("GET", "/v1/sfdp/marketplace/purchases/{id}/receipt", dict[str, Any])

_GET_TOKEN_CERTIFICATE: Operation[dict[str, Any]] = Operation("GET", "/v1/sfdp/marketplace/tokens/{id}/certificate", dict[str, Any])

_LIST_DATA_GRANTS: Operation[m.DataGrantList] = Operation("GET", "/v1/sfdp/marketplace/grants", m.DataGrantList)
_LIST_DATA_GRANTS_PAGES: Paging[m.DataGrant] = Paging("grants", m.DataGrant, "nextCursor")

_LIST_DATA_TOKENS: Operation[m.DataTokenList] = Operation("GET", "/v1/sfdp/marketplace/tokens", m.DataTokenList)
_LIST_DATA_TOKENS_PAGES: Paging[m.DataTokenEntry] = Paging("tokens", m.DataTokenEntry, "nextCursor")

_LIST_ITEMS: Operation[m.MarketplaceItemPage] = Operation("GET", "/v1/admin/marketplace/items", m.MarketplaceItemPage)
_LIST_ITEMS_PAGES: Paging[m.MarketplaceItem] = Paging("items", m.MarketplaceItem, None)

_LIST_LISTINGS: Operation[m.ListingList] = Operation("GET", "/api/marketplace/items", m.ListingList)
_LIST_LISTINGS_PAGES: Paging[m.Listing] = Paging("data", m.Listing, None)

_LIST_OFFERED_ITEMS: Operation[m.OfferedItemPage] = Operation("GET", "/v1/sfdp/marketplace/items", m.OfferedItemPage)
_LIST_OFFERED_ITEMS_PAGES: Paging[m.MarketplaceItem] = Paging("items", m.MarketplaceItem, "nextCursor")

_LIST_PENDING_TOKENS: Operation[m.DataTokenList] = Operation("GET", "/v1/admin/marketplace/tokens", m.DataTokenList)
_LIST_PENDING_TOKENS_PAGES: Paging[m.DataTokenEntry] = Paging("tokens", m.DataTokenEntry, "nextCursor")

_LIST_PURCHASES: Operation[m.PurchaseList] = Operation("GET", "/v1/sfdp/marketplace/purchases", m.PurchaseList)
_LIST_PURCHASES_PAGES: Paging[m.Purchase] = Paging("purchases", m.Purchase, "nextCursor")

_LIST_TOKEN_CLAIMS: Operation[m.DataTokenClaims] = Operation("GET", "/v1/sfdp/marketplace/tokens/{id}/claims", m.DataTokenClaims)

_PURCHASE_DATA_TOKEN: Operation[m.TokenPurchase] = Operation("POST", "/v1/sfdp/marketplace/tokens/{id}/purchase", m.TokenPurchase, takes_idempotency_key=True)

_PURCHASE_ITEM: Operation[m.ItemPurchase] = Operation("POST", "/v1/sfdp/marketplace/items/{id}/purchase", m.ItemPurchase, takes_idempotency_key=True)

_PURCHASE_LISTING: Operation[m.ListingPurchase] = Operation("POST", "/api/marketplace/items/{id}/purchase", m.ListingPurchase, takes_idempotency_key=True)

_READ_LEDGER: Operation[m.Ledger] = Operation("GET", "/v1/sfdp/marketplace/ledger", m.Ledger)
_READ_LEDGER_PAGES: Paging[m.LedgerTransfer] = Paging("entries", m.LedgerTransfer, "nextCursor")

_READ_PLATFORM_LEDGER: Operation[m.Ledger] = Operation("GET", "/v1/admin/marketplace/ledger", m.Ledger)
_READ_PLATFORM_LEDGER_PAGES: Paging[m.LedgerTransfer] = Paging("entries", m.LedgerTransfer, "nextCursor")

_READ_SOLD_POINTS: Operation[m.SoldDataPage] = Operation("GET", "/v1/sfdp/marketplace/tokens/{id}/data", m.SoldDataPage, takes_idempotency_key=True)
_READ_SOLD_POINTS_PAGES: Paging[m.SoldPoint] = Paging("data", m.SoldPoint, "nextCursor")

_READ_SOLD_ROWS: Operation[dict[str, Any]] = Operation("GET", "/api/marketplace/items/{id}/data", dict[str, Any], takes_idempotency_key=True)

_REFUND_PURCHASE: Operation[m.Purchase] = Operation("POST", "/v1/sfdp/marketplace/purchases/{id}/refund", m.Purchase, takes_idempotency_key=True)

_SEARCH_OFFERS: Operation[m.OfferSearchResult] = Operation("GET", "/v1/sfdp/marketplace/offers", m.OfferSearchResult)

_UPDATE_ITEM: Operation[m.MarketplaceItem] = Operation("PATCH", "/v1/admin/marketplace/items/{itemId}", m.MarketplaceItem)

_WITHDRAW_DATA_TOKEN: Operation[m.WithdrawnDataToken] = Operation("DELETE", "/v1/sfdp/marketplace/tokens/{id}", m.WithdrawnDataToken)

_WITHDRAW_LISTING: Operation[m.WithdrawnListing] = Operation("DELETE", "/api/marketplace/items/{id}", m.WithdrawnListing)


class MarketplaceOperations(Group):
    """Data tokens (points), listings (datasets) and items of the platform: offers, certificates,
    claims, prices and approvals; purchases, receipts, refunds, bought data and grants; the ledger
    and settlements.
    """

    def aggregate_sold_points(
        self,
        id: str,
        *,
        operation: m.SoldAggregateOperation,
        type: str,
        audience: str | None = UNSET,
        days: Sequence[str] | None = UNSET,
        device: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.SoldAggregate:
        """Compute a sum, mean or variance over days of a bought token.

        No point is returned. Each answer consumes one use. With an `Idempotency-Key`, an answer
        that did not arrive is given again for one hour.

        Args:
            id: The id of the token
            type: The type of the points.
            audience: The recipient that the document names; absent: the purchase.
            days: Calendar days in UTC that the certificate names as offered; absent for all of
                them.
            device: Only the points of this device, named as in the token's series.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return self._call(
            _AGGREGATE_SOLD_POINTS,
            Arguments(path={"id": id}, json={"operation": operation, "type": type, "audience": audience, "days": days, "device": device}),
            options,
        )

    def approve_data_token(
        self,
        token_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DataTokenApproval:
        """Approve a data token whose price is above the setting `wallet.autoApproveThreshold`.

        The token can then be bought. Another approval changes nothing.

        Args:
            token_id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the token was withdrawn or has expired.
        """
        return self._call(
            _APPROVE_DATA_TOKEN,
            Arguments(path={"tokenId": token_id}),
            options,
        )

    def attach_claim(
        self,
        id: str,
        *,
        claim: Mapping[str, Any],
        options: CallOptions | None = None,
    ) -> m.DataTokenClaims:
        """Attach a claim about your own days to one of your data tokens.

        The platform verifies the document first: the proof, the signatures, the owner, the end of
        its validity, and that its days are among those of the offered points. Buyers see the claim
        until it expires. The claim contains your pseudonym, which is the same in all your claims.

        Args:
            id: The id of the token
            claim: The document of `POST /v1/sfdp/proofs` about your own days, without audience and
                nonce.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _ATTACH_CLAIM,
            Arguments(path={"id": id}, json={"claim": claim}),
            options,
        )

    def compare_prices(
        self,
        *,
        type: str | None = None,
        words: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.PriceComparison:
        """Compare the prices of active offers: for a measurement type, for words, or of all offers.

        Offers of every account are compared, also the caller's own.

        Args:
            type: Only data tokens with points of this measurement type.
            words: Only offers whose title or description has words that begin with each of these
                words; 200 characters at most.
            limit: The maximum number of offers to name. The prices are those of all that match.
                Default: 10.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _COMPARE_PRICES,
            Arguments(query={"type": type, "words": words, "limit": limit}),
            options,
        )

    def create_data_token(
        self,
        *,
        access_rules: m.AccessRules | Json,
        currency: str,
        data_points: Sequence[str],
        price: float,
        available_until: dt.datetime | None = UNSET,
        claims: Sequence[Mapping[str, Any]] | None = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.CreatedDataToken:
        """Create a data token: an offer of some of your points.

        The current points are copied; later changes are not included. If its price is above the
        setting `wallet.autoApproveThreshold`, the token is `pending` until an administrator
        approves it.

        Args:
            currency: The currency of the price, an ISO 4217 code.
            data_points: Ids of points, or selectors `type=…;device=…;start=…;end=…`. Each must
                select a point of yours. The id of a registered device and its name select the same
                points. The token sells these points as they are now.
            price: The price, above zero, with at most the decimals of the currency.
            available_until: The time after which the token cannot be bought.
            claims: Documents of `POST /v1/sfdp/proofs` about your own days, without audience and
                nonce, for buyers to verify.
            description: A text for buyers, on the page of the listing.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: points under a key that is stopped.
        """
        return self._call(
            _CREATE_DATA_TOKEN,
            Arguments(json={"accessRules": access_rules, "currency": currency, "dataPoints": data_points, "price": price, "availableUntil": available_until, "claims": claims, "description": description}),
            options,
        )

    def create_item(
        self,
        *,
        category: str,
        description: str,
        encryption: m.ItemEncryption | Json,
        name: str,
        price: float,
        currency: str | None = UNSET,
        status: m.ItemStatus | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItem:
        """Create an item, which the platform sells.

        Accounts can buy an `active` item. The receipt names it; the platform delivers nothing else.

        Args:
            category: A category of your choice, 1 to 64 characters. Lists can be filtered by it.
            description: The text that buyers see, at most 10 000 characters; can be empty.
            name: The title that buyers see, 1 to 200 characters.
            price: The price, not below zero.
            currency: The currency of the price, an ISO 4217 code. Default: "EUR".
            status: The status of the item. Default: `active`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_ITEM,
            Arguments(json={"category": category, "description": description, "encryption": encryption, "name": name, "price": price, "currency": currency, "status": status}),
            options,
        )

    def create_listing(
        self,
        *,
        dataset_id: str,
        price: float,
        title: str,
        access_rules: m.ListingRules | Json | None = UNSET,
        currency: str | None = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Listing:
        """Offer one of your datasets for sale.

        The listing offers the current version of the data. The dataset cannot be deleted while it
        is listed.

        Args:
            dataset_id: A dataset of the caller that has data.
            price: The price, above zero, with at most the decimals of the currency.
            title: The title that buyers see, 1 to 200 characters.
            access_rules: The rules of the sale. Without them: one year and 1000 reads, without
                restrictions.
            currency: The currency of the price, an ISO 4217 code. Default: "EUR".
            description: The text that buyers see, at most 10 000 characters. Default: empty.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_LISTING,
            Arguments(json={"dataset_id": dataset_id, "price": price, "title": title, "access_rules": access_rules, "currency": currency, "description": description}),
            options,
        )

    def enter_settlement(
        self,
        *,
        amount: float,
        currency: str,
        reference: str,
        type: m.MovementType,
        user_id: str,
        further: Sequence[m.AdditionalMovement | Json] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Settlement:
        """Record payments that account owners made or received outside the platform.

        Either all movements of a request are recorded, or none is.

        Args:
            amount: The amount, above zero.
            currency: The ISO 4217 code of the currency of `amount`.
            reference: A text for the reader of the ledger, such as the number of a bank transfer.
            user_id: The account, or `platform` for the proceeds of items.
            further: Further movements. Either all movements are recorded, or none is. The setting
                `wallet.gasLimit` is the maximum number of movements, including this one.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _ENTER_SETTLEMENT,
            Arguments(json={"amount": amount, "currency": currency, "reference": reference, "type": type, "userId": user_id, "further": further}),
            options,
        )

    def get_data_token(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DataTokenDetails:
        """Get a data token: your own, one that can be bought, or one that you bought.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_DATA_TOKEN,
            Arguments(path={"id": id}),
            options,
        )

    def get_listing(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.ListingDetails:
        """Get a listing: your own, one that can be bought, or one that you bought.

        Args:
            id: The id of the listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_LISTING,
            Arguments(path={"id": id}),
            options,
        )

    def get_listing_certificate(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Get the certificate of a listing: your own, one that can be bought, or one that you bought.

        The certificate states the columns with types, units and numbers of empty cells, the number
        of rows, mode, version and root. It contains no value and is signed by the platform.
        `lockstep verify` checks it offline.

        Args:
            id: The id of the listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_LISTING_CERTIFICATE,
            Arguments(path={"id": id}),
            options,
        )

    def get_listing_draft(
        self,
        dataset_id: str,
        *,
        currency: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ListingDraft:
        """Get a draft of a listing of one of your datasets.

        Nothing is stored. `POST /api/marketplace/items` creates a listing.

        Args:
            dataset_id: The id of the dataset
            currency: The currency of the price, an ISO 4217 code. Default: "EUR".

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_LISTING_DRAFT,
            Arguments(path={"dataset_id": dataset_id}, query={"currency": currency}),
            options,
        )

    def get_offer_page_stream(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> Download:
        """Get the HTML page of a data token or listing that can be bought.

        Returns the answer as a stream, which a `with` statement closes.

        The page shows the description, the price, the access rules and a summary of the
        certificate. No credential is needed. Items have no page.

        Args:
            id: The id of the token or listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._download(
            _GET_OFFER_PAGE,
            Arguments(path={"id": id}),
            "text/html",
            options,
        )

    def get_offered_item(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItem:
        """Get an item that can be bought, or that you bought.

        Args:
            id: The id of the item

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_OFFERED_ITEM,
            Arguments(path={"id": id}),
            options,
        )

    def get_purchase(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Purchase:
        """Get one of your purchases.

        Args:
            id: The id of the purchase

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_PURCHASE,
            Arguments(path={"id": id}),
            options,
        )

    def get_purchase_receipt(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Get the signed receipt of one of your purchases.

        The platform signs the receipt. It stays available after the seller's account is erased.
        `lockstep verify` checks it offline.

        Args:
            id: The id of the purchase

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_PURCHASE_RECEIPT,
            Arguments(path={"id": id}),
            options,
        )

    def get_token_certificate(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Get the certificate of a data token.

        The certificate states types, devices, days, counts, gaps, modes and roots. It contains no
        value and is signed by the platform. `lockstep verify` checks it offline.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_TOKEN_CERTIFICATE,
            Arguments(path={"id": id}),
            options,
        )

    def list_data_grants(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataGrantList:
        """List the purchases by which buyers can read your data now, newest first.

        These are the usable purchases of your data tokens and listings, also of those that you
        withdrew. Buyers are not named.

        Args:
            limit: The maximum number of grants of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_DATA_GRANTS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_data_grants_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.DataGrant]:
        """List the purchases by which buyers can read your data now, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        These are the usable purchases of your data tokens and listings, also of those that you
        withdrew. Buyers are not named.

        Args:
            limit: The maximum number of grants of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_DATA_GRANTS,
            _LIST_DATA_GRANTS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_data_tokens(
        self,
        *,
        scope: m.DataTokenScope | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataTokenList:
        """List data tokens, newest first: your own, or those that can be bought.

        Args:
            scope: `own` for your tokens, `market` for the tokens that can be bought. Default:
                `own`.
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_DATA_TOKENS,
            Arguments(query={"scope": scope, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_data_tokens_all(
        self,
        *,
        scope: m.DataTokenScope | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.DataTokenEntry]:
        """List data tokens, newest first: your own, or those that can be bought.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            scope: `own` for your tokens, `market` for the tokens that can be bought. Default:
                `own`.
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_DATA_TOKENS,
            _LIST_DATA_TOKENS_PAGES,
            Arguments(query={"scope": scope, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_items(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        category: str | None = None,
        status: m.ItemStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItemPage:
        """List the items of the platform in every status, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of items per page. Default: 20.
            category: Only items of this category.
            status: Only items with this status.
            search: Only items whose name or description contains a word that starts with each of
                these words.
        """
        return self._call(
            _LIST_ITEMS,
            Arguments(query={"page": page, "limit": limit, "category": category, "status": status, "search": search}),
            options,
        )

    def list_items_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        category: str | None = None,
        status: m.ItemStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.MarketplaceItem]:
        """List the items of the platform in every status, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of items per page. Default: 20.
            category: Only items of this category.
            status: Only items with this status.
            search: Only items whose name or description contains a word that starts with each of
                these words.
        """
        return self._pages(
            _LIST_ITEMS,
            _LIST_ITEMS_PAGES,
            Arguments(query={"page": page, "limit": limit, "category": category, "status": status, "search": search}),
            options,
        )

    def list_listings(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.ListingList:
        """List the active listings of all owners, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of listings per page. Default: 10.
        """
        return self._call(
            _LIST_LISTINGS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_listings_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Listing]:
        """List the active listings of all owners, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of listings per page. Default: 10.
        """
        return self._pages(
            _LIST_LISTINGS,
            _LIST_LISTINGS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_offered_items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.OfferedItemPage:
        """List the items that can be bought, newest first.

        Args:
            limit: The maximum number of items of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_OFFERED_ITEMS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_offered_items_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.MarketplaceItem]:
        """List the items that can be bought, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of items of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_OFFERED_ITEMS,
            _LIST_OFFERED_ITEMS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_pending_tokens(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataTokenList:
        """List the data tokens that wait for an approval, newest first.

        A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.

        Args:
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.
        """
        return self._call(
            _LIST_PENDING_TOKENS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_pending_tokens_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.DataTokenEntry]:
        """List the data tokens that wait for an approval, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.

        Args:
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.
        """
        return self._pages(
            _LIST_PENDING_TOKENS,
            _LIST_PENDING_TOKENS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_purchases(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.PurchaseList:
        """List your purchases, newest first.

        Args:
            limit: The maximum number of purchases of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_PURCHASES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_purchases_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Purchase]:
        """List your purchases, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of purchases of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_PURCHASES,
            _LIST_PURCHASES_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_token_claims(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DataTokenClaims:
        """List the claims that the seller attached to a data token.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_TOKEN_CLAIMS,
            Arguments(path={"id": id}),
            options,
        )

    def purchase_data_token(
        self,
        id: str,
        *,
        currency: str | None = UNSET,
        expected_price: float | None = UNSET,
        purpose: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.TokenPurchase:
        """Buy a data token at its price. An unused purchase can be refunded within one hour.

        Args:
            id: The id of the token
            currency: The currency of `expectedPrice`, an ISO 4217 code; required with it.
            expected_price: The price that you read. If the offer has another price by now, nothing
                is bought and the answer is 409.
            purpose: The purpose of the data. An offer with the restriction `purpose:<word>`
                requires one of its words.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _PURCHASE_DATA_TOKEN,
            Arguments(path={"id": id}, json={"currency": currency, "expectedPrice": expected_price, "purpose": purpose}),
            options,
        )

    def purchase_item(
        self,
        id: str,
        *,
        currency: str | None = UNSET,
        expected_price: float | None = UNSET,
        purpose: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ItemPurchase:
        """Buy an item of the platform at its price. It can be refunded within one hour.

        The receipt names the item; the platform delivers nothing else. Administrators sell the
        items and cannot buy them.

        Args:
            id: The id of the item
            currency: The currency of `expectedPrice`, an ISO 4217 code; required with it.
            expected_price: The price that you read. If the offer has another price by now, nothing
                is bought and the answer is 409.
            purpose: The purpose of the data. An offer with the restriction `purpose:<word>`
                requires one of its words.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _PURCHASE_ITEM,
            Arguments(path={"id": id}, json={"currency": currency, "expectedPrice": expected_price, "purpose": purpose}),
            options,
        )

    def purchase_listing(
        self,
        id: str,
        *,
        currency: str | None = UNSET,
        expected_price: float | None = UNSET,
        purpose: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ListingPurchase:
        """Buy a listing at its price. An unused purchase can be refunded within one hour.

        `/v1/sfdp/marketplace/purchases/{id}` returns the purchase and its receipt, and refunds it.

        Args:
            id: The id of the listing
            currency: The currency of `expected_price`, an ISO 4217 code; required with it.
            expected_price: The price that you read. If the listing has another price by now,
                nothing is bought and the answer is 409.
            purpose: The purpose of the data. A listing with the restriction `purpose:<word>`
                requires one of its words.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the listing was withdrawn, is your own or has another price than
                expected, or the credit limit is reached.
        """
        return self._call(
            _PURCHASE_LISTING,
            Arguments(path={"id": id}, json={"currency": currency, "expected_price": expected_price, "purpose": purpose}),
            options,
        )

    def read_ledger(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.Ledger:
        """Read the balances and transfers of the caller, newest first.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _READ_LEDGER,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def read_ledger_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.LedgerTransfer]:
        """Read the balances and transfers of the caller, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _READ_LEDGER,
            _READ_LEDGER_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def read_platform_ledger(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.Ledger:
        """Read the balances and transfers of the platform, newest first.

        The platform is the seller of all items.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.
        """
        return self._call(
            _READ_PLATFORM_LEDGER,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def read_platform_ledger_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.LedgerTransfer]:
        """Read the balances and transfers of the platform, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        The platform is the seller of all items.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.
        """
        return self._pages(
            _READ_PLATFORM_LEDGER,
            _READ_PLATFORM_LEDGER_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def read_sold_points(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        format: m.SoldDataFormat | None = None,
        options: CallOptions | None = None,
    ) -> m.SoldDataPage:
        """Read the points of a bought token.

        A read without `cursor` consumes one use; further pages of the same read are free for one
        hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
        without another use.

        Args:
            id: The id of the token
            limit: The maximum number of points of the page. Default: 10000.
            cursor: `nextCursor` of the previous page: the request continues the same use, for one
                hour.
            format: `json`, or `csv` unless the token has the restriction `no-export`. Default:
                `json`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the token is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return self._call(
            _READ_SOLD_POINTS,
            Arguments(path={"id": id}, query={"limit": limit, "cursor": cursor, "format": format}),
            options,
        )

    def read_sold_points_all(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        format: m.SoldDataFormat | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.SoldPoint]:
        """Read the points of a bought token.

        Returns the entries of all pages. A page is requested when its first entry is.

        A read without `cursor` consumes one use; further pages of the same read are free for one
        hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
        without another use.

        Args:
            id: The id of the token
            limit: The maximum number of points of the page. Default: 10000.
            cursor: `nextCursor` of the previous page: the request continues the same use, for one
                hour.
            format: `json`, or `csv` unless the token has the restriction `no-export`. Default:
                `json`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the token is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return self._pages(
            _READ_SOLD_POINTS,
            _READ_SOLD_POINTS_PAGES,
            Arguments(path={"id": id}, query={"limit": limit, "cursor": cursor, "format": format}),
            options,
        )

    def read_sold_points_stream(
        self,
        id: str,
        *,
        accept: Literal["application/json", "text/csv"],
        limit: int | None = None,
        cursor: str | None = None,
        format: m.SoldDataFormat | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Read the points of a bought token.

        Returns the answer as a stream, which a `with` statement closes.

        A read without `cursor` consumes one use; further pages of the same read are free for one
        hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
        without another use.

        Args:
            accept: The media type of the answer.
            id: The id of the token
            limit: The maximum number of points of the page. Default: 10000.
            cursor: `nextCursor` of the previous page: the request continues the same use, for one
                hour.
            format: `json`, or `csv` unless the token has the restriction `no-export`. Default:
                `json`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the token is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return self._download(
            _READ_SOLD_POINTS,
            Arguments(path={"id": id}, query={"limit": limit, "cursor": cursor, "format": format}),
            accept,
            options,
        )

    def read_sold_rows(
        self,
        id: str,
        *,
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        use: str | None = None,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Read the rows of a bought listing.

        Returns the version of the dataset that the listing offers, even after later uploads and
        after the dataset is deleted. A request without `use` consumes one use. With an
        `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour without
        another use.

        Args:
            id: The id of the listing
            columns: The names of the columns to return, separated by commas; default: all columns.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.
            use: The header `Lockstep-Use` of an earlier response. The request then continues that
                use for up to one hour, for example to read more rows or to resume an interrupted
                download.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the listing is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no
                use is consumed.
        """
        return self._call(
            _READ_SOLD_ROWS,
            Arguments(path={"id": id}, query={"columns": columns, "offset": offset, "limit": limit, "use": use}),
            options,
        )

    def read_sold_rows_stream(
        self,
        id: str,
        *,
        accept: Literal["application/json", "application/jsonl", "text/csv"],
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        use: str | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Read the rows of a bought listing.

        Returns the answer as a stream, which a `with` statement closes.

        Returns the version of the dataset that the listing offers, even after later uploads and
        after the dataset is deleted. A request without `use` consumes one use. With an
        `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour without
        another use.

        Args:
            accept: The media type of the answer.
            id: The id of the listing
            columns: The names of the columns to return, separated by commas; default: all columns.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.
            use: The header `Lockstep-Use` of an earlier response. The request then continues that
                use for up to one hour, for example to read more rows or to resume an interrupted
                download.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the listing is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no
                use is consumed.
        """
        return self._download(
            _READ_SOLD_ROWS,
            Arguments(path={"id": id}, query={"columns": columns, "offset": offset, "limit": limit, "use": use}),
            accept,
            options,
        )

    def refund_purchase(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Purchase:
        """Refund one of your purchases that was not used, within one hour.

        The price returns to your balance, and the purchase ends. A purchase that can still be used
        is refunded later too if the seller's account was erased, a key of the seller that the data
        need is stopped, or a series of an `aggregate-only` token gives no further answers.

        Args:
            id: The id of the purchase

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used or refunded, or is older than an hour.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _REFUND_PURCHASE,
            Arguments(path={"id": id}),
            options,
        )

    def search_offers(
        self,
        *,
        query: str,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.OfferSearchResult:
        """Search the offers of every account by words.

        Only offers that can be bought are found. A title and a description are untrusted text.

        Args:
            query: Words: an offer matches if its title or description has, for each of them, a word
                that begins with it. `tokens`, `listings` and `items` select these kinds instead.
                200 characters and 16 words at most.
            limit: The maximum number of offers. Default: 10.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _SEARCH_OFFERS,
            Arguments(query={"query": query, "limit": limit}),
            options,
        )

    def update_item(
        self,
        item_id: str,
        *,
        category: str | None = UNSET,
        currency: str | None = UNSET,
        description: str | None = UNSET,
        encryption: m.ItemEncryption | Json | None = UNSET,
        name: str | None = UNSET,
        price: float | None = UNSET,
        status: m.ItemStatus | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItem:
        """Update the fields of an item that the request contains.

        Earlier purchases keep their terms.

        Args:
            item_id: The id of the item
            category: A category of your choice, 1 to 64 characters.
            currency: The currency of the price, an ISO 4217 code; requires `price`.
            description: The text that buyers see, at most 10 000 characters; can be empty.
            encryption: Replaces all fields of the item's encryption.
            name: The title that buyers see, 1 to 200 characters.
            price: The price, not below zero.
            status: Only an `active` item can be bought.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _UPDATE_ITEM,
            Arguments(path={"itemId": item_id}, json={"category": category, "currency": currency, "description": description, "encryption": encryption, "name": name, "price": price, "status": status}),
            options,
        )

    def withdraw_data_token(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WithdrawnDataToken:
        """Withdraw a data token from sale. Buyers keep the access that they paid for.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _WITHDRAW_DATA_TOKEN,
            Arguments(path={"id": id}),
            options,
        )

    def withdraw_listing(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WithdrawnListing:
        """Withdraw one of your listings.

        Args:
            id: The id of the listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _WITHDRAW_LISTING,
            Arguments(path={"id": id}),
            options,
        )


class AsyncMarketplaceOperations(AsyncGroup):
    """Data tokens (points), listings (datasets) and items of the platform: offers, certificates,
    claims, prices and approvals; purchases, receipts, refunds, bought data and grants; the ledger
    and settlements.
    """

    async def aggregate_sold_points(
        self,
        id: str,
        *,
        operation: m.SoldAggregateOperation,
        type: str,
        audience: str | None = UNSET,
        days: Sequence[str] | None = UNSET,
        device: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.SoldAggregate:
        """Compute a sum, mean or variance over days of a bought token.

        No point is returned. Each answer consumes one use. With an `Idempotency-Key`, an answer
        that did not arrive is given again for one hour.

        Args:
            id: The id of the token
            type: The type of the points.
            audience: The recipient that the document names; absent: the purchase.
            days: Calendar days in UTC that the certificate names as offered; absent for all of
                them.
            device: Only the points of this device, named as in the token's series.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return await self._call(
            _AGGREGATE_SOLD_POINTS,
            Arguments(path={"id": id}, json={"operation": operation, "type": type, "audience": audience, "days": days, "device": device}),
            options,
        )

    async def approve_data_token(
        self,
        token_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DataTokenApproval:
        """Approve a data token whose price is above the setting `wallet.autoApproveThreshold`.

        The token can then be bought. Another approval changes nothing.

        Args:
            token_id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the token was withdrawn or has expired.
        """
        return await self._call(
            _APPROVE_DATA_TOKEN,
            Arguments(path={"tokenId": token_id}),
            options,
        )

    async def attach_claim(
        self,
        id: str,
        *,
        claim: Mapping[str, Any],
        options: CallOptions | None = None,
    ) -> m.DataTokenClaims:
        """Attach a claim about your own days to one of your data tokens.

        The platform verifies the document first: the proof, the signatures, the owner, the end of
        its validity, and that its days are among those of the offered points. Buyers see the claim
        until it expires. The claim contains your pseudonym, which is the same in all your claims.

        Args:
            id: The id of the token
            claim: The document of `POST /v1/sfdp/proofs` about your own days, without audience and
                nonce.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _ATTACH_CLAIM,
            Arguments(path={"id": id}, json={"claim": claim}),
            options,
        )

    async def compare_prices(
        self,
        *,
        type: str | None = None,
        words: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.PriceComparison:
        """Compare the prices of active offers: for a measurement type, for words, or of all offers.

        Offers of every account are compared, also the caller's own.

        Args:
            type: Only data tokens with points of this measurement type.
            words: Only offers whose title or description has words that begin with each of these
                words; 200 characters at most.
            limit: The maximum number of offers to name. The prices are those of all that match.
                Default: 10.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _COMPARE_PRICES,
            Arguments(query={"type": type, "words": words, "limit": limit}),
            options,
        )

    async def create_data_token(
        self,
        *,
        access_rules: m.AccessRules | Json,
        currency: str,
        data_points: Sequence[str],
        price: float,
        available_until: dt.datetime | None = UNSET,
        claims: Sequence[Mapping[str, Any]] | None = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.CreatedDataToken:
        """Create a data token: an offer of some of your points.

        The current points are copied; later changes are not included. If its price is above the
        setting `wallet.autoApproveThreshold`, the token is `pending` until an administrator
        approves it.

        Args:
            currency: The currency of the price, an ISO 4217 code.
            data_points: Ids of points, or selectors `type=…;device=…;start=…;end=…`. Each must
                select a point of yours. The id of a registered device and its name select the same
                points. The token sells these points as they are now.
            price: The price, above zero, with at most the decimals of the currency.
            available_until: The time after which the token cannot be bought.
            claims: Documents of `POST /v1/sfdp/proofs` about your own days, without audience and
                nonce, for buyers to verify.
            description: A text for buyers, on the page of the listing.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: points under a key that is stopped.
        """
        return await self._call(
            _CREATE_DATA_TOKEN,
            Arguments(json={"accessRules": access_rules, "currency": currency, "dataPoints": data_points, "price": price, "availableUntil": available_until, "claims": claims, "description": description}),
            options,
        )

    async def create_item(
        self,
        *,
        category: str,
        description: str,
        encryption: m.ItemEncryption | Json,
        name: str,
        price: float,
        currency: str | None = UNSET,
        status: m.ItemStatus | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItem:
        """Create an item, which the platform sells.

        Accounts can buy an `active` item. The receipt names it; the platform delivers nothing else.

        Args:
            category: A category of your choice, 1 to 64 characters. Lists can be filtered by it.
            description: The text that buyers see, at most 10 000 characters; can be empty.
            name: The title that buyers see, 1 to 200 characters.
            price: The price, not below zero.
            currency: The currency of the price, an ISO 4217 code. Default: "EUR".
            status: The status of the item. Default: `active`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_ITEM,
            Arguments(json={"category": category, "description": description, "encryption": encryption, "name": name, "price": price, "currency": currency, "status": status}),
            options,
        )

    async def create_listing(
        self,
        *,
        dataset_id: str,
        price: float,
        title: str,
        access_rules: m.ListingRules | Json | None = UNSET,
        currency: str | None = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Listing:
        """Offer one of your datasets for sale.

        The listing offers the current version of the data. The dataset cannot be deleted while it
        is listed.

        Args:
            dataset_id: A dataset of the caller that has data.
            price: The price, above zero, with at most the decimals of the currency.
            title: The title that buyers see, 1 to 200 characters.
            access_rules: The rules of the sale. Without them: one year and 1000 reads, without
                restrictions.
            currency: The currency of the price, an ISO 4217 code. Default: "EUR".
            description: The text that buyers see, at most 10 000 characters. Default: empty.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_LISTING,
            Arguments(json={"dataset_id": dataset_id, "price": price, "title": title, "access_rules": access_rules, "currency": currency, "description": description}),
            options,
        )

    async def enter_settlement(
        self,
        *,
        amount: float,
        currency: str,
        reference: str,
        type: m.MovementType,
        user_id: str,
        further: Sequence[m.AdditionalMovement | Json] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Settlement:
        """Record payments that account owners made or received outside the platform.

        Either all movements of a request are recorded, or none is.

        Args:
            amount: The amount, above zero.
            currency: The ISO 4217 code of the currency of `amount`.
            reference: A text for the reader of the ledger, such as the number of a bank transfer.
            user_id: The account, or `platform` for the proceeds of items.
            further: Further movements. Either all movements are recorded, or none is. The setting
                `wallet.gasLimit` is the maximum number of movements, including this one.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _ENTER_SETTLEMENT,
            Arguments(json={"amount": amount, "currency": currency, "reference": reference, "type": type, "userId": user_id, "further": further}),
            options,
        )

    async def get_data_token(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DataTokenDetails:
        """Get a data token: your own, one that can be bought, or one that you bought.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_DATA_TOKEN,
            Arguments(path={"id": id}),
            options,
        )

    async def get_listing(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.ListingDetails:
        """Get a listing: your own, one that can be bought, or one that you bought.

        Args:
            id: The id of the listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_LISTING,
            Arguments(path={"id": id}),
            options,
        )

    async def get_listing_certificate(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Get the certificate of a listing: your own, one that can be bought, or one that you bought.

        The certificate states the columns with types, units and numbers of empty cells, the number
        of rows, mode, version and root. It contains no value and is signed by the platform.
        `lockstep verify` checks it offline.

        Args:
            id: The id of the listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_LISTING_CERTIFICATE,
            Arguments(path={"id": id}),
            options,
        )

    async def get_listing_draft(
        self,
        dataset_id: str,
        *,
        currency: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ListingDraft:
        """Get a draft of a listing of one of your datasets.

        Nothing is stored. `POST /api/marketplace/items` creates a listing.

        Args:
            dataset_id: The id of the dataset
            currency: The currency of the price, an ISO 4217 code. Default: "EUR".

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_LISTING_DRAFT,
            Arguments(path={"dataset_id": dataset_id}, query={"currency": currency}),
            options,
        )

    async def get_offer_page_stream(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Get the HTML page of a data token or listing that can be bought.

        Returns the answer as a stream, which a `with` statement closes.

        The page shows the description, the price, the access rules and a summary of the
        certificate. No credential is needed. Items have no page.

        Args:
            id: The id of the token or listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._download(
            _GET_OFFER_PAGE,
            Arguments(path={"id": id}),
            "text/html",
            options,
        )

    async def get_offered_item(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItem:
        """Get an item that can be bought, or that you bought.

        Args:
            id: The id of the item

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_OFFERED_ITEM,
            Arguments(path={"id": id}),
            options,
        )

    async def get_purchase(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Purchase:
        """Get one of your purchases.

        Args:
            id: The id of the purchase

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_PURCHASE,
            Arguments(path={"id": id}),
            options,
        )

    async def get_purchase_receipt(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Get the signed receipt of one of your purchases.

        The platform signs the receipt. It stays available after the seller's account is erased.
        `lockstep verify` checks it offline.

        Args:
            id: The id of the purchase

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_PURCHASE_RECEIPT,
            Arguments(path={"id": id}),
            options,
        )

    async def get_token_certificate(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Get the certificate of a data token.

        The certificate states types, devices, days, counts, gaps, modes and roots. It contains no
        value and is signed by the platform. `lockstep verify` checks it offline.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_TOKEN_CERTIFICATE,
            Arguments(path={"id": id}),
            options,
        )

    async def list_data_grants(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataGrantList:
        """List the purchases by which buyers can read your data now, newest first.

        These are the usable purchases of your data tokens and listings, also of those that you
        withdrew. Buyers are not named.

        Args:
            limit: The maximum number of grants of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_DATA_GRANTS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_data_grants_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.DataGrant]:
        """List the purchases by which buyers can read your data now, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        These are the usable purchases of your data tokens and listings, also of those that you
        withdrew. Buyers are not named.

        Args:
            limit: The maximum number of grants of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_DATA_GRANTS,
            _LIST_DATA_GRANTS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    async def list_data_tokens(
        self,
        *,
        scope: m.DataTokenScope | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataTokenList:
        """List data tokens, newest first: your own, or those that can be bought.

        Args:
            scope: `own` for your tokens, `market` for the tokens that can be bought. Default:
                `own`.
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_DATA_TOKENS,
            Arguments(query={"scope": scope, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_data_tokens_all(
        self,
        *,
        scope: m.DataTokenScope | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.DataTokenEntry]:
        """List data tokens, newest first: your own, or those that can be bought.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            scope: `own` for your tokens, `market` for the tokens that can be bought. Default:
                `own`.
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_DATA_TOKENS,
            _LIST_DATA_TOKENS_PAGES,
            Arguments(query={"scope": scope, "limit": limit, "cursor": cursor}),
            options,
        )

    async def list_items(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        category: str | None = None,
        status: m.ItemStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItemPage:
        """List the items of the platform in every status, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of items per page. Default: 20.
            category: Only items of this category.
            status: Only items with this status.
            search: Only items whose name or description contains a word that starts with each of
                these words.
        """
        return await self._call(
            _LIST_ITEMS,
            Arguments(query={"page": page, "limit": limit, "category": category, "status": status, "search": search}),
            options,
        )

    def list_items_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        category: str | None = None,
        status: m.ItemStatus | None = None,
        search: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.MarketplaceItem]:
        """List the items of the platform in every status, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of items per page. Default: 20.
            category: Only items of this category.
            status: Only items with this status.
            search: Only items whose name or description contains a word that starts with each of
                these words.
        """
        return self._pages(
            _LIST_ITEMS,
            _LIST_ITEMS_PAGES,
            Arguments(query={"page": page, "limit": limit, "category": category, "status": status, "search": search}),
            options,
        )

    async def list_listings(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.ListingList:
        """List the active listings of all owners, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of listings per page. Default: 10.
        """
        return await self._call(
            _LIST_LISTINGS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_listings_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Listing]:
        """List the active listings of all owners, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of listings per page. Default: 10.
        """
        return self._pages(
            _LIST_LISTINGS,
            _LIST_LISTINGS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def list_offered_items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.OfferedItemPage:
        """List the items that can be bought, newest first.

        Args:
            limit: The maximum number of items of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_OFFERED_ITEMS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_offered_items_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.MarketplaceItem]:
        """List the items that can be bought, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of items of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_OFFERED_ITEMS,
            _LIST_OFFERED_ITEMS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    async def list_pending_tokens(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataTokenList:
        """List the data tokens that wait for an approval, newest first.

        A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.

        Args:
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.
        """
        return await self._call(
            _LIST_PENDING_TOKENS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_pending_tokens_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.DataTokenEntry]:
        """List the data tokens that wait for an approval, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        A token needs an approval if its price is above the setting `wallet.autoApproveThreshold`.

        Args:
            limit: The maximum number of tokens of the page. Default: 1000.
            cursor: `nextCursor` of the previous page.
        """
        return self._pages(
            _LIST_PENDING_TOKENS,
            _LIST_PENDING_TOKENS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    async def list_purchases(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.PurchaseList:
        """List your purchases, newest first.

        Args:
            limit: The maximum number of purchases of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_PURCHASES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_purchases_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Purchase]:
        """List your purchases, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of purchases of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_PURCHASES,
            _LIST_PURCHASES_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    async def list_token_claims(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DataTokenClaims:
        """List the claims that the seller attached to a data token.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_TOKEN_CLAIMS,
            Arguments(path={"id": id}),
            options,
        )

    async def purchase_data_token(
        self,
        id: str,
        *,
        currency: str | None = UNSET,
        expected_price: float | None = UNSET,
        purpose: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.TokenPurchase:
        """Buy a data token at its price. An unused purchase can be refunded within one hour.

        Args:
            id: The id of the token
            currency: The currency of `expectedPrice`, an ISO 4217 code; required with it.
            expected_price: The price that you read. If the offer has another price by now, nothing
                is bought and the answer is 409.
            purpose: The purpose of the data. An offer with the restriction `purpose:<word>`
                requires one of its words.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _PURCHASE_DATA_TOKEN,
            Arguments(path={"id": id}, json={"currency": currency, "expectedPrice": expected_price, "purpose": purpose}),
            options,
        )

    async def purchase_item(
        self,
        id: str,
        *,
        currency: str | None = UNSET,
        expected_price: float | None = UNSET,
        purpose: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ItemPurchase:
        """Buy an item of the platform at its price. It can be refunded within one hour.

        The receipt names the item; the platform delivers nothing else. Administrators sell the
        items and cannot buy them.

        Args:
            id: The id of the item
            currency: The currency of `expectedPrice`, an ISO 4217 code; required with it.
            expected_price: The price that you read. If the offer has another price by now, nothing
                is bought and the answer is 409.
            purpose: The purpose of the data. An offer with the restriction `purpose:<word>`
                requires one of its words.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _PURCHASE_ITEM,
            Arguments(path={"id": id}, json={"currency": currency, "expectedPrice": expected_price, "purpose": purpose}),
            options,
        )

    async def purchase_listing(
        self,
        id: str,
        *,
        currency: str | None = UNSET,
        expected_price: float | None = UNSET,
        purpose: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ListingPurchase:
        """Buy a listing at its price. An unused purchase can be refunded within one hour.

        `/v1/sfdp/marketplace/purchases/{id}` returns the purchase and its receipt, and refunds it.

        Args:
            id: The id of the listing
            currency: The currency of `expected_price`, an ISO 4217 code; required with it.
            expected_price: The price that you read. If the listing has another price by now,
                nothing is bought and the answer is 409.
            purpose: The purpose of the data. A listing with the restriction `purpose:<word>`
                requires one of its words.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the listing was withdrawn, is your own or has another price than
                expected, or the credit limit is reached.
        """
        return await self._call(
            _PURCHASE_LISTING,
            Arguments(path={"id": id}, json={"currency": currency, "expected_price": expected_price, "purpose": purpose}),
            options,
        )

    async def read_ledger(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.Ledger:
        """Read the balances and transfers of the caller, newest first.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _READ_LEDGER,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def read_ledger_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.LedgerTransfer]:
        """Read the balances and transfers of the caller, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _READ_LEDGER,
            _READ_LEDGER_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    async def read_platform_ledger(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.Ledger:
        """Read the balances and transfers of the platform, newest first.

        The platform is the seller of all items.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.
        """
        return await self._call(
            _READ_PLATFORM_LEDGER,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def read_platform_ledger_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.LedgerTransfer]:
        """Read the balances and transfers of the platform, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        The platform is the seller of all items.

        Args:
            limit: The maximum number of transfers of the page. Default: 100.
            cursor: `nextCursor` of the previous page.
        """
        return self._pages(
            _READ_PLATFORM_LEDGER,
            _READ_PLATFORM_LEDGER_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    async def read_sold_points(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        format: m.SoldDataFormat | None = None,
        options: CallOptions | None = None,
    ) -> m.SoldDataPage:
        """Read the points of a bought token.

        A read without `cursor` consumes one use; further pages of the same read are free for one
        hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
        without another use.

        Args:
            id: The id of the token
            limit: The maximum number of points of the page. Default: 10000.
            cursor: `nextCursor` of the previous page: the request continues the same use, for one
                hour.
            format: `json`, or `csv` unless the token has the restriction `no-export`. Default:
                `json`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the token is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return await self._call(
            _READ_SOLD_POINTS,
            Arguments(path={"id": id}, query={"limit": limit, "cursor": cursor, "format": format}),
            options,
        )

    def read_sold_points_all(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        format: m.SoldDataFormat | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.SoldPoint]:
        """Read the points of a bought token.

        Returns the entries of all pages. A page is requested when its first entry is.

        A read without `cursor` consumes one use; further pages of the same read are free for one
        hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
        without another use.

        Args:
            id: The id of the token
            limit: The maximum number of points of the page. Default: 10000.
            cursor: `nextCursor` of the previous page: the request continues the same use, for one
                hour.
            format: `json`, or `csv` unless the token has the restriction `no-export`. Default:
                `json`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the token is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return self._pages(
            _READ_SOLD_POINTS,
            _READ_SOLD_POINTS_PAGES,
            Arguments(path={"id": id}, query={"limit": limit, "cursor": cursor, "format": format}),
            options,
        )

    async def read_sold_points_stream(
        self,
        id: str,
        *,
        accept: Literal["application/json", "text/csv"],
        limit: int | None = None,
        cursor: str | None = None,
        format: m.SoldDataFormat | None = None,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Read the points of a bought token.

        Returns the answer as a stream, which a `with` statement closes.

        A read without `cursor` consumes one use; further pages of the same read are free for one
        hour. With an `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour
        without another use.

        Args:
            accept: The media type of the answer.
            id: The id of the token
            limit: The maximum number of points of the page. Default: 10000.
            cursor: `nextCursor` of the previous page: the request continues the same use, for one
                hour.
            format: `json`, or `csv` unless the token has the restriction `no-export`. Default:
                `json`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the token is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped; no use is consumed.
        """
        return await self._download(
            _READ_SOLD_POINTS,
            Arguments(path={"id": id}, query={"limit": limit, "cursor": cursor, "format": format}),
            accept,
            options,
        )

    async def read_sold_rows(
        self,
        id: str,
        *,
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        use: str | None = None,
        options: CallOptions | None = None,
    ) -> dict[str, Any]:
        """Read the rows of a bought listing.

        Returns the version of the dataset that the listing offers, even after later uploads and
        after the dataset is deleted. A request without `use` consumes one use. With an
        `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour without
        another use.

        Args:
            id: The id of the listing
            columns: The names of the columns to return, separated by commas; default: all columns.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.
            use: The header `Lockstep-Use` of an earlier response. The request then continues that
                use for up to one hour, for example to read more rows or to resume an interrupted
                download.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the listing is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no
                use is consumed.
        """
        return await self._call(
            _READ_SOLD_ROWS,
            Arguments(path={"id": id}, query={"columns": columns, "offset": offset, "limit": limit, "use": use}),
            options,
        )

    async def read_sold_rows_stream(
        self,
        id: str,
        *,
        accept: Literal["application/json", "application/jsonl", "text/csv"],
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        use: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Read the rows of a bought listing.

        Returns the answer as a stream, which a `with` statement closes.

        Returns the version of the dataset that the listing offers, even after later uploads and
        after the dataset is deleted. A request without `use` consumes one use. With an
        `Idempotency-Key`, a read whose answer did not arrive is repeated for one hour without
        another use.

        Args:
            accept: The media type of the answer.
            id: The id of the listing
            columns: The names of the columns to return, separated by commas; default: all columns.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.
            use: The header `Lockstep-Use` of an earlier response. The request then continues that
                use for up to one hour, for example to read more rows or to resume an interrupted
                download.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used, refunded or has expired, the use of the
                Idempotency-Key is over, or the listing is your own.
            ApiError: 422 ENCRYPTION_ERROR: the seller's key is stopped, or the data is damaged; no
                use is consumed.
        """
        return await self._download(
            _READ_SOLD_ROWS,
            Arguments(path={"id": id}, query={"columns": columns, "offset": offset, "limit": limit, "use": use}),
            accept,
            options,
        )

    async def refund_purchase(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Purchase:
        """Refund one of your purchases that was not used, within one hour.

        The price returns to your balance, and the purchase ends. A purchase that can still be used
        is refunded later too if the seller's account was erased, a key of the seller that the data
        need is stopped, or a series of an `aggregate-only` token gives no further answers.

        Args:
            id: The id of the purchase

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the purchase was used or refunded, or is older than an hour.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _REFUND_PURCHASE,
            Arguments(path={"id": id}),
            options,
        )

    async def search_offers(
        self,
        *,
        query: str,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.OfferSearchResult:
        """Search the offers of every account by words.

        Only offers that can be bought are found. A title and a description are untrusted text.

        Args:
            query: Words: an offer matches if its title or description has, for each of them, a word
                that begins with it. `tokens`, `listings` and `items` select these kinds instead.
                200 characters and 16 words at most.
            limit: The maximum number of offers. Default: 10.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _SEARCH_OFFERS,
            Arguments(query={"query": query, "limit": limit}),
            options,
        )

    async def update_item(
        self,
        item_id: str,
        *,
        category: str | None = UNSET,
        currency: str | None = UNSET,
        description: str | None = UNSET,
        encryption: m.ItemEncryption | Json | None = UNSET,
        name: str | None = UNSET,
        price: float | None = UNSET,
        status: m.ItemStatus | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.MarketplaceItem:
        """Update the fields of an item that the request contains.

        Earlier purchases keep their terms.

        Args:
            item_id: The id of the item
            category: A category of your choice, 1 to 64 characters.
            currency: The currency of the price, an ISO 4217 code; requires `price`.
            description: The text that buyers see, at most 10 000 characters; can be empty.
            encryption: Replaces all fields of the item's encryption.
            name: The title that buyers see, 1 to 200 characters.
            price: The price, not below zero.
            status: Only an `active` item can be bought.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _UPDATE_ITEM,
            Arguments(path={"itemId": item_id}, json={"category": category, "currency": currency, "description": description, "encryption": encryption, "name": name, "price": price, "status": status}),
            options,
        )

    async def withdraw_data_token(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WithdrawnDataToken:
        """Withdraw a data token from sale. Buyers keep the access that they paid for.

        Args:
            id: The id of the token

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _WITHDRAW_DATA_TOKEN,
            Arguments(path={"id": id}),
            options,
        )

    async def withdraw_listing(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WithdrawnListing:
        """Withdraw one of your listings.

        Args:
            id: The id of the listing

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _WITHDRAW_LISTING,
            Arguments(path={"id": id}),
            options,
        )
