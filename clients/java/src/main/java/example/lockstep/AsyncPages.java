package example.lockstep;

import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.PageSource;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The entries of all pages of a list. Cancelling a future ends the request that runs.
 *
 * @param <T> the type of an entry
 */
public final class AsyncPages<T> {

    private final PageSource<?, T> source;

    /**
     * Makes a list. The library calls this.
     *
     * @param transport what sends the requests
     * @param operation the operation
     * @param paging how pages are requested
     * @param arguments the arguments of the first page
     * @param options the options of each request
     * @param <P> the type of a page
     */
    public <P> AsyncPages(
            Transport transport,
            Operation<P> operation,
            Paging<P, T> paging,
            Arguments arguments,
            CallOptions options) {
        this.source = new PageSource<>(transport, operation, paging, arguments, options);
    }

    /**
     * Hands over each entry, page after page.
     *
     * @param action is called with each entry, by a thread of the HTTP client
     * @return ends after the last entry
     */
    public CompletableFuture<Void> forEach(Consumer<? super T> action) {
        return forEachWhile(entry -> {
            action.accept(entry);
            return true;
        });
    }

    /**
     * Passes on the entries, page after page, until the action requests no more.
     *
     * @param action is called with each entry, and returns whether it wants the next one
     * @return ends after the last entry
     */
    public CompletableFuture<Void> forEachWhile(Predicate<? super T> action) {
        return source.forEachWhile(action);
    }

    /**
     * Reads all entries.
     *
     * @return the entries
     */
    public CompletableFuture<List<T>> toList() {
        List<T> entries = new ArrayList<>();
        return source.collect(entries);
    }

    /**
     * Returns the pages. The library calls this.
     *
     * @return the pages
     */
    PageSource<?, T> source() {
        return source;
    }

    @Override
    public String toString() {
        return "AsyncPages[" + source + "]";
    }
}
