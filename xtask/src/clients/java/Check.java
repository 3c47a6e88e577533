import example.lockstep.crypto.Crypto;
import java.io.File;
import java.util.List;
import java.util.jar.JarFile;

/** Runs the example of the read-me, and tells whether the jar has the native library and the licences. */
public class Check {
    public static void main(String[] args) throws Exception {
        Example.main(args);
        System.out.println("native library: " + Crypto.isAvailable());
        var place = Crypto.class.getProtectionDomain().getCodeSource().getLocation();
        try (JarFile jar = new JarFile(new File(place.toURI()))) {
            boolean hasAll = List.of("META-INF/LICENSE-APACHE", "META-INF/LICENSE-MIT").stream()
                    .allMatch(name -> jar.getEntry(name) != null && jar.getEntry(name).getSize() > 1000);
            System.out.println("licences: " + hasAll);
        }
    }
}
