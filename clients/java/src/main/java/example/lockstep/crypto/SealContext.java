package example.lockstep.crypto;

import java.util.Map;

/**
 * Where an envelope belongs: it opens in the same context only.
 *
 * @param account the id of the account
 * @param purpose <code>data</code>, <code>wrap</code>, or a name of your own after a colon
 * @param row the row of the table; may be empty
 */
public record SealContext(String account, String purpose, String row) {

    /**
     * Makes a context of data.
     *
     * @param account the id of the account
     * @param row the row of the table; may be empty
     */
    public SealContext(String account, String row) {
        this(account, "data", row);
    }

    Map<String, Object> fields() {
        return Map.of("account", account, "purpose", purpose, "row", row);
    }
}
