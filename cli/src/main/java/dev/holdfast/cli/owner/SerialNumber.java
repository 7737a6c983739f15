package dev.holdfast.cli.owner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Sha256;
import java.nio.ByteBuffer;

/**
 * The number that stands for a process in names that people see, such as {@code CLI-4820913377}. The same whenever it is asked
 * for, and another one for every other process of any machine, also for one that gets the same process number later: an owner
 * that is taken for another one would be let into its locks.
 */
final class SerialNumber {
    private static final int DIGITS = 10;
    private static final long NUMBERS = 10_000_000_000L;

    private SerialNumber() {}

    static String of(ProcessId process) {
        return of(process.toString());
    }

    /** Returns the number for another unique name. */
    static String of(String name) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.of(name.getBytes(UTF_8)));
        String digits = Long.toString(Long.remainderUnsigned(hash.getLong(), NUMBERS));
        return "0".repeat(DIGITS - digits.length()) + digits;
    }
}
