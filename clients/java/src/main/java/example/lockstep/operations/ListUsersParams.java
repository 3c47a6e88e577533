// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listUsers</code>. Those that are not set, or null, are not sent. */
public final class ListUsersParams extends Query {

    /** Makes parameters of which none is set. */
    public ListUsersParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListUsersParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListUsersParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of users per page. */
    public ListUsersParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of users per page. */
    public ListUsersParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>role</code>: Only accounts with this role. */
    public ListUsersParams role(Role role) {
        set("role", role);
        return this;
    }

    /**
     * Sets <code>status</code>: Only accounts with this status. Without it, all accounts are listed except erased ones
     * (<code>deleted</code>).
     */
    public ListUsersParams status(AccountStatus status) {
        set("status", status);
        return this;
    }

    /** Sets <code>search</code>: A part of a user name or an e-mail address, in any letter case. */
    public ListUsersParams search(String search) {
        set("search", search);
        return this;
    }
}
