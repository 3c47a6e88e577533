// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Signed requests that the server sends to the account's own URLs when events happen.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class WebhooksOperations {

    private final WebhooksAsyncOperations async;

    WebhooksOperations(Transport transport) {
        this.async = new WebhooksAsyncOperations(transport);
    }

    /**
     * Create a webhook.
     *
     * <p>Messages follow the Standard Webhooks specification: the headers <code>webhook-id</code>,
     * <code>webhook-timestamp</code> and <code>webhook-signature</code> (<code>v1</code>, HMAC-SHA256). A message is
     * delivered at least once and in no fixed order; <code>webhook-id</code> stays the same in every attempt. The
     * response shows the secret once. An API key with scopes cannot create webhooks. An account has at most 20
     * webhooks.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Webhook createWebhook(CreateWebhookRequest body, CallOptions options) {
        return Futures.await(async.createWebhook(body, options));
    }

    /** Create a webhook, with the default options. */
    public Webhook createWebhook(CreateWebhookRequest body) {
        return createWebhook(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a webhook with its deliveries. A delivery that is being sent may still arrive.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param options the options of this call
     * @return the answer
     */
    public DeletedWebhook deleteWebhook(String webhookId, CallOptions options) {
        return Futures.await(async.deleteWebhook(webhookId, options));
    }

    /** Delete a webhook with its deliveries. A delivery that is being sent may still arrive, with the default options. */
    public DeletedWebhook deleteWebhook(String webhookId) {
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
    public Webhook getWebhook(String webhookId, CallOptions options) {
        return Futures.await(async.getWebhook(webhookId, options));
    }

    /** Get a webhook, with the default options. */
    public Webhook getWebhook(String webhookId) {
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
    public WebhookDeliveryPage listWebhookDeliveries(String webhookId, ListWebhookDeliveriesParams params, CallOptions options) {
        return Futures.await(async.listWebhookDeliveries(webhookId, params, options));
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public WebhookDeliveryPage listWebhookDeliveries(String webhookId, ListWebhookDeliveriesParams params) {
        return listWebhookDeliveries(webhookId, params, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public WebhookDeliveryPage listWebhookDeliveries(String webhookId) {
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
    public Pages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId, ListWebhookDeliveriesParams params, CallOptions options) {
        return new Pages<>(async.listWebhookDeliveriesAll(webhookId, params, options));
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public Pages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId, ListWebhookDeliveriesParams params) {
        return listWebhookDeliveriesAll(webhookId, params, CallOptions.DEFAULT);
    }

    /**
     * List the deliveries of a webhook, newest first. The log keeps a delivery for seven days, with the default
     * options.
     */
    public Pages<WebhookDelivery> listWebhookDeliveriesAll(String webhookId) {
        return listWebhookDeliveriesAll(webhookId, null, CallOptions.DEFAULT);
    }

    /**
     * List the event types that webhooks can select.
     *
     * <p>An event contains ids, times and counts, but no health values. The type <code>webhook.test</code> cannot be
     * selected: only the test of a webhook sends it.
     *
     * @param options the options of this call
     * @return the answer
     */
    public WebhookEventTypes listWebhookEventTypes(CallOptions options) {
        return Futures.await(async.listWebhookEventTypes(options));
    }

    /** List the event types that webhooks can select, with the default options. */
    public WebhookEventTypes listWebhookEventTypes() {
        return listWebhookEventTypes(CallOptions.DEFAULT);
    }

    /**
     * List the webhooks of the account, oldest first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public WebhookPage listWebhooks(ListWebhooksParams params, CallOptions options) {
        return Futures.await(async.listWebhooks(params, options));
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public WebhookPage listWebhooks(ListWebhooksParams params) {
        return listWebhooks(params, CallOptions.DEFAULT);
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public WebhookPage listWebhooks() {
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
    public Pages<Webhook> listWebhooksAll(ListWebhooksParams params, CallOptions options) {
        return new Pages<>(async.listWebhooksAll(params, options));
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public Pages<Webhook> listWebhooksAll(ListWebhooksParams params) {
        return listWebhooksAll(params, CallOptions.DEFAULT);
    }

    /** List the webhooks of the account, oldest first, with the default options. */
    public Pages<Webhook> listWebhooksAll() {
        return listWebhooksAll(null, CallOptions.DEFAULT);
    }

    /**
     * Resend a delivery at once.
     *
     * <p>The message has the same <code>webhook-id</code> and body. A delivery that succeeded or failed starts with a
     * full number of attempts again.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param webhookId The id of the webhook
     * @param deliveryId The id of the delivery
     * @param options the options of this call
     * @return the answer
     */
    public WebhookDelivery resendWebhookDelivery(String webhookId, String deliveryId, CallOptions options) {
        return Futures.await(async.resendWebhookDelivery(webhookId, deliveryId, options));
    }

    /** Resend a delivery at once, with the default options. */
    public WebhookDelivery resendWebhookDelivery(String webhookId, String deliveryId) {
        return resendWebhookDelivery(webhookId, deliveryId, CallOptions.DEFAULT);
    }

    /**
     * Rotate the secret of a webhook.
     *
     * <p>The response shows the new secret once. During the overlap, each message has two signatures: one with the new
     * secret and one with the previous secret.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param webhookId The id of the webhook
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Webhook rotateWebhookSecret(String webhookId, RotateWebhookSecretRequest body, CallOptions options) {
        return Futures.await(async.rotateWebhookSecret(webhookId, body, options));
    }

    /** Rotate the secret of a webhook, with the default options. */
    public Webhook rotateWebhookSecret(String webhookId, RotateWebhookSecretRequest body) {
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
    public WebhookDelivery testWebhook(String webhookId, CallOptions options) {
        return Futures.await(async.testWebhook(webhookId, options));
    }

    /** Test a webhook: queue a message of the type <code>webhook.test</code>, with the default options. */
    public WebhookDelivery testWebhook(String webhookId) {
        return testWebhook(webhookId, CallOptions.DEFAULT);
    }

    /**
     * Update the fields of a webhook that the request contains.
     *
     * <p>Pending deliveries are sent to the new URL.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param webhookId The id of the webhook
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Webhook updateWebhook(String webhookId, UpdateWebhookRequest body, CallOptions options) {
        return Futures.await(async.updateWebhook(webhookId, body, options));
    }

    /** Update the fields of a webhook that the request contains, with the default options. */
    public Webhook updateWebhook(String webhookId, UpdateWebhookRequest body) {
        return updateWebhook(webhookId, body, CallOptions.DEFAULT);
    }
}
