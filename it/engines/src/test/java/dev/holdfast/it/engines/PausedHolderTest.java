package dev.holdfast.it.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.FenceGate;
import dev.holdfast.engines.Engine;
import dev.holdfast.testkit.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A holder that is stopped past its lease, as by a debugger or a closed laptop, and then goes on. */
@Timeout(300)
class PausedHolderTest {
    /** The lease of the holder that is stopped: over soon, and before it is stopped would do no harm. */
    private static final String SHORT_MILLIS = "2000";

    /** The lease of the next holder: longer than a busy machine keeps it from renewing. */
    private static final String LONG_MILLIS = "600000";

    @TempDir
    Path folder;

    /** A process with its conversation. */
    private final class Speaker implements AutoCloseable {
        private final Child child;
        private final BufferedReader out;
        private final PrintStream in;

        Speaker(String address, String ttlMillis) throws IOException {
            child = Child.start(folder, List.of(), Paused.class, address, ttlMillis);
            out = child.process().inputReader(StandardCharsets.UTF_8);
            in = new PrintStream(child.process().getOutputStream(), true, StandardCharsets.UTF_8);
        }

        long fence(String what) throws IOException {
            String line = out.readLine();
            assertThat(line).as(child.errors()).startsWith(what + " ");
            return Long.parseLong(line.substring(what.length() + 1));
        }

        void goOn() {
            in.println("go on");
        }

        @Override
        public void close() {
            child.close();
        }
    }

    @Test
    void holder_stoppedPastItsLease_isRefusedByItsFenceAndTold() throws Exception {
        stopped("sqlite:" + folder.resolve("locks.db"));
    }

    @ParameterizedTest
    @MethodSource("dev.holdfast.it.engines.Engines#some")
    void holder_onAServer_stoppedPastItsLease_isRefusedByItsFenceAndTold(Engine engine) throws Exception {
        stopped(Engines.shared(engine).address());
    }

    private void stopped(String address) throws Exception {
        FenceGate gate = new FenceGate();
        try (Speaker paused = new Speaker(address, SHORT_MILLIS)) {
            long first = paused.fence("holds");
            paused.child.signal("STOP");
            try (Speaker next = new Speaker(address, LONG_MILLIS)) {
                long second = next.fence("holds");
                assertThat(second).isGreaterThan(first);
                next.goOn();
                assertThat(gate.admit("data", next.fence("writes"))).isTrue();
                paused.goOn();
                paused.child.signal("CONT");
                long late = paused.fence("writes");
                assertThat(late).isEqualTo(first);
                assertThat(gate.admit("data", late)).as("the late write").isFalse();
                paused.goOn();
                next.goOn();
                assertThat(paused.child.await(120)).as(paused.child.errors()).isEqualTo(Paused.LOST);
                assertThat(next.child.await(120)).as(next.child.errors()).isZero();
            }
        }
    }
}
