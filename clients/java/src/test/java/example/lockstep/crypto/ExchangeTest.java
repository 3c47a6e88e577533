package example.lockstep.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Values of all languages, each made for the others; <code>cargo xtask clients</code> names their folder. */
@Timeout(300)
@EnabledIf(value = "example.lockstep.crypto.Crypto#isAvailable", disabledReason = "there is no native library")
@EnabledIfEnvironmentVariable(named = "LOCKSTEP_EXCHANGE", matches = ".+")
class ExchangeTest {

    private static final byte[] MESSAGE = "61 bpm".getBytes(StandardCharsets.UTF_8);
    private static final SealContext CONTEXT = new SealContext("acc_1", "r");
    private static final KeyName NAME = new KeyName("key_0024h36h2ncsvrh6daqf6dvvqz", 1);

    private static PostQuantumScheme scheme(String name) {
        PostQuantumScheme scheme = new PostQuantumScheme();
        scheme.initialize(name, 3).join();
        return scheme;
    }

    private static String text(byte[] value) {
        return Base64.getEncoder().encodeToString(value);
    }

    private static byte[] raw(JsonNode values, String name) {
        return Base64.getDecoder().decode(values.path(name).textValue());
    }

    @Test
    void valuesOfEveryLanguageAreAccepted() throws IOException {
        Path folder = Path.of(System.getenv("LOCKSTEP_EXCHANGE"));
        Map<String, Object> values = new LinkedHashMap<>();
        seal(values);
        encapsulateAndSign(values);
        proveAndEncrypt(values);
        Files.write(folder.resolve("java.json"), Json.write(values));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                accept(Json.tree(Files.readAllBytes(file)), file.toString());
            }
        }
    }

    private static void seal(Map<String, Object> values) {
        try (SealingKey key = SealingKey.generate();
                SealingKeyPair pair = SealingKeyPair.generate()) {
            values.put("key", text(key.export()));
            values.put("envelope", text(key.seal(MESSAGE, NAME, CONTEXT).join()));
            values.put("privateKey", text(pair.export()));
            byte[] publicKey = pair.publicKey();
            SealOptions options = SealOptions.DEFAULT;
            var sealed = SealingKeyPair.sealTo(publicKey, null, MESSAGE, NAME, CONTEXT, options);
            values.put("sealed", text(sealed.join()));
        }
    }

    private static void encapsulateAndSign(Map<String, Object> values) {
        try (PostQuantumScheme kem = scheme("kyber");
                KeyPair receiver = kem.generateKeyPair().join();
                Encapsulation sent = kem.encapsulate(receiver.publicKey()).join()) {
            values.put("kemPrivateKey", text(receiver.privateKey()));
            values.put("ciphertext", text(sent.ciphertext()));
            values.put("sharedSecret", text(sent.sharedSecret()));
        }
        try (PostQuantumScheme signer = scheme("dilithium");
                KeyPair author = signer.generateKeyPair().join()) {
            byte[] signature = signer.sign(MESSAGE, author.privateKey()).join();
            values.put("publicKey", text(author.publicKey()));
            values.put("signature", text(signature));
        }
    }

    private static void proveAndEncrypt(Map<String, Object> values) throws IOException {
        try (ZkHandler zk = new ZkHandler();
                FheSecretKey key = FheSecretKey.generate()) {
            zk.initialize().join();
            Proof proof = zk.generateRangeProof(61, 40, 200).join();
            values.put("proof", Json.tree(proof.toJson().getBytes(StandardCharsets.UTF_8)));
            values.put("verificationKey", zk.verificationKey(proof.vkDigest()));
            Ciphertext made = key.encrypt(List.of(1.0, 2.0, 3.0), null, null).join();
            values.put("fheSecretKey", text(key.export()));
            values.put("series", text(made.series()));
        }
    }

    private static void accept(JsonNode values, String file) {
        try (SealingKey key = SealingKey.importKey(raw(values, "key"), null);
                SealingKeyPair pair = SealingKeyPair.importKey(raw(values, "privateKey"), null)) {
            byte[] opened = key.open(raw(values, "envelope"), CONTEXT).join();
            assertArrayEquals(MESSAGE, opened, file);
            byte[] received = pair.open(raw(values, "sealed"), CONTEXT).join();
            assertArrayEquals(MESSAGE, received, file);
        }
        try (PostQuantumScheme kem = scheme("kyber");
                PostQuantumScheme signer = scheme("dilithium")) {
            byte[] ciphertext = raw(values, "ciphertext");
            byte[] privateKey = raw(values, "kemPrivateKey");
            byte[] secret = kem.decapsulate(ciphertext, privateKey).join();
            assertArrayEquals(raw(values, "sharedSecret"), secret, file);
            byte[] publicKey = raw(values, "publicKey");
            byte[] signature = raw(values, "signature");
            assertTrue(signer.verify(MESSAGE, signature, publicKey).join(), file);
        }
        Proof proof = Proof.of(values.path("proof"));
        String verificationKey = values.path("verificationKey").textValue();
        assertTrue(proof.verify(verificationKey).join(), file);
        try (FheSecretKey secret = FheSecretKey.importKey(raw(values, "fheSecretKey"))) {
            Decrypted found = secret.decrypt(raw(values, "series")).join();
            Decrypted.Series series = assertInstanceOf(Decrypted.Series.class, found);
            assertEquals(List.of(1.0, 2.0, 3.0), series.values(), file);
        }
    }
}
