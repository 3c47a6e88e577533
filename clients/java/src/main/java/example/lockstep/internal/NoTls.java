package example.lockstep.internal;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The TLS of a client whose server has none, which refuses every connection. The HTTP client would otherwise read all
 * trusted certificates, which takes it longer than its first request.
 */
final class NoTls extends SSLContext {

    NoTls() {
        super(new Refusing(), null, "none");
    }

    private static final class Refusing extends SSLContextSpi {

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random) {
            throw refusal();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw refusal();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw refusal();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw refusal();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw refusal();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw refusal();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw refusal();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters(new String[0], new String[0]);
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return engineGetDefaultSSLParameters();
        }

        private static IllegalStateException refusal() {
            return new IllegalStateException("the address of the server is not one of https");
        }
    }
}
