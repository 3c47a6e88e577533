# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Signed requests that the server sends to the account's own URLs when events happen.
  class WebhooksOperations < Group
    CREATE_WEBHOOK = Operation.new(
      "POST",
      "/v1/webhooks",
      :Webhook,
      kinds: { "description" => :text, "eventTypes" => [:text], "scope" => :text, "url" => :text },
      takes_idempotency_key: true
    )
    DELETE_WEBHOOK = Operation.new(
      "DELETE",
      "/v1/webhooks/{webhookId}",
      :DeletedWebhook,
      kinds: { "webhookId" => :text }
    )
    GET_WEBHOOK = Operation.new(
      "GET",
      "/v1/webhooks/{webhookId}",
      :Webhook,
      kinds: { "webhookId" => :text }
    )
    LIST_WEBHOOK_DELIVERIES = Operation.new(
      "GET",
      "/v1/webhooks/{webhookId}/deliveries",
      :WebhookDeliveryPage,
      kinds: { "limit" => :integer, "page" => :integer, "status" => :text, "webhookId" => :text }
    )
    LIST_WEBHOOK_DELIVERIES_PAGES = Paging.new("deliveries", :WebhookDelivery, nil)
    LIST_WEBHOOK_EVENT_TYPES = Operation.new("GET", "/v1/webhooks/event-types", :WebhookEventTypes)
    LIST_WEBHOOKS = Operation.new(
      "GET",
      "/v1/webhooks",
      :WebhookPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_WEBHOOKS_PAGES = Paging.new("webhooks", :Webhook, nil)
    RESEND_WEBHOOK_DELIVERY = Operation.new(
      "POST",
      "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend",
      :WebhookDelivery,
      kinds: { "deliveryId" => :text, "webhookId" => :text }
    )
    ROTATE_WEBHOOK_SECRET = Operation.new(
      "POST",
      "/v1/webhooks/{webhookId}/secret/rotate",
      :Webhook,
      kinds: { "overlapSeconds" => :integer, "webhookId" => :text },
      takes_idempotency_key: true
    )
    TEST_WEBHOOK = Operation.new(
      "POST",
      "/v1/webhooks/{webhookId}/test",
      :WebhookDelivery,
      kinds: { "webhookId" => :text },
      takes_idempotency_key: true
    )
    UPDATE_WEBHOOK = Operation.new(
      "PATCH",
      "/v1/webhooks/{webhookId}",
      :Webhook,
      kinds: { "active" => :boolean, "description" => :text, "eventTypes" => [:text], "url" => :text, "webhookId" => :text }
    )
    private_constant(
      :CREATE_WEBHOOK,
      :DELETE_WEBHOOK,
      :GET_WEBHOOK,
      :LIST_WEBHOOK_DELIVERIES,
      :LIST_WEBHOOK_DELIVERIES_PAGES,
      :LIST_WEBHOOK_EVENT_TYPES,
      :LIST_WEBHOOKS,
      :LIST_WEBHOOKS_PAGES,
      :RESEND_WEBHOOK_DELIVERY,
      :ROTATE_WEBHOOK_SECRET,
      :TEST_WEBHOOK,
      :UPDATE_WEBHOOK
    )

    # Create a webhook.
    #
    # Messages follow the Standard Webhooks specification: the headers `webhook-id`,
    # `webhook-timestamp` and `webhook-signature` (`v1`, HMAC-SHA256). A message is delivered at
    # least once and in no fixed order; `webhook-id` stays the same in every attempt. The response
    # shows the secret once. An API key with scopes cannot create webhooks. An account has at most
    # 20 webhooks.
    #
    # @param event_types [Array<String>] Names of `GET /v1/webhooks/event-types`.
    # @param url [String] The `https` address of the receiver, at most 2048 bytes.
    # @param description [String, nil] A note for the owner, at most 256 characters.
    # @param scope [String, nil] The accounts whose events are sent. Default: `own`.
    #   `administration` requires the role auditor or admin. One of "own", "administration".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Webhook]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def create_webhook(event_types:, url:, description: UNSET, scope: UNSET, options: nil)
      request(
        CREATE_WEBHOOK,
        {
          json: {
            "eventTypes" => event_types,
            "url" => url,
            "description" => description,
            "scope" => scope
          }
        },
        options
      )
    end

    # Delete a webhook with its deliveries. A delivery that is being sent may still arrive.
    #
    # @param webhook_id [String] The id of the webhook
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedWebhook]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_webhook(webhook_id, options: nil)
      request(DELETE_WEBHOOK, { path: { "webhookId" => webhook_id } }, options)
    end

    # Get a webhook.
    #
    # @param webhook_id [String] The id of the webhook
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Webhook]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_webhook(webhook_id, options: nil)
      request(GET_WEBHOOK, { path: { "webhookId" => webhook_id } }, options)
    end

    # List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
    #
    # @param webhook_id [String] The id of the webhook
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of deliveries per page. Default: 20.
    # @param status [String, nil] Only deliveries with this status. One of "pending", "delivered",
    #   "failed".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WebhookDeliveryPage]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_webhook_deliveries(webhook_id, page: nil, limit: nil, status: nil, options: nil)
      request(
        LIST_WEBHOOK_DELIVERIES,
        {
          path: { "webhookId" => webhook_id },
          query: { "page" => page, "limit" => limit, "status" => status }
        },
        options
      )
    end

    # List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param webhook_id [String] The id of the webhook
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of deliveries per page. Default: 20.
    # @param status [String, nil] Only deliveries with this status. One of "pending", "delivered",
    #   "failed".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::WebhookDelivery>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_webhook_deliveries_all(webhook_id, page: nil, limit: nil, status: nil, options: nil)
      pages(
        LIST_WEBHOOK_DELIVERIES,
        LIST_WEBHOOK_DELIVERIES_PAGES,
        {
          path: { "webhookId" => webhook_id },
          query: { "page" => page, "limit" => limit, "status" => status }
        },
        options
      )
    end

    # List the event types that webhooks can select.
    #
    # An event contains ids, times and counts, but no health values. The type `webhook.test` cannot
    # be selected: only the test of a webhook sends it.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WebhookEventTypes]
    def list_webhook_event_types(options: nil)
      request(LIST_WEBHOOK_EVENT_TYPES, {}, options)
    end

    # List the webhooks of the account, oldest first.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WebhookPage]
    def list_webhooks(page: nil, limit: nil, options: nil)
      request(LIST_WEBHOOKS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the webhooks of the account, oldest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Webhook>]
    def list_webhooks_all(page: nil, limit: nil, options: nil)
      pages(LIST_WEBHOOKS, LIST_WEBHOOKS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # Resend a delivery at once.
    #
    # The message has the same `webhook-id` and body. A delivery that succeeded or failed starts
    # with a full number of attempts again.
    #
    # @param webhook_id [String] The id of the webhook
    # @param delivery_id [String] The id of the delivery
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WebhookDelivery]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def resend_webhook_delivery(webhook_id, delivery_id, options: nil)
      request(
        RESEND_WEBHOOK_DELIVERY,
        { path: { "webhookId" => webhook_id, "deliveryId" => delivery_id } },
        options
      )
    end

    # Rotate the secret of a webhook.
    #
    # The response shows the new secret once. During the overlap, each message has two signatures:
    # one with the new secret and one with the previous secret.
    #
    # @param webhook_id [String] The id of the webhook
    # @param overlap_seconds [Integer, nil] The seconds for which messages are also signed with the
    #   previous secret: 0 to 604800, by default 86400. Default: 86400.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Webhook]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def rotate_webhook_secret(webhook_id, overlap_seconds: UNSET, options: nil)
      request(
        ROTATE_WEBHOOK_SECRET,
        {
          path: { "webhookId" => webhook_id },
          json: { "overlapSeconds" => overlap_seconds }
        },
        options
      )
    end

    # Test a webhook: queue a message of the type `webhook.test`.
    #
    # @param webhook_id [String] The id of the webhook
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WebhookDelivery]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def test_webhook(webhook_id, options: nil)
      request(TEST_WEBHOOK, { path: { "webhookId" => webhook_id } }, options)
    end

    # Update the fields of a webhook that the request contains.
    #
    # Pending deliveries are sent to the new URL.
    #
    # @param webhook_id [String] The id of the webhook
    # @param active [Boolean, nil] `true` sends events from now on, also after the platform stopped
    #   the webhook; `false` ends it.
    # @param description [String, nil] A note for the owner.
    # @param event_types [Array<String>, nil] The event types to select instead of the present ones;
    #   `GET /v1/webhooks/event-types` lists them.
    # @param url [String, nil] The `https` address of the receiver.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Webhook]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def update_webhook(
      webhook_id,
      active: UNSET,
      description: UNSET,
      event_types: UNSET,
      url: UNSET,
      options: nil
    )
      request(
        UPDATE_WEBHOOK,
        {
          path: { "webhookId" => webhook_id },
          json: {
            "active" => active,
            "description" => description,
            "eventTypes" => event_types,
            "url" => url
          }
        },
        options
      )
    end
  end
end
