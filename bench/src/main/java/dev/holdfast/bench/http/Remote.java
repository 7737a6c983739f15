package dev.holdfast.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** The far end of a {@link ServerChild}: says where the server listens, answers questions, and ends with whoever asks. */
final class Remote {
    static final String HEAP = "heap";

    private static final int COLLECTIONS = 4;

    private Remote() {}

    /** Returns when nobody asks any more. */
    static void obey(int port) throws IOException {
        System.out.println(port);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String question = questions.readLine(); question != null; question = questions.readLine()) {
            System.out.println(question.equals(HEAP) ? heap() : "?");
        }
    }

    /** The bytes that are still in use after everything else is collected. */
    private static long heap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
