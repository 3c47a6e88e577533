package example.lockstep.internal;

import example.lockstep.CallOptions;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Requests the pages of a list.
 *
 * @param <P> the type of a page
 * @param <T> the type of an entry
 */
public final class PageSource<P, T> {

    private final Transport transport;
    private final Operation<P> operation;
    private final Paging<P, T> paging;
    private final Arguments arguments;
    private final CallOptions options;

    /** Makes a source; it requests nothing yet. */
    public PageSource(
            Transport transport,
            Operation<P> operation,
            Paging<P, T> paging,
            Arguments arguments,
            CallOptions options) {
        this.transport = transport;
        this.operation = operation;
        this.paging = paging;
        this.arguments = arguments;
        this.options = options;
    }

    /** Hands over entries until the action returns false. */
    public CompletableFuture<Void> forEachWhile(Predicate<? super T> action) {
        return from(arguments.query(), action);
    }

    /** Adds all entries to a list. */
    public CompletableFuture<List<T>> collect(List<T> entries) {
        return Futures.map(forEachWhile(entries::add), nothing -> entries);
    }

    private CompletableFuture<Void> from(Query.Free query, Predicate<? super T> action) {
        return Futures.then(request(query), page -> {
            for (T entry : paging.items(page)) {
                if (!action.test(entry)) {
                    return CompletableFuture.completedFuture(null);
                }
            }
            Query.Free next = paging.next(page, query);
            return next == null ? CompletableFuture.completedFuture(null) : from(next, action);
        });
    }

    private CompletableFuture<P> request(Query.Free query) {
        return transport.call(operation, arguments.withQuery(query), options);
    }

    /** Returns the entries; a page is requested when its first entry is read. */
    public Iterator<T> iterator() {
        return new Entries();
    }

    @Override
    public String toString() {
        return operation.path;
    }

    private final class Entries implements Iterator<T> {

        private Query.Free query = arguments.query();
        private Iterator<T> entries = List.<T>of().iterator();

        @Override
        public boolean hasNext() {
            while (!entries.hasNext() && query != null) {
                P page = Futures.await(request(query));
                entries = paging.items(page).iterator();
                query = paging.next(page, query);
            }
            return entries.hasNext();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return entries.next();
        }
    }
}
