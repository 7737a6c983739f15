package dev.holdfast.cli.owner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.rules.ProcessId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The number that stands for a process in names that people see, such as {@code CLI-4820913377}. The same whenever it is asked
 * for, and another one for every other process of any machine, also for one that gets the same process number later: an owner
 * that is taken for another one would be let into its locks.
 */
final class SerialNumber {
    private static final long NUMBERS = 10_000_000_000L;

    private SerialNumber() {}

    static String of(ProcessId process) {
        return String.format("%010d", Long.remainderUnsigned(hash(process.toString()), NUMBERS));
    }

    private static long hash(String text) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
