package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.EchoServer;
import dev.holdfast.bench.http.Readiness;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The time from the start of a server to its first answer, against a bare server. */
final class ServeStart implements HttpPart.Table {
    private static final Path COMMAND = Path.of("holdfast").toAbsolutePath();
    /** The parts of the class path that a bare server needs; a longer one would slow it down. */
    private static final List<String> NEEDED =
            List.of("bench" + File.separator + "target", "vertx-core", "netty-", "jackson-core", "slf4j-");

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        report.section(
                "Start of the server",
                "From the start of the process, by the launcher with its archive of classes, until the first good answer to `GET /health`, which has looked"
                        + " into the store (`sqlite:`). The floor is the bare echo, by `java` on the same JDK with its usual"
                        + " options and no more on its class path than it needs.",
                "server",
                "JDK",
                "median",
                "ratio",
                "middle half",
                "goal",
                "");
        for (Jdk jdk : Jdk.all()) {
            setting.progress().step("the server starts on Java " + jdk.version());
            try (Folder folder = Folder.in(setting.disk())) {
                measure(jdk, cores, folder, setting, report);
            }
        }
    }

    private static void measure(Jdk jdk, Cores cores, Folder folder, Setting setting, Report report) throws Exception {
        new Hyperfine(folder, jdk).call(List.of(COMMAND.toString(), "help")); // builds, and creates the archive
        Readiness bare = new Readiness(
                port -> cores.forServer(List.of(
                        jdk.java(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        EchoServer.class.getName(),
                        Integer.toString(port))),
                jdk.home(),
                folder.path());
        String store = "sqlite:" + folder.resolve("locks.db");
        Readiness serve = new Readiness(
                port -> cores.forServer(
                        List.of(COMMAND.toString(), "serve", "--port", Integer.toString(port), "--store", store)),
                jdk.home(),
                folder.path());
        bare.measure();
        serve.measure();
        List<Double> floors = new ArrayList<>();
        List<Double> starts = new ArrayList<>();
        for (int i = 0; i < (setting.quick() ? 3 : 15); i++) {
            floors.add((double) bare.measure().toNanos());
            starts.add((double) serve.measure().toNanos());
            setting.progress().round();
        }
        setting.progress().end();
        String version = Integer.toString(jdk.version());
        report.row("bare echo", version, Report.millis(median(floors)), "", "", "", "");
        Spread ratio = Spread.of(IntStream.range(0, floors.size()).mapToDouble(i -> starts.get(i) / floors.get(i)));
        report.row(
                Goal.atMost(2, "%.0f ×"),
                ratio.median(),
                "`holdfast serve`",
                version,
                Report.millis(median(starts)),
                Report.times(ratio.median()),
                ratio.middle("%.2f"));
    }

    private static double median(List<Double> numbers) {
        return Spread.of(numbers.stream().mapToDouble(Double::doubleValue)).median();
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> NEEDED.stream().anyMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
