package example.lockstep.crypto;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import example.lockstep.crypto.Library.Functions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** Calls the native library. A call blocks its own thread only. */
final class Bridge {

    /** The token of calls that nothing cancels. */
    static final long NO_CANCELLATION = 0;

    private Bridge() {}

    /** Runs an operation. Fields that are null are not sent. */
    static Frame call(String operation, Map<String, ?> fields, long cancellation) {
        Library.load();
        byte[] request = Frame.write(fields);
        byte[] name = operation.getBytes(StandardCharsets.UTF_8);
        try (Memory memory = new Memory(name.length + request.length);
                Memory answer = new Memory(Native.POINTER_SIZE + (long) Long.BYTES)) {
            memory.write(0, name, 0, name.length);
            memory.write(name.length, request, 0, request.length);
            answer.clear();
            try {
                int status = Functions.lockstep_call(
                        memory, name.length, memory.share(name.length), request.length, cancellation, answer);
                return answered(status, answer);
            } finally {
                memory.clear(); // It may contain a private key.
                Arrays.fill(request, (byte) 0);
            }
        }
    }

    private static Frame answered(int status, Memory answer) {
        Pointer data = answer.getPointer(0);
        long length = answer.getLong(Native.POINTER_SIZE);
        byte[] content;
        try {
            content = length == 0 ? new byte[0] : data.getByteArray(0, Math.toIntExact(length));
        } finally {
            Functions.lockstep_free(data, length);
        }
        if (status != 0) {
            throw Kinds.of(status, new String(content, StandardCharsets.UTF_8));
        }
        try {
            return Frame.read(content);
        } finally {
            Arrays.fill(content, (byte) 0);
        }
    }
}
