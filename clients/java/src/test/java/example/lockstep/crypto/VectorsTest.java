package example.lockstep.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** The vectors that all client libraries share, and new values of the same kinds. */
@Timeout(300)
@EnabledIf(value = "example.lockstep.crypto.Crypto#isAvailable", disabledReason = "there is no native library")
class VectorsTest {

    private static final Path FOLDER = Path.of("..", "vectors");

    private static JsonNode content(String file) throws IOException {
        return Json.tree(Files.readAllBytes(FOLDER.resolve(file)));
    }

    private static JsonNode cases(String file, String name) throws IOException {
        JsonNode cases = content(file).path(name);
        assertTrue(cases.size() > 0, file);
        return cases;
    }

    private static byte[] raw(JsonNode value, String name) {
        return Base64.getDecoder().decode(value.path(name).textValue());
    }

    private static PostQuantumScheme scheme(JsonNode config) {
        PostQuantumScheme scheme = new PostQuantumScheme();
        Map<String, Object> params = config.has("params") ? object(config.path("params")) : null;
        scheme.initialize(
                        config.path("scheme").asText(),
                        config.path("securityLevel").asInt(),
                        params)
                .join();
        return scheme;
    }

    private static Map<String, Object> object(JsonNode json) {
        Map<String, Object> fields = new LinkedHashMap<>();
        json.properties().forEach(one -> fields.put(one.getKey(), plain(one.getValue(), List.of())));
        return fields;
    }

    /** Returns plain values, where the numbers of byte strings are replaced by the byte strings. */
    private static Object plain(JsonNode json, List<byte[]> parts) {
        if (json.isObject()) {
            JsonNode at = json.path("$part");
            if (json.size() == 1 && at.isInt() && at.intValue() < parts.size()) {
                return parts.get(at.intValue());
            }
            Map<String, Object> fields = new LinkedHashMap<>();
            json.properties().forEach(one -> fields.put(one.getKey(), plain(one.getValue(), parts)));
            return fields;
        }
        if (json.isArray()) {
            List<Object> items = new ArrayList<>();
            json.forEach(one -> items.add(plain(one, parts)));
            return items;
        }
        return json;
    }

    @Test
    void keyEncapsulation() throws IOException {
        for (JsonNode one : cases("post_quantum.json", "keyEncapsulation")) {
            String name = one.path("name").asText();
            try (PostQuantumScheme kem = scheme(one.path("config"))) {
                byte[] key = raw(one, "privateKey");
                byte[] secret = kem.decapsulate(raw(one, "ciphertext"), key).join();
                assertArrayEquals(raw(one, "sharedSecret"), secret, name);
                try (Encapsulation sent = kem.encapsulate(raw(one, "publicKey")).join()) {
                    byte[] same = kem.decapsulate(sent.ciphertext(), key).join();
                    assertArrayEquals(sent.sharedSecret(), same, name);
                }
            }
        }
    }

    @Test
    void signatures() throws IOException {
        for (JsonNode one : cases("post_quantum.json", "signatures")) {
            String name = one.path("name").asText();
            boolean isValid = one.path("verified").asBoolean();
            try (PostQuantumScheme signer = scheme(one.path("config"))) {
                byte[] message = raw(one, "message");
                byte[] publicKey = raw(one, "publicKey");
                assertEquals(
                        isValid,
                        signer.verify(message, raw(one, "signature"), publicKey).join(),
                        name);
                byte[] signed = signer.sign(message, raw(one, "privateKey")).join();
                assertTrue(signer.verify(message, signed, publicKey).join(), name);
                if (isValid && one.at("/config/params/deterministic").asBoolean()) {
                    assertArrayEquals(raw(one, "signature"), signed, name);
                }
            }
        }
    }

    @Test
    void proofs() throws IOException {
        JsonNode keys = content("proofs.json").path("verificationKeys");
        for (JsonNode one : cases("proofs.json", "proofs")) {
            Proof proof = Proof.of(one.path("proof"));
            String key = keys.path(proof.vkDigest()).textValue();
            boolean isValid = one.path("verified").asBoolean();
            assertEquals(isValid, proof.verify(key).join(), one.path("name").asText());
        }
    }

    @Test
    void envelopes() throws IOException {
        for (JsonNode one : cases("envelopes.json", "sharedKeys")) {
            String cipher = one.path("cipher").textValue();
            try (SealingKey key = SealingKey.importKey(raw(one, "key"), cipher)) {
                assertArrayEquals(raw(one, "checkValue"), key.checkValue());
                opens(one, key.open(raw(one, "envelope"), context(one)));
            }
        }
        for (JsonNode one : cases("envelopes.json", "keyPairs")) {
            String kem = one.path("kem").textValue();
            try (SealingKeyPair pair = SealingKeyPair.importKey(raw(one, "privateKey"), kem)) {
                assertArrayEquals(raw(one, "publicKey"), pair.publicKey());
                opens(one, pair.open(raw(one, "envelope"), context(one)));
            }
        }
    }

    private static SealContext context(JsonNode one) {
        JsonNode context = one.path("context");
        return new SealContext(
                context.path("account").asText(),
                context.path("purpose").asText("data"),
                context.path("row").asText(""));
    }

    private static void opens(JsonNode one, CompletableFuture<byte[]> opened) {
        String name = one.path("name").asText();
        if (!one.has("plaintext")) {
            CompletionException error = assertThrows(CompletionException.class, opened::join, name);
            assertInstanceOf(OpenException.class, error.getCause(), name);
            return;
        }
        assertArrayEquals(raw(one, "plaintext"), opened.join(), name);
        Envelope parsed = Envelope.parse(raw(one, "envelope"));
        assertEquals(one.path("mode").asText(), parsed.mode());
        assertEquals(one.path("suite").asText(), parsed.suite());
        assertEquals(one.path("origin").asText(), parsed.origin());
        JsonNode keyName = one.path("keyName");
        assertEquals(
                new KeyName(keyName.path("id").asText(), keyName.path("version").asLong()), parsed.keyName());
        assertArrayEquals(raw(one, "extension"), parsed.extension());
    }

    @Test
    void homomorphicCiphertexts() throws IOException {
        JsonNode file = content("homomorphic.json");
        try (FheSecretKey key = FheSecretKey.importKey(raw(file, "secretKey"))) {
            assertEquals(file.path("set").asText(), key.set());
            for (JsonNode one : cases("homomorphic.json", "ciphertexts")) {
                JsonNode plain = one.path("plain");
                Decrypted found = key.decrypt(raw(one, "ciphertext")).join();
                if (found instanceof Decrypted.Series series) {
                    List<Double> values = new ArrayList<>();
                    plain.path("values").forEach(value -> values.add(value.asDouble()));
                    List<BigInteger> integers = new ArrayList<>();
                    plain.path("integers").forEach(value -> integers.add(new BigInteger(value.asText())));
                    String keyId = plain.path("keyId").textValue();
                    long decimals = plain.path("decimals").asLong();
                    assertEquals(new Decrypted.Series(values, integers, decimals, keyId), series);
                } else {
                    Decrypted.Reduction reduction = assertInstanceOf(Decrypted.Reduction.class, found);
                    assertEquals(plain.path("value").asDouble(), reduction.value());
                    assertEquals(new BigInteger(plain.path("numerator").asText()), reduction.numerator());
                    assertEquals(plain.path("decimals").asLong(), reduction.decimals());
                    assertEquals(plain.path("keyId").textValue(), reduction.keyId());
                }
            }
        }
    }

    @Test
    void documents() throws IOException {
        JsonNode file = content("documents.json");
        for (JsonNode one : cases("documents.json", "cases")) {
            byte[] document = raw(file.path("documents"), one.path("document").asText());
            String chain = one.path("chain").textValue();
            String now = one.path("now").textValue();
            DocumentExpectations expected = DocumentExpectations.of(
                            one.path("attester").textValue())
                    .withPublicKey(one.path("publicKey").textValue())
                    .withChain(chain == null ? null : new String(raw(file.path("chains"), chain)))
                    .withAudience(one.path("audience").textValue())
                    .withNonce(one.has("nonce") ? raw(one, "nonce") : null)
                    .withNow(now == null ? null : Instant.parse(now));
            DocumentVerification found =
                    Documents.verifyDocument(document, expected).join();
            JsonNode answer = one.path("answer");
            String name = one.path("name").asText();
            assertEquals(answer.path("verified").asBoolean(), found.verified(), name);
            assertEquals(answer.path("reason").textValue(), found.reason(), name);
            assertEquals(answer.path("format").textValue(), found.format(), name);
            assertEquals(answer.path("id").textValue(), found.id(), name);
            assertEquals(answer.path("attester").textValue(), found.attester(), name);
            String signedAt = answer.path("signedAt").textValue();
            assertEquals(signedAt == null ? null : Instant.parse(signedAt), found.signedAt(), name);
            assertEquals(Json.plain(answer.path("says")), found.says(), name);
            assertEquals(Json.plain(answer.path("knownSigner")), found.knownSigner(), name);
        }
        DocumentExpectations wrong = DocumentExpectations.of("ab");
        CompletionException error =
                assertThrows(CompletionException.class, Documents.verifyDocument(new byte[0], wrong)::join);
        assertInstanceOf(DocumentException.class, error.getCause());
    }

    @Test
    void refusals() throws IOException {
        for (JsonNode one : cases("refusals.json", "refusals")) {
            String name = one.path("name").asText();
            List<byte[]> parts = new ArrayList<>();
            one.path("parts").forEach(part -> parts.add(Base64.getDecoder().decode(part.textValue())));
            Map<String, Object> request = new LinkedHashMap<>();
            one.path("request")
                    .properties()
                    .forEach(field -> request.put(field.getKey(), plain(field.getValue(), parts)));
            String handle = one.path("request").path("handle").textValue();
            if (handle != null) {
                String created = handle.substring(1) + ".new";
                request.put("handle", NativeObject.created(created, Map.of()));
            }
            CryptoException error = assertThrows(
                    CryptoException.class,
                    () -> Bridge.call(one.path("operation").asText(), request, Bridge.NO_CANCELLATION),
                    name);
            assertEquals(Kinds.of(one.path("status").asInt(), "").getClass(), error.getClass(), name);
            assertTrue(error.getMessage().startsWith(one.path("kind").asText()), name);
        }
    }

    @Test
    void newEnvelopesAreOpened() {
        SealContext context = new SealContext("acc_1", "r");
        KeyName name = new KeyName("key_0024h36h2ncsvrh6daqf6dvvqz", 2);
        byte[] message = "61 bpm".getBytes();
        try (SealingKey key = SealingKey.generate();
                SealingKey same = SealingKey.importKey(key.export(), null);
                SealingKey other = SealingKey.generate()) {
            SealOptions options = new SealOptions(null, new byte[] {1});
            byte[] envelope = key.seal(message, name, context, options).join();
            assertArrayEquals(message, same.open(envelope, context).join());
            assertEquals(name, Envelope.parse(envelope).keyName());
            for (SealContext wrong : List.of(new SealContext("acc_2", "r"), new SealContext("acc_1", ""))) {
                refused(key.open(envelope, wrong));
            }
            refused(other.open(envelope, context));
            byte[] wrapped = key.wrap(other, name, "acc_1", "r");
            try (SealingKey unwrapped = key.unwrap(wrapped, "acc_1", "r")) {
                assertArrayEquals(other.checkValue(), unwrapped.checkValue());
            }
            byte[] derived = key.derive("one", null).checkValue();
            assertArrayEquals(derived, key.derive("one", null).checkValue());
            assertTrue(!Arrays.equals(derived, key.checkValue()));
        }
        try (SealingKeyPair pair = SealingKeyPair.generate();
                SealingKeyPair same = SealingKeyPair.importKey(pair.export(), null)) {
            byte[] envelope = SealingKeyPair.sealTo(pair.publicKey(), null, message, name, context, SealOptions.DEFAULT)
                    .join();
            assertArrayEquals(message, same.open(envelope, context).join());
        }
    }

    private static void refused(CompletableFuture<byte[]> opened) {
        CompletionException error = assertThrows(CompletionException.class, opened::join);
        assertInstanceOf(OpenException.class, error.getCause());
    }

    @Test
    void newCiphertextsAreComputedOnAndDecrypted() {
        try (FheSecretKey key = FheSecretKey.generate("bfv-128")) {
            Ciphertext one = key.encrypt(List.of(1.0, 2.0, 3.0), null, null).join();
            byte[] publicKey = key.publicKey().join();
            Ciphertext other = Fhe.encrypt(publicKey, List.of(10.0, 20.0, 30.0), null, null)
                    .join();
            byte[] keys = key.evaluationKeys().join();
            byte[] added = Fhe.compute(keys, "add", List.of(one.series(), other.series()))
                    .join();
            Decrypted.Series sums =
                    assertInstanceOf(Decrypted.Series.class, key.decrypt(added).join());
            assertEquals(List.of(11.0, 22.0, 33.0), sums.values());
            byte[] total = Fhe.compute(keys, "sum", List.of(one.series())).join();
            Decrypted.Reduction sum = assertInstanceOf(
                    Decrypted.Reduction.class, key.decrypt(total).join());
            assertEquals(6.0, sum.value());
            byte[] cut = Arrays.copyOf(one.series(), one.series().length - 1);
            CompletionException error = assertThrows(CompletionException.class, key.decrypt(cut)::join);
            assertInstanceOf(HomomorphicException.class, error.getCause());
        }
    }
}
