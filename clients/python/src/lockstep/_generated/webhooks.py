# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Signed requests that the server sends to the account's own URLs when events happen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation, Paging
from . import models as m

_CREATE_WEBHOOK: Operation[m.Webhook] = Operation("POST", "/v1/webhooks", m.Webhook, takes_idempotency_key=True)

_DELETE_WEBHOOK: Operation[m.DeletedWebhook] = Operation("DELETE", "/v1/webhooks/{webhookId}", m.DeletedWebhook)

_GET_WEBHOOK: Operation[m.Webhook] = Operation("GET", "/v1/webhooks/{webhookId}", m.Webhook)

_LIST_WEBHOOK_DELIVERIES: Operation[m.WebhookDeliveryPage] = Operation("GET", "/v1/webhooks/{webhookId}/deliveries", m.WebhookDeliveryPage)
_LIST_WEBHOOK_DELIVERIES_PAGES: Paging[m.WebhookDelivery] = Paging("deliveries", m.WebhookDelivery, None)

_LIST_WEBHOOK_EVENT_TYPES: Operation[m.WebhookEventTypes] = Operation("GET", "/v1/webhooks/event-types", m.WebhookEventTypes)

_LIST_WEBHOOKS: Operation[m.WebhookPage] = Operation("GET", "/v1/webhooks", m.WebhookPage)
_LIST_WEBHOOKS_PAGES: Paging[m.Webhook] = Paging("webhooks", m.Webhook, None)

_RESEND_WEBHOOK_DELIVERY: Operation[m.WebhookDelivery] = Operation("POST", "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend", m.WebhookDelivery)

_ROTATE_WEBHOOK_SECRET: Operation[m.Webhook] = Operation("POST", "/v1/webhooks/{webhookId}/secret/rotate", m.Webhook, takes_idempotency_key=True)

_TEST_WEBHOOK: Operation[m.WebhookDelivery] = Operation("POST", "/v1/webhooks/{webhookId}/test", m.WebhookDelivery, takes_idempotency_key=True)

_UPDATE_WEBHOOK: Operation[m.Webhook] = Operation("PATCH", "/v1/webhooks/{webhookId}", m.Webhook)


class WebhooksOperations(Group):
    """Signed requests that the server sends to the account's own URLs when events happen."""

    def create_webhook(
        self,
        *,
        event_types: Sequence[str],
        url: str,
        description: str | None = UNSET,
        scope: m.WebhookScope | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Create a webhook.

        Messages follow the Standard Webhooks specification: the headers `webhook-id`,
        `webhook-timestamp` and `webhook-signature` (`v1`, HMAC-SHA256). A message is delivered at
        least once and in no fixed order; `webhook-id` stays the same in every attempt. The response
        shows the secret once. An API key with scopes cannot create webhooks. An account has at most
        20 webhooks.

        Args:
            event_types: Names of `GET /v1/webhooks/event-types`.
            url: The `https` address of the receiver, at most 2048 bytes.
            description: A note for the owner, at most 256 characters.
            scope: The accounts whose events are sent. Default: `own`. `administration` requires the
                role auditor or admin.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_WEBHOOK,
            Arguments(json={"eventTypes": event_types, "url": url, "description": description, "scope": scope}),
            options,
        )

    def delete_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedWebhook:
        """Delete a webhook with its deliveries. A delivery that is being sent may still arrive.

        Args:
            webhook_id: The id of the webhook

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}),
            options,
        )

    def get_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Get a webhook.

        Args:
            webhook_id: The id of the webhook

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}),
            options,
        )

    def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.WebhookDeliveryStatus | None = None,
        options: CallOptions | None = None,
    ) -> m.WebhookDeliveryPage:
        """List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.

        Args:
            webhook_id: The id of the webhook
            page: The page number, from 1. Default: 1.
            limit: The number of deliveries per page. Default: 20.
            status: Only deliveries with this status.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _LIST_WEBHOOK_DELIVERIES,
            Arguments(path={"webhookId": webhook_id}, query={"page": page, "limit": limit, "status": status}),
            options,
        )

    def list_webhook_deliveries_all(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.WebhookDeliveryStatus | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.WebhookDelivery]:
        """List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            webhook_id: The id of the webhook
            page: The page number, from 1. Default: 1.
            limit: The number of deliveries per page. Default: 20.
            status: Only deliveries with this status.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_WEBHOOK_DELIVERIES,
            _LIST_WEBHOOK_DELIVERIES_PAGES,
            Arguments(path={"webhookId": webhook_id}, query={"page": page, "limit": limit, "status": status}),
            options,
        )

    def list_webhook_event_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.WebhookEventTypes:
        """List the event types that webhooks can select.

        An event contains ids, times and counts, but no health values. The type `webhook.test`
        cannot be selected: only the test of a webhook sends it.
        """
        return self._call(
            _LIST_WEBHOOK_EVENT_TYPES,
            Arguments(),
            options,
        )

    def list_webhooks(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WebhookPage:
        """List the webhooks of the account, oldest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_WEBHOOKS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_webhooks_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Webhook]:
        """List the webhooks of the account, oldest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_WEBHOOKS,
            _LIST_WEBHOOKS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def resend_webhook_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WebhookDelivery:
        """Resend a delivery at once.

        The message has the same `webhook-id` and body. A delivery that succeeded or failed starts
        with a full number of attempts again.

        Args:
            webhook_id: The id of the webhook
            delivery_id: The id of the delivery

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _RESEND_WEBHOOK_DELIVERY,
            Arguments(path={"webhookId": webhook_id, "deliveryId": delivery_id}),
            options,
        )

    def rotate_webhook_secret(
        self,
        webhook_id: str,
        *,
        overlap_seconds: int | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Rotate the secret of a webhook.

        The response shows the new secret once. During the overlap, each message has two signatures:
        one with the new secret and one with the previous secret.

        Args:
            webhook_id: The id of the webhook
            overlap_seconds: The seconds for which messages are also signed with the previous
                secret: 0 to 604800, by default 86400. Default: 86400.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _ROTATE_WEBHOOK_SECRET,
            Arguments(path={"webhookId": webhook_id}, json={"overlapSeconds": overlap_seconds}),
            options,
        )

    def test_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WebhookDelivery:
        """Test a webhook: queue a message of the type `webhook.test`.

        Args:
            webhook_id: The id of the webhook

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _TEST_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}),
            options,
        )

    def update_webhook(
        self,
        webhook_id: str,
        *,
        active: bool | None = UNSET,
        description: str | None = UNSET,
        event_types: Sequence[str] | None = UNSET,
        url: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Update the fields of a webhook that the request contains.

        Pending deliveries are sent to the new URL.

        Args:
            webhook_id: The id of the webhook
            active: `true` sends events from now on, also after the platform stopped the webhook;
                `false` ends it.
            description: A note for the owner.
            event_types: The event types to select instead of the present ones; `GET
                /v1/webhooks/event-types` lists them.
            url: The `https` address of the receiver.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _UPDATE_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}, json={"active": active, "description": description, "eventTypes": event_types, "url": url}),
            options,
        )


class AsyncWebhooksOperations(AsyncGroup):
    """Signed requests that the server sends to the account's own URLs when events happen."""

    async def create_webhook(
        self,
        *,
        event_types: Sequence[str],
        url: str,
        description: str | None = UNSET,
        scope: m.WebhookScope | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Create a webhook.

        Messages follow the Standard Webhooks specification: the headers `webhook-id`,
        `webhook-timestamp` and `webhook-signature` (`v1`, HMAC-SHA256). A message is delivered at
        least once and in no fixed order; `webhook-id` stays the same in every attempt. The response
        shows the secret once. An API key with scopes cannot create webhooks. An account has at most
        20 webhooks.

        Args:
            event_types: Names of `GET /v1/webhooks/event-types`.
            url: The `https` address of the receiver, at most 2048 bytes.
            description: A note for the owner, at most 256 characters.
            scope: The accounts whose events are sent. Default: `own`. `administration` requires the
                role auditor or admin.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_WEBHOOK,
            Arguments(json={"eventTypes": event_types, "url": url, "description": description, "scope": scope}),
            options,
        )

    async def delete_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedWebhook:
        """Delete a webhook with its deliveries. A delivery that is being sent may still arrive.

        Args:
            webhook_id: The id of the webhook

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}),
            options,
        )

    async def get_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Get a webhook.

        Args:
            webhook_id: The id of the webhook

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}),
            options,
        )

    async def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.WebhookDeliveryStatus | None = None,
        options: CallOptions | None = None,
    ) -> m.WebhookDeliveryPage:
        """List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.

        Args:
            webhook_id: The id of the webhook
            page: The page number, from 1. Default: 1.
            limit: The number of deliveries per page. Default: 20.
            status: Only deliveries with this status.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _LIST_WEBHOOK_DELIVERIES,
            Arguments(path={"webhookId": webhook_id}, query={"page": page, "limit": limit, "status": status}),
            options,
        )

    def list_webhook_deliveries_all(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        status: m.WebhookDeliveryStatus | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.WebhookDelivery]:
        """List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            webhook_id: The id of the webhook
            page: The page number, from 1. Default: 1.
            limit: The number of deliveries per page. Default: 20.
            status: Only deliveries with this status.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_WEBHOOK_DELIVERIES,
            _LIST_WEBHOOK_DELIVERIES_PAGES,
            Arguments(path={"webhookId": webhook_id}, query={"page": page, "limit": limit, "status": status}),
            options,
        )

    async def list_webhook_event_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.WebhookEventTypes:
        """List the event types that webhooks can select.

        An event contains ids, times and counts, but no health values. The type `webhook.test`
        cannot be selected: only the test of a webhook sends it.
        """
        return await self._call(
            _LIST_WEBHOOK_EVENT_TYPES,
            Arguments(),
            options,
        )

    async def list_webhooks(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WebhookPage:
        """List the webhooks of the account, oldest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_WEBHOOKS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_webhooks_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Webhook]:
        """List the webhooks of the account, oldest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_WEBHOOKS,
            _LIST_WEBHOOKS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def resend_webhook_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WebhookDelivery:
        """Resend a delivery at once.

        The message has the same `webhook-id` and body. A delivery that succeeded or failed starts
        with a full number of attempts again.

        Args:
            webhook_id: The id of the webhook
            delivery_id: The id of the delivery

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _RESEND_WEBHOOK_DELIVERY,
            Arguments(path={"webhookId": webhook_id, "deliveryId": delivery_id}),
            options,
        )

    async def rotate_webhook_secret(
        self,
        webhook_id: str,
        *,
        overlap_seconds: int | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Rotate the secret of a webhook.

        The response shows the new secret once. During the overlap, each message has two signatures:
        one with the new secret and one with the previous secret.

        Args:
            webhook_id: The id of the webhook
            overlap_seconds: The seconds for which messages are also signed with the previous
                secret: 0 to 604800, by default 86400. Default: 86400.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _ROTATE_WEBHOOK_SECRET,
            Arguments(path={"webhookId": webhook_id}, json={"overlapSeconds": overlap_seconds}),
            options,
        )

    async def test_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WebhookDelivery:
        """Test a webhook: queue a message of the type `webhook.test`.

        Args:
            webhook_id: The id of the webhook

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _TEST_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}),
            options,
        )

    async def update_webhook(
        self,
        webhook_id: str,
        *,
        active: bool | None = UNSET,
        description: str | None = UNSET,
        event_types: Sequence[str] | None = UNSET,
        url: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Webhook:
        """Update the fields of a webhook that the request contains.

        Pending deliveries are sent to the new URL.

        Args:
            webhook_id: The id of the webhook
            active: `true` sends events from now on, also after the platform stopped the webhook;
                `false` ends it.
            description: A note for the owner.
            event_types: The event types to select instead of the present ones; `GET
                /v1/webhooks/event-types` lists them.
            url: The `https` address of the receiver.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _UPDATE_WEBHOOK,
            Arguments(path={"webhookId": webhook_id}, json={"active": active, "description": description, "eventTypes": event_types, "url": url}),
            options,
        )
