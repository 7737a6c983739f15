package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.ServerChild;
import dev.holdfast.bench.http.StateServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/** The largest state that a server takes, up and down, in a heap into which it would not fit. */
final class HttpStates implements HttpPart.Table {
    private static final int MEGABYTES = 64;
    private static final int HEAP_MEGABYTES = 48;

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        setting.progress().step("states of " + MEGABYTES + " MiB");
        byte[] state = new byte[MEGABYTES << 20];
        new Random(1).nextBytes(state);
        int rounds = setting.quick() ? 3 : 12;
        List<Double> up = new ArrayList<>();
        List<Double> down = new ArrayList<>();
        List<Double> bareUp = new ArrayList<>();
        List<Double> bareDown = new ArrayList<>();
        try (Folder folder = Folder.in(setting.disk());
                BareChunks bare = new BareChunks(folder.resolve("bare.db"));
                ServerChild server = ServerChild.start(
                        cores,
                        HEAP_MEGABYTES,
                        StateServer.class,
                        "sqlite:" + folder.resolve("states.db"),
                        folder.resolve("token").toString())) {
            Client client = Client.of(server.port(), folder.resolve("token"));
            for (int i = -1; i < rounds; i++) {
                double[] times = {
                    time(() -> bare.write(state)),
                    time(() -> bare.read(state.length)),
                    time(() -> client.write(state)),
                    time(() -> client.read(state.length))
                };
                if (i >= 0) { // the first round warms up
                    bareUp.add(times[0]);
                    bareDown.add(times[1]);
                    up.add(times[2]);
                    down.add(times[3]);
                }
                setting.progress().round();
            }
            setting.progress().end();
            report.section(
                    "States of Terraform",
                    String.format(
                            Locale.ROOT,
                            "A state of %d MiB is written and read over HTTP, on `sqlite:`. The heap of the server is %d MB, so"
                                    + " that it cannot have a state in memory as a whole. Bare JDBC writes the same chunks into"
                                    + " a table of its own with the same flushes, and reads them.",
                            MEGABYTES,
                            HEAP_MEGABYTES),
                    "state",
                    "MiB / s",
                    "bare JDBC",
                    "ratio",
                    "middle half",
                    "goal",
                    "");
            row(report, "up", up, bareUp, Goal.atLeast(0.3, "%.1f ×"));
            row(report, "down", down, bareDown, Goal.atLeast(0.2, "%.1f ×"));
            double heap = server.heap() / 1048576.0;
            report.row(
                    Goal.atMost(HEAP_MEGABYTES, "%.0f MiB"),
                    heap,
                    "heap in use afterwards",
                    String.format(Locale.ROOT, "%.0f MiB", heap),
                    "",
                    "",
                    "");
        }
    }

    private static void row(Report report, String what, List<Double> own, List<Double> bare, Goal goal) {
        Spread ratio = Spread.of(IntStream.range(0, own.size()).mapToDouble(i -> bare.get(i) / own.get(i)));
        report.row(
                goal,
                ratio.median(),
                what,
                Report.rate(speed(own)),
                Report.rate(speed(bare)),
                Report.times(ratio.median()),
                ratio.middle("%.2f"));
    }

    private static double speed(List<Double> seconds) {
        return MEGABYTES
                / Spread.of(seconds.stream().mapToDouble(Double::doubleValue)).median();
    }

    /** A transfer of a state that is measured. */
    private interface StateTransfer {
        void run() throws Exception;
    }

    private static double time(StateTransfer step) throws Exception {
        long start = System.nanoTime();
        step.run();
        return (System.nanoTime() - start) / 1e9;
    }

    /** A client that writes and reads states. */
    private record Client(HttpClient http, URI address, String authorization) {
        static Client of(int port, Path token) throws IOException {
            String pair = StateServer.USER + ":" + Files.readString(token);
            return new Client(
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
                    URI.create("http://127.0.0.1:" + port + "/terraform/network"),
                    "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        }

        private HttpRequest.Builder request() {
            return HttpRequest.newBuilder(address).header("Authorization", authorization);
        }

        void write(byte[] state) throws IOException, InterruptedException {
            HttpResponse<String> told =
                    http.send(request().POST(BodyPublishers.ofByteArray(state)).build(), BodyHandlers.ofString());
            if (told.statusCode() != 200) {
                throw new IOException("A state was not written: " + told.body());
            }
        }

        void read(int size) throws IOException, InterruptedException {
            HttpResponse<InputStream> told = http.send(request().build(), BodyHandlers.ofInputStream());
            try (InputStream body = told.body()) {
                if (told.statusCode() != 200 || body.transferTo(OutputStream.nullOutputStream()) != size) {
                    throw new IOException("A state was not read.");
                }
            }
        }
    }
}
