package example.lockstep.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cryptography at the client, with the native library. */
@Timeout(300)
@EnabledIf(value = "example.lockstep.crypto.Crypto#isAvailable", disabledReason = "there is no native library")
class CryptoTest {

    private static PostQuantumScheme scheme(String name, int level) {
        PostQuantumScheme scheme = new PostQuantumScheme();
        scheme.initialize(name, level).join();
        return scheme;
    }

    private static ZkHandler handler() {
        ZkHandler handler = new ZkHandler();
        handler.initialize().join();
        return handler;
    }

    private static <E extends Exception> E fails(Class<E> type, CompletableFuture<?> call) {
        CompletionException error = assertThrows(CompletionException.class, call::join);
        return assertInstanceOf(type, error.getCause());
    }

    @Test
    void everyStatusHasAnException() {
        for (int status = 1; status <= 16; status++) {
            CryptoException error = Kinds.of(status, "text");
            assertEquals("text", error.getMessage());
            assertTrue(error.getClass() != CryptoException.class, "status " + status);
            assertEquals(status <= 7, error instanceof ZkException);
        }
        assertEquals(CryptoException.class, Kinds.of(99, "text").getClass());
        assertEquals(CryptoException.class, Kinds.of(-1, "text").getClass());
    }

    @Test
    void secretsAreEncapsulated() {
        try (PostQuantumScheme kem = scheme("kyber", 3);
                KeyPair pair = kem.generateKeyPair().join();
                Encapsulation sent = kem.encapsulate(pair.publicKey()).join()) {
            assertEquals(1184, pair.publicKey().length);
            byte[] ciphertext = sent.ciphertext();
            assertArrayEquals(
                    sent.sharedSecret(),
                    kem.decapsulate(ciphertext, pair.privateKey()).join());
            ciphertext[0] ^= 1;
            byte[] other = kem.decapsulate(ciphertext, pair.privateKey()).join();
            assertFalse(Arrays.equals(sent.sharedSecret(), other));
        }
    }

    @ParameterizedTest
    @CsvSource({"dilithium,3", "sphincs,1"})
    void messagesAreSigned(String name, int level) {
        try (PostQuantumScheme signer = scheme(name, level);
                KeyPair pair = signer.generateKeyPair().join()) {
            byte[] message = "message".getBytes();
            byte[] signature = signer.sign(message, pair.privateKey()).join();
            assertTrue(signer.verify(message, signature, pair.publicKey()).join());
            message[1] = 'a';
            assertFalse(signer.verify(message, signature, pair.publicKey()).join());
        }
    }

    @Test
    void statementsAboutHiddenValuesAreProved() {
        try (ZkHandler zk = handler()) {
            List<Proof> proofs = List.of(
                    zk.generateRangeProof(61, 40, 200).join(),
                    zk.generateEqualityProof(7, 7).join(),
                    zk.generateMembershipProof(3, 1, 2, 3).join());
            for (Proof proof : proofs) {
                assertTrue(zk.verifyProof(proof).join());
                assertEquals(proof, Proof.fromJson(proof.toJson()));
                String key = zk.verificationKey(proof.vkDigest());
                assertTrue(proof.verify(key).join());
                List<String> signals = new ArrayList<>(proof.publicSignals());
                signals.set(0, "1");
                Proof changed = new Proof(
                        proof.scheme(),
                        proof.curve(),
                        proof.circuit(),
                        proof.proof(),
                        signals,
                        proof.vkDigest(),
                        proof.setup(),
                        proof.device());
                assertFalse(changed.verify(key).join());
            }
            Opening opening = zk.opening(proofs.get(0)).orElseThrow();
            assertFalse(opening.toString().contains(opening.blindings().get(0)));
            ProofGenerationException error = fails(ProofGenerationException.class, zk.generateRangeProof(30, 40, 200));
            assertTrue(error.getMessage().contains("outside the range"), error.getMessage());
            zk.cleanup();
            fails(ZkException.class, zk.generateRangeProof(61, 40, 200));
        }
    }

    @Test
    void circuitsAreOptimizedAndGetKeys() {
        try (ZkHandler zk = handler();
                Circuit circuit = Circuit.named("range:64");
                CircuitOptimizer optimizer = new CircuitOptimizer()) {
            assertTrue(circuit.cost().get("rows") > 0);
            Circuit optimized = optimizer.optimize(circuit).join();
            assertTrue(optimized.cost().get("rows") <= circuit.cost().get("rows"));
            fails(OptimizationException.class, optimizer.initializeGpu());
            try (CircuitKeys keys = zk.generateKeys(circuit).join()) {
                assertFalse(keys.assurance().isEmpty());
                assertTrue(keys.provingKey().toZkey().orElseThrow().length > 0);
            }
            assertArrayEquals("r1cs".getBytes(), Arrays.copyOf(circuit.toR1cs(), 4));
            List<Constraint.Term> one = List.of(new Constraint.Term(0, "1"));
            List<Constraint.Term> wire = List.of(new Constraint.Term(1, "1"));
            assertNotNull(optimizer
                    .processConstraints(List.of(new Constraint(one, wire, wire)), null)
                    .join());
        }
    }

    @Test
    void aCircuitIsExecutedAndProvedWithInputs() {
        BigInteger value = new BigInteger("9223372036854775860");
        Inputs shown = new Inputs().put("scale", 0).put("statement", 0);
        Inputs hidden = new Inputs().put("value", value).put("blinding", 1234);
        Inputs all = new Inputs()
                .put("value", value)
                .put("blinding", 1234)
                .put("scale", 0)
                .put("statement", 0);
        try (ZkHandler zk = handler();
                Circuit circuit = Circuit.named("commitment");
                ZkVirtualMachine machine = new ZkVirtualMachine()) {
            machine.initialize(ZkVirtualMachine.Config.DEFAULT).join();
            var done = machine.executeCircuit(circuit, all).join();
            assertEquals(done.witness().get(1), done.publicSignals().get(0));
            assertEquals(machine.getMemoryState(), done.memory());
            assertTrue(done.witness().contains(value.toString()));
            assertFalse(done.toString().contains(value.toString()));
            Proof proof = zk.generateProof(circuit, hidden, shown).join();
            assertEquals(done.publicSignals(), proof.publicSignals());
            assertTrue(zk.verifyProof(proof).join());
        }
    }

    @Test
    void theMachineStopsAtItsLimits() {
        try (Circuit circuit = Circuit.named("range:64");
                ZkVirtualMachine machine = new ZkVirtualMachine()) {
            machine.initialize(ZkVirtualMachine.Config.DEFAULT.withMemoryLimit(1 << 20))
                    .join();
            fails(CryptoException.class, machine.executeCircuit(circuit, new Inputs().put("none", 1)));
            assertTrue(machine.getMemoryState().bytes() >= 0);
        }
    }

    @Test
    void wrongArgumentsAreRefusedAtTheBorder() {
        try (PostQuantumScheme kem = scheme("kyber", 3);
                ZkHandler zk = handler()) {
            fails(PostQuantumException.class, kem.encapsulate(new byte[5]));
            fails(InvalidArgumentException.class, zk.generateRangeProof(Double.NaN, 0, 1));
            fails(InvalidArgumentException.class, zk.generateMembershipProof(1, Double.POSITIVE_INFINITY));
            assertThrows(NullPointerException.class, () -> kem.encapsulate(null));
            assertThrows(InvalidArgumentException.class, () -> Proof.fromJson("none"));
            PostQuantumScheme unprepared = new PostQuantumScheme();
            fails(InitializationException.class, unprepared.generateKeyPair());
            fails(InvalidArgumentException.class, unprepared.initialize("rot13", 3));
            Map<String, ?> params = Map.of("none", true);
            fails(CryptoException.class, unprepared.initialize("kyber", 3, params));
        }
    }

    @Test
    void closedObjectsAreRefused() {
        PostQuantumScheme kem = scheme("kyber", 3);
        assertEquals("PostQuantumScheme[open]", kem.toString());
        kem.close();
        kem.close();
        assertEquals("PostQuantumScheme[closed]", kem.toString());
        fails(ClosedHandleException.class, kem.generateKeyPair());
        try (ZkHandler zk = handler()) {
            Circuit circuit = Circuit.named("range:64");
            circuit.close();
            fails(ClosedHandleException.class, zk.generateKeys(circuit));
        }
    }

    @Test
    void anObjectMayBeUsedByThreadsWhileAnotherClosesIt() throws Exception {
        for (int round = 0; round < 20; round++) {
            PostQuantumScheme kem = scheme("kyber", 3);
            CyclicBarrier start = new CyclicBarrier(5);
            List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int nth = 0; nth < 4; nth++) {
                Thread thread = new Thread(() -> {
                    try {
                        start.await();
                        assertEquals(1184, kem.generateKeyPair().join().publicKey().length);
                    } catch (CompletionException error) {
                        failures.add(error.getCause());
                    } catch (Exception error) {
                        failures.add(error);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            start.await();
            kem.close();
            for (Thread thread : threads) {
                thread.join();
            }
            failures.forEach(failure -> assertInstanceOf(ClosedHandleException.class, failure));
        }
    }

    @Test
    void aCollectedObjectIsReleased() throws InterruptedException {
        PostQuantumScheme kem = scheme("kyber", 3);
        long handle = kem.handle();
        WeakReference<PostQuantumScheme> reference = new WeakReference<>(kem);
        kem = null;
        Map<String, Object> fields = Map.of("handle", handle);
        // The collector and its cleaner run at times of their own.
        while (reference.get() != null || isOpen(fields)) {
            System.gc();
            Thread.sleep(1);
        }
    }

    private static boolean isOpen(Map<String, Object> fields) {
        try {
            Bridge.call("PostQuantumScheme.generateKeyPair", fields, Bridge.NO_CANCELLATION);
            return true;
        } catch (ClosedHandleException released) {
            return false;
        }
    }

    @Test
    void cancellingTheFutureStopsTheWork() {
        try (ZkHandler zk = handler();
                Circuit circuit = Circuit.named("range:64")) {
            List<CompletableFuture<CircuitKeys>> working = new ArrayList<>();
            for (int nth = 0; nth < 16; nth++) {
                working.add(zk.generateKeys(circuit));
            }
            for (CompletableFuture<CircuitKeys> one : working) {
                assertTrue(one.cancel(true) || one.isDone());
            }
            assertThrows(CancellationException.class, () -> working.get(15).join());
            // The pool is free again, so the cancelled work has ended.
            assertTrue(zk.verifyProof(zk.generateRangeProof(61, 40, 200).join()).join());
        }
    }

    @Test
    void aCancelledTokenIsACancelledCall() {
        Library.load();
        long token = Library.Functions.lockstep_cancellation_new();
        Library.Functions.lockstep_cancellation_cancel(token);
        try (ZkHandler zk = handler()) {
            Map<String, Object> request =
                    Map.of("handle", zk.handle(), "value", 61, "range", Map.of("min", 40, "max", 200));
            assertThrows(CancelledException.class, () -> Bridge.call("ZkHandler.generateRangeProof", request, token));
        } finally {
            Library.Functions.lockstep_cancellation_free(token);
        }
    }

    @Test
    void workIsStoppedHalfway() throws Exception {
        Library.load();
        long token = Library.Functions.lockstep_cancellation_new();
        try (ZkHandler zk = handler();
                Circuit circuit = Circuit.named("range:64")) {
            Map<String, Object> request = Map.of("handle", zk.handle(), "circuit", circuit.handle());
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            Thread worker = new Thread(() -> {
                try {
                    Bridge.call("ZkHandler.generateKeys", request, token);
                    end.complete(null);
                } catch (CryptoException error) {
                    end.complete(error);
                }
            });
            worker.start();
            while (!isInNativeCode(worker) && !end.isDone()) {
                Thread.onSpinWait();
            }
            assertFalse(end.isDone(), "the work ended before it was cancelled");
            Library.Functions.lockstep_cancellation_cancel(token);
            assertInstanceOf(CancelledException.class, end.join());
            worker.join();
        } finally {
            Library.Functions.lockstep_cancellation_free(token);
        }
    }

    private static boolean isInNativeCode(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("lockstep_call"));
    }

    @Test
    void privateKeysAreNotShownAndAreWiped() {
        try (PostQuantumScheme kem = scheme("kyber", 3)) {
            KeyPair pair = kem.generateKeyPair().join();
            byte[] key = pair.privateKey();
            assertEquals("KeyPair[publicKey=1184 bytes]", pair.toString());
            pair.close();
            assertArrayEquals(new byte[key.length], key);
            Encapsulation sent = kem.encapsulate(pair.publicKey()).join();
            byte[] secret = sent.sharedSecret();
            assertEquals("Encapsulation[ciphertext=1088 bytes]", sent.toString());
            sent.close();
            assertArrayEquals(new byte[secret.length], secret);
        }
        assertEquals("Inputs[age]", new Inputs().put("age", 61).toString());
    }
}
