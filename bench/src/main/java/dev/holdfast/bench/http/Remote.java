package dev.holdfast.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** The far end of a {@link ServerChild}: reports the port of the server, answers requests, and ends with the parent. */
final class Remote {
    static final String HEAP = "heap";

    private static final int COLLECTIONS = 4;

    private Remote() {}

    /** Serves until the parent ends. */
    static void obey(int port) throws IOException {
        System.out.println(port);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String question = questions.readLine(); question != null; question = questions.readLine()) {
            System.out.println(question.equals(HEAP) ? heap() : "?");
        }
    }

    /** Returns the bytes in use after a collection. */
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
