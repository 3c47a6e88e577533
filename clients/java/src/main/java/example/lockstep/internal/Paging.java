package example.lockstep.internal;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * How the pages of a list are requested.
 *
 * @param <P> the type of a page
 * @param <T> the type of an entry
 */
public final class Paging<P, T> {

    private final Function<P, List<T>> items;
    private final Next<P> next;

    private Paging(Function<P, List<T>> items, Next<P> next) {
        this.items = items;
        this.next = next;
    }

    /** Returns the paging of a list whose pages name the next one. */
    public static <P, T> Paging<P, T> byCursor(Function<P, List<T>> items, Function<P, String> cursor) {
        return new Paging<>(items, (page, query) -> {
            String following = cursor.apply(page);
            return following == null
                    ? null
                    : Query.copy(query).put("cursor", following).put("offset", null);
        });
    }

    /** Returns the paging of a list whose pages are numbered. */
    public static <P, T> Paging<P, T> byNumber(
            Function<P, List<T>> items, ToLongFunction<P> number, ToLongFunction<P> limit, ToLongFunction<P> total) {
        return new Paging<>(items, (page, query) -> {
            long last = number.applyAsLong(page);
            boolean hasMore = last > 0 && last * limit.applyAsLong(page) < total.applyAsLong(page);
            List<T> entries = items.apply(page);
            return hasMore && entries != null && !entries.isEmpty()
                    ? Query.copy(query).put("page", last + 1)
                    : null;
        });
    }

    /** Returns the entries of a page. */
    public List<T> items(P page) {
        List<T> entries = items.apply(page);
        return entries == null ? List.of() : entries;
    }

    /** Returns the parameters of the next page; null after the last one. */
    public Query.Free next(P page, Query query) {
        return next.after(page, query);
    }

    private interface Next<P> {
        Query.Free after(P page, Query query);
    }
}
