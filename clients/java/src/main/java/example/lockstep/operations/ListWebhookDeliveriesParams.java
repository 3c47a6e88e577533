// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listWebhookDeliveries</code>. Those that are not set, or null, are not sent. */
public final class ListWebhookDeliveriesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListWebhookDeliveriesParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListWebhookDeliveriesParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListWebhookDeliveriesParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of deliveries per page. */
    public ListWebhookDeliveriesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of deliveries per page. */
    public ListWebhookDeliveriesParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>status</code>: Only deliveries with this status. */
    public ListWebhookDeliveriesParams status(WebhookDeliveryStatus status) {
        set("status", status);
        return this;
    }
}
