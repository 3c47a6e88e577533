// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Signed requests that the server sends to the account's own URLs when events happen.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class WebhooksAsyncOperations {

    private static final Operation<Webhook> CREATE_WEBHOOK =
            new Operation<Webhook>("POST", "/v1/webhooks", Webhook.class).withIdempotencyKey();

    private static final Operation<DeletedWebhook> DELETE_WEBHOOK =
            new Operation<DeletedWebhook>("DELETE", "/v1/webhooks/{webhookId}", DeletedWebhook.class);

    private static final Operation<Webhook> GET_WEBHOOK =
            new Operation<Webhook>("GET", "/v1/webhooks/{webhookId}", Webhook.class);

    private static final Operation<WebhookDeliveryPage> LIST_WEBHOOK_DELIVERIES =
            new Operation<WebhookDeliveryPage>("GET", "/v1/webhooks/{webhookId}/deliveries", WebhookDeliveryPage.class);
    private static final Paging<WebhookDeliveryPage, WebhookDelivery> LIST_WEBHOOK_DELIVERIES_PAGES =
            Paging.byNumber(WebhookDeliveryPage::deliveries, WebhookDeliveryPage::page, WebhookDeliveryPage::limit, WebhookDeliveryPage::total);

    private static final Operation<WebhookEventTypes> LIST_WEBHOOK_EVENT_TYPES =
            new Operation<WebhookEventTypes>("GET", "/v1/webhooks/event-types", WebhookEventTypes.class);

    private static final Operation<WebhookPage> LIST_WEBHOOKS =
            new Operation<WebhookPage>("GET", "/v1/webhooks", WebhookPage.class);
    private static final Paging<WebhookPage, Webhook> LIST_WEBHOOKS_PAGES =
            Paging.byNumber(WebhookPage::webhooks, WebhookPage::page, WebhookPage::limit, WebhookPage::total);

    private static final Operation<WebhookDelivery> RESEND_WEBHOOK_DELIVERY =
            new Operation<WebhookDelivery>("POST", "/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend", WebhookDelivery.class);

    private static final Operation<Webhook> ROTATE_WEBHOOK_SECRET =
            new Operation<Webhook>("POST", "/v1/webhooks/{webhookId}/secret/rotate", Webhook.class).withIdempotencyKey();

    private static final Operation<WebhookDelivery> TEST_WEBHOOK =
            new Operation<WebhookDelivery>("POST", "/v1/webhooks/{webhookId}/test", WebhookDelivery.class).withIdempotencyKey();

    private static final Operation<Webhook> UPDATE_WEBHOOK =
            new Operation<Webhook>("PATCH", "/v1/webhooks/{webhookId}", Webhook.class);

    private final Transport transport;

    WebhooksAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Create a webhook.
     *
     * @return the answer
     * @see WebhooksOperations#createWebhook(CreateWebhookRequest, CallOptions)
     */
    public CompletableFuture<Webhook> createWebhook(CreateWebhookRequest body, CallOptions options) {
        return transport.call(CREATE_WEBHOOK, new Arguments().json(body), options);
    }

    /** Create a webhook, with the default options. */
    public CompletableFuture<Webhook> createWebhook(CreateWebhookRequest body) {
        return createWebhook(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a webhook with its deliveries. A delivery that is being sent may still arrive.
     *
     * @return the answer
     * @see WebhooksOperations#deleteWebhook(String, CallOptions)
     */
    public CompletableFuture<DeletedWebhook> deleteWebhook(String webhookId, CallOptions options) {
        return transport.call(DELETE_WEBHOOK, new Arguments().path("webhookId", webhookId), options);
    }

    /** Delete a webhook with its deliveries. A delivery that is being sent may still arrive, with the default options. */
    public CompletableFuture<DeletedWebhook> deleteWebhook(String webhookId) {
        return deleteWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * Get a webhook.
     *
     * @return the answer
     * @see WebhooksOperations#getWebhook(String, CallOptions)
     */
    public CompletableFuture<Webhook> getWebhook(String webhookId, CallOptions options) {
        return transport.call(GET_WEBHOOK, new Arguments().path("webhookId", webhookId), options);
    }

    /** Get a webhook, with the default options. */
    public CompletableFuture<Webhook> getWebhook(String webhookId) {
        return getWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
     *
     * @return the answer
     * @see WebhooksOperations#listWebhookDeliveries(String, ListWebhookDeliveriesParams, CallOptions)
     */
    public CompletableFuture<WebhookDeliveryPage> listWebhookDeliveries(String webhookId, ListWebhookDeliveriesParams params, CallOptions options) {
        return transport.call(LIST_WEBHOOK_DELIVERIES, new Arguments().path("webhookId", webhookId).query(params), options);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public CompletableFuture<WebhookDeliveryPage> listWebhookDeliveries(String webhookId, ListWebhookDeliveriesParams params) {
        return listWebhookDeliveries(webhookId, params, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public CompletableFuture<WebhookDeliveryPage> listWebhookDeliveries(String webhookId) {
        return listWebhookDeliveries(webhookId, null, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
     *
     * @return the entries of all pages
     * @see WebhooksOperations#listWebhookDeliveriesAll(String, ListWebhookDeliveriesParams, CallOptions)
     */
    public AsyncPages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId, ListWebhookDeliveriesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WEBHOOK_DELIVERIES, LIST_WEBHOOK_DELIVERIES_PAGES, new Arguments().path("webhookId", webhookId).query(params), options);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public AsyncPages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId, ListWebhookDeliveriesParams params) {
        return listWebhookDeliveriesAll(webhookId, params, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public AsyncPages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId) {
        return listWebhookDeliveriesAll(webhookId, null, CallOptions.DEFAULT);
    }

    /**
     * List the event types that webhooks can select.
     *
     * @return the answer
     * @see WebhooksOperations#listWebhookEventTypes(CallOptions)
     */
    public CompletableFuture<WebhookEventTypes> listWebhookEventTypes(CallOptions options) {
        return transport.call(LIST_WEBHOOK_EVENT_TYPES, new Arguments(), options);
    }

    /** List the event types that webhooks can select, with the default options. */
    public CompletableFuture<WebhookEventTypes> listWebhookEventTypes() {
        return listWebhookEventTypes(CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first.
     *
     * @return the answer
     * @see WebhooksOperations#listWebhooks(ListWebhooksParams, CallOptions)
     */
    public CompletableFuture<WebhookPage> listWebhooks(ListWebhooksParams params, CallOptions options) {
        return transport.call(LIST_WEBHOOKS, new Arguments().query(params), options);
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public CompletableFuture<WebhookPage> listWebhooks(ListWebhooksParams params) {
        return listWebhooks(params, CallOptions.DEFAULT);
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public CompletableFuture<WebhookPage> listWebhooks() {
        return listWebhooks(null, CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first.
     *
     * @return the entries of all pages
     * @see WebhooksOperations#listWebhooksAll(ListWebhooksParams, CallOptions)
     */
    public AsyncPages<Webhook> listWebhooksAll(ListWebhooksParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WEBHOOKS, LIST_WEBHOOKS_PAGES, new Arguments().query(params), options);
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public AsyncPages<Webhook> listWebhooksAll(ListWebhooksParams params) {
        return listWebhooksAll(params, CallOptions.DEFAULT);
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public AsyncPages<Webhook> listWebhooksAll() {
        return listWebhooksAll(null, CallOptions.DEFAULT);
    }

    /**
     * Resend a delivery at once.
     *
     * @return the answer
     * @see WebhooksOperations#resendWebhookDelivery(String, String, CallOptions)
     */
    public CompletableFuture<WebhookDelivery> resendWebhookDelivery(String webhookId, String deliveryId, CallOptions options) {
        return transport.call(RESEND_WEBHOOK_DELIVERY, new Arguments().path("webhookId", webhookId).path("deliveryId", deliveryId), options);
    }

    /** Resend a delivery at once, with the default options. */
    public CompletableFuture<WebhookDelivery> resendWebhookDelivery(String webhookId, String deliveryId) {
        return resendWebhookDelivery(webhookId, deliveryId, CallOptions.DEFAULT);
    }

    /**
     * Rotate the secret of a webhook.
     *
     * @return the answer
     * @see WebhooksOperations#rotateWebhookSecret(String, RotateWebhookSecretRequest, CallOptions)
     */
    public CompletableFuture<Webhook> rotateWebhookSecret(String webhookId, RotateWebhookSecretRequest body, CallOptions options) {
        return transport.call(ROTATE_WEBHOOK_SECRET, new Arguments().path("webhookId", webhookId).json(body), options);
    }

    /** Rotate the secret of a webhook, with the default options. */
    public CompletableFuture<Webhook> rotateWebhookSecret(String webhookId, RotateWebhookSecretRequest body) {
        return rotateWebhookSecret(webhookId, body, CallOptions.DEFAULT);
    }

    /**
     * Test a webhook: queue a message of the type <code>webhook.test</code>.
     *
     * @return the answer
     * @see WebhooksOperations#testWebhook(String, CallOptions)
     */
    public CompletableFuture<WebhookDelivery> testWebhook(String webhookId, CallOptions options) {
        return transport.call(TEST_WEBHOOK, new Arguments().path("webhookId", webhookId), options);
    }

    /** Test a webhook: queue a message of the type <code>webhook.test</code>, with the default options. */
    public CompletableFuture<WebhookDelivery> testWebhook(String webhookId) {
        return testWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * Update the fields of a webhook that the request contains.
     *
     * @return the answer
     * @see WebhooksOperations#updateWebhook(String, UpdateWebhookRequest, CallOptions)
     */
    public CompletableFuture<Webhook> updateWebhook(String webhookId, UpdateWebhookRequest body, CallOptions options) {
        return transport.call(UPDATE_WEBHOOK, new Arguments().path("webhookId", webhookId).json(body), options);
    }

    /** Update the fields of a webhook that the request contains, with the default options. */
    public CompletableFuture<Webhook> updateWebhook(String webhookId, UpdateWebhookRequest body) {
        return updateWebhook(webhookId, body, CallOptions.DEFAULT);
    }
}
