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
 * Signed requests to the account's own receivers when its events happen.
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
     * <p>Messages follow Standard Webhooks: the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and
     * <code>webhook-signature</code> (<code>v1</code>, HMAC-SHA256). A message is delivered at least once and in no
     * fixed order; <code>webhook-id</code> stays the same in every attempt. The answer shows the secret once. An API
     * key with scopes cannot create webhooks. An account has 20 webhooks at most.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Webhook> createWebhook(CreateWebhookRequest body, CallOptions options) {
        return transport.call(CREATE_WEBHOOK, new Arguments().json(body), options);
    }

    /**
     * Create a webhook. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Webhook> createWebhook(CreateWebhookRequest body) {
        return createWebhook(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a webhook with its deliveries. A request that is being sent is not recalled.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DeletedWebhook> deleteWebhook(String webhookId, CallOptions options) {
        return transport.call(DELETE_WEBHOOK, new Arguments().path("webhookId", webhookId), options);
    }

    /**
     * Delete a webhook with its deliveries. A request that is being sent is not recalled. Takes the default options of
     * the client.
     *
     * @param webhookId The id of the webhook
     * @return the answer
     */
    public CompletableFuture<DeletedWebhook> deleteWebhook(String webhookId) {
        return deleteWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * Get a webhook.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Webhook> getWebhook(String webhookId, CallOptions options) {
        return transport.call(GET_WEBHOOK, new Arguments().path("webhookId", webhookId), options);
    }

    /**
     * Get a webhook. Takes the default options of the client.
     *
     * @param webhookId The id of the webhook
     * @return the answer
     */
    public CompletableFuture<Webhook> getWebhook(String webhookId) {
        return getWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WebhookDeliveryPage> listWebhookDeliveries(String webhookId, ListWebhookDeliveriesParams params, CallOptions options) {
        return transport.call(LIST_WEBHOOK_DELIVERIES, new Arguments().path("webhookId", webhookId).query(params), options);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days. Takes the default
     * options of the client.
     *
     * @param webhookId The id of the webhook
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<WebhookDeliveryPage> listWebhookDeliveries(String webhookId, ListWebhookDeliveriesParams params) {
        return listWebhookDeliveries(webhookId, params, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days. Takes the default
     * options of the client.
     *
     * @param webhookId The id of the webhook
     * @return the answer
     */
    public CompletableFuture<WebhookDeliveryPage> listWebhookDeliveries(String webhookId) {
        return listWebhookDeliveries(webhookId, null, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId, ListWebhookDeliveriesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WEBHOOK_DELIVERIES, LIST_WEBHOOK_DELIVERIES_PAGES, new Arguments().path("webhookId", webhookId).query(params), options);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days. Takes the default
     * options of the client.
     *
     * @param webhookId The id of the webhook
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId, ListWebhookDeliveriesParams params) {
        return listWebhookDeliveriesAll(webhookId, params, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days. Takes the default
     * options of the client.
     *
     * @param webhookId The id of the webhook
     * @return the entries of all pages
     */
    public AsyncPages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId) {
        return listWebhookDeliveriesAll(webhookId, null, CallOptions.DEFAULT);
    }

    /**
     * List the event types that webhooks can select.
     *
     * <p>An event contains ids, times and counts, never a health value. The type <code>webhook.test</code> needs no
     * selection: only the test of a webhook sends it.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WebhookEventTypes> listWebhookEventTypes(CallOptions options) {
        return transport.call(LIST_WEBHOOK_EVENT_TYPES, new Arguments(), options);
    }

    /**
     * List the event types that webhooks can select. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<WebhookEventTypes> listWebhookEventTypes() {
        return listWebhookEventTypes(CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WebhookPage> listWebhooks(ListWebhooksParams params, CallOptions options) {
        return transport.call(LIST_WEBHOOKS, new Arguments().query(params), options);
    }

    /**
     * List the webhooks of the account, oldest first. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<WebhookPage> listWebhooks(ListWebhooksParams params) {
        return listWebhooks(params, CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<WebhookPage> listWebhooks() {
        return listWebhooks(null, CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<Webhook> listWebhooksAll(ListWebhooksParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WEBHOOKS, LIST_WEBHOOKS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List the webhooks of the account, oldest first. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<Webhook> listWebhooksAll(ListWebhooksParams params) {
        return listWebhooksAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<Webhook> listWebhooksAll() {
        return listWebhooksAll(null, CallOptions.DEFAULT);
    }

    /**
     * Resend a delivery: an attempt is due now.
     *
     * <p>The message has the same <code>webhook-id</code> and body. A delivery that had succeeded or failed gets all
     * its attempts again.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param deliveryId The id of the delivery
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WebhookDelivery> resendWebhookDelivery(String webhookId, String deliveryId, CallOptions options) {
        return transport.call(RESEND_WEBHOOK_DELIVERY, new Arguments().path("webhookId", webhookId).path("deliveryId", deliveryId), options);
    }

    /**
     * Resend a delivery: an attempt is due now. Takes the default options of the client.
     *
     * @param webhookId The id of the webhook
     * @param deliveryId The id of the delivery
     * @return the answer
     */
    public CompletableFuture<WebhookDelivery> resendWebhookDelivery(String webhookId, String deliveryId) {
        return resendWebhookDelivery(webhookId, deliveryId, CallOptions.DEFAULT);
    }

    /**
     * Rotate the secret of a webhook.
     *
     * <p>The answer shows the new secret once. Until the overlap is over, each message has two signatures: one with
     * the new secret, one with the previous secret.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the request
     * conflicts with the current state.
     *
     * @param webhookId The id of the webhook
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Webhook> rotateWebhookSecret(String webhookId, RotateSecretRequest body, CallOptions options) {
        return transport.call(ROTATE_WEBHOOK_SECRET, new Arguments().path("webhookId", webhookId).json(body), options);
    }

    /**
     * Rotate the secret of a webhook. Takes the default options of the client.
     *
     * @param webhookId The id of the webhook
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Webhook> rotateWebhookSecret(String webhookId, RotateSecretRequest body) {
        return rotateWebhookSecret(webhookId, body, CallOptions.DEFAULT);
    }

    /**
     * Test a webhook: queue a message of the type <code>webhook.test</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WebhookDelivery> testWebhook(String webhookId, CallOptions options) {
        return transport.call(TEST_WEBHOOK, new Arguments().path("webhookId", webhookId), options);
    }

    /**
     * Test a webhook: queue a message of the type <code>webhook.test</code>. Takes the default options of the client.
     *
     * @param webhookId The id of the webhook
     * @return the answer
     */
    public CompletableFuture<WebhookDelivery> testWebhook(String webhookId) {
        return testWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * Update a webhook: fields that the request names.
     *
     * <p>A new address also receives the pending deliveries.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the request
     * conflicts with the current state.
     *
     * @param webhookId The id of the webhook
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Webhook> updateWebhook(String webhookId, UpdateWebhookRequest body, CallOptions options) {
        return transport.call(UPDATE_WEBHOOK, new Arguments().path("webhookId", webhookId).json(body), options);
    }

    /**
     * Update a webhook: fields that the request names. Takes the default options of the client.
     *
     * @param webhookId The id of the webhook
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Webhook> updateWebhook(String webhookId, UpdateWebhookRequest body) {
        return updateWebhook(webhookId, body, CallOptions.DEFAULT);
    }
}
