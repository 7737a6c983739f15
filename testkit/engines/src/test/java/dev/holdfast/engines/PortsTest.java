package dev.holdfast.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Each port is given to one caller. */
class PortsTest {
    private static final int EACH = 100;

    /** Another JVM that claims ports, names them and keeps them until its input ends. */
    static final class Claimer {
        private Claimer() {}

        @SuppressWarnings("SystemOut") // the test reads it
        public static void main(String[] args) throws IOException {
            claim().forEach(System.out::println);
            System.out.flush();
            System.in.transferTo(System.err);
        }
    }

    private static List<Integer> claim() {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            ports.add(Ports.free());
        }
        return ports;
    }

    @Test
    void free_inThreadsAndJvms_isGivenOutOnce() throws Exception {
        List<Callable<List<Integer>>> tasks = new ArrayList<>();
        List<Process> claimers = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            for (int i = 0; i < 2; i++) {
                Process claimer = claimer();
                claimers.add(claimer);
                tasks.add(() -> named(claimer));
            }
            for (int i = 0; i < 4; i++) {
                tasks.add(PortsTest::claim);
            }
            List<Integer> all = new ArrayList<>();
            for (Future<List<Integer>> claimed : pool.invokeAll(tasks)) {
                all.addAll(claimed.get());
            }
            assertThat(all)
                    .hasSize(EACH * tasks.size())
                    .doesNotHaveDuplicates()
                    .allSatisfy(port -> assertThat(port).isBetween(1_024, 32_767));
        } finally {
            claimers.forEach(Process::destroyForcibly);
            pool.shutdownNow();
        }
    }

    @Test
    void free_besideAPortThatAnotherProgramListensOn_leavesItOut() throws IOException {
        int next = Ports.free() + 1;
        try (ServerSocket other = new ServerSocket(next, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.free()).isNotEqualTo(other.getLocalPort());
        }
    }

    @Test
    void free_whileOtherThreadsStartProcesses_nothingListens() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> starters = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                starters.add(pool.submit(() -> startProcesses(done)));
            }
            for (int i = 0; i < EACH; i++) {
                assertThat(listens(Ports.free())).isFalse();
            }
        } finally {
            done.set(true);
            pool.shutdown();
        }
        for (Future<Integer> starter : starters) {
            assertThat(starter.get()).isPositive();
        }
    }

    private static int startProcesses(AtomicBoolean done) throws IOException, InterruptedException {
        int started = 0;
        do {
            new ProcessBuilder("true").start().waitFor();
            started++;
        } while (!done.get());
        return started;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Process claimer() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Claimer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<Integer> named(Process claimer) throws IOException {
        List<Integer> ports = new ArrayList<>();
        BufferedReader lines = claimer.inputReader(StandardCharsets.US_ASCII);
        for (int i = 0; i < EACH; i++) {
            ports.add(Integer.valueOf(lines.readLine()));
        }
        return ports;
    }
}
