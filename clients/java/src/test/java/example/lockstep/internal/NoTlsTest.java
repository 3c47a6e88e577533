package example.lockstep.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which clients have TLS. */
class NoTlsTest {

    private static Transport transport(String baseUrl, HttpClient http) {
        Settings settings = new Settings(baseUrl, Duration.ofMinutes(1), 3, Duration.ofMinutes(1));
        return new Transport(settings, Credential.NONE, http);
    }

    @Test
    void onlyAClientWithoutTlsHasNoCertificates() {
        assertInstanceOf(NoTls.class, transport("HTTP://127.0.0.1", null).http().sslContext());
        assertFalse(transport("HttpS://127.0.0.1", null).http().sslContext() instanceof NoTls);
    }

    @Test
    void aTransportHasOneHttpClient() {
        Transport transport = transport("http://127.0.0.1", null);
        assertSame(transport.http(), transport.http());
        HttpClient given = HttpClient.newHttpClient();
        assertSame(given, transport("http://127.0.0.1", given).http());
    }

    @Test
    void aConnectionWithTlsIsRefused() {
        NoTls none = new NoTls();
        assertThrows(IllegalStateException.class, none::createSSLEngine);
        assertThrows(IllegalStateException.class, () -> none.createSSLEngine("127.0.0.1", 443));
        assertThrows(IllegalStateException.class, none::getSocketFactory);
    }
}
