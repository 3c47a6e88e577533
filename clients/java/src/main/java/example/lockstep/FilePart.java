package example.lockstep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A file of a form.
 *
 * @param name the name of the file
 * @param content its bytes
 */
public record FilePart(String name, Content content) {

    /** Makes a file of a name and its bytes. */
    public FilePart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a file of the disk.
     *
     * @param file the file
     * @return the part of the form
     * @throws IOException if the file cannot be read
     */
    public static FilePart of(Path file) throws IOException {
        return new FilePart(String.valueOf(file.getFileName()), Content.of(file));
    }
}
