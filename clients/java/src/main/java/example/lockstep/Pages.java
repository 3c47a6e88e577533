package example.lockstep;

import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The entries of all pages of a list. A page is requested when its first entry is read. Each iteration begins with the first page.
 *
 * @param <T> the type of an entry
 */
public final class Pages<T> implements Iterable<T> {

    private final AsyncPages<T> pages;

    /**
     * Makes a list. The library calls this.
     *
     * @param pages the asynchronous list
     */
    public Pages(AsyncPages<T> pages) {
        this.pages = pages;
    }

    @Override
    public Iterator<T> iterator() {
        return pages.source().iterator();
    }

    /**
     * Returns the entries as a sequential stream.
     *
     * @return the stream
     */
    public Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public String toString() {
        return pages.toString().substring("Async".length());
    }
}
