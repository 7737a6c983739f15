package dev.holdfast.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.LockServer;
import dev.holdfast.bench.http.ServerChild;
import dev.holdfast.bench.http.Subscribers;
import dev.holdfast.bench.http.Talks;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The cost of many listeners at a server, and the delay of events. */
final class HttpSubscribers implements HttpPart.Table {
    private static final int MANY = 10_000;
    private static final int SOME = 100;
    /** The number of open files besides connections: jars, the store's files, pipes. */
    private static final int OTHER_FILES = 500;

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        requireFiles();
        setting.progress().step(String.format(Locale.ROOT, "%,d who listen", MANY));
        try (Folder folder = Folder.in(setting.disk());
                ServerChild server =
                        ServerChild.start(cores, LockServer.class, "sqlite:" + folder.resolve("watched.db"));
                Subscribers subscribers = new Subscribers(server.port(), "bell-")) {
            subscribers.add(SOME); // loads the classes, so that they do not count
            long before = server.heap();
            subscribers.add(MANY - SOME);
            double kilobytes = (server.heap() - before) / 1024.0 / (MANY - SOME);
            setting.progress().round();
            List<Double> seconds = new ArrayList<>();
            for (int i = 0; i < (setting.quick() ? 6 : 30); i++) {
                seconds.add(subscribers.ring().toNanos() / 1e9);
            }
            setting.progress().round();
            try (HttpSide quiet = HttpSide.start(
                            cores, Talks::pair, LockServer.class, "sqlite:" + folder.resolve("quiet.db"));
                    HttpSide watched = new HttpSide(server, Talks::pair)) {
                HttpSide.contest(List.of(quiet, watched), setting.requests(), setting.progress());
                setting.progress().end();
                report(Spread.of(seconds.stream().mapToDouble(Double::doubleValue)), kilobytes, watched, quiet, report);
            }
        }
    }

    private static void report(Spread seconds, double kilobytes, HttpSide watched, HttpSide quiet, Report report) {
        report.section(
                "Those who listen",
                String.format(
                        Locale.ROOT,
                        "%,d connections to `/v1/events` of one server, all with the same prefix. An event: the time from"
                                + " sending an acquire or a release until the last of them has it. The heap is what is in use"
                                + " after a collection. For the last row nothing happens that they listen to, and a second server,"
                                + " without listeners, takes turns.",
                        MANY),
                "what",
                "median",
                "middle half",
                "goal",
                "");
        report.row(
                Goal.atMost(1, "%.0f s"),
                seconds.median(),
                "an event reached all",
                String.format(Locale.ROOT, "%.2f s", seconds.median()),
                seconds.middle("%.2f"));
        report.row(
                Goal.atMost(20, "%.0f KB"),
                kilobytes,
                "heap for one who listens",
                String.format(Locale.ROOT, "%.1f KB", kilobytes),
                "");
        Spread ratio = watched.ratio(quiet);
        report.row(
                Goal.atLeast(0.8, "%.1f ×"),
                ratio.median(),
                String.format(
                        Locale.ROOT,
                        "acquire, release: %s a second beside them, %s without",
                        Report.rate(watched.rate()),
                        Report.rate(quiet.rate())),
                Report.times(ratio.median()),
                ratio.middle("%.2f"));
    }

    private static void requireFiles() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getMaxFileDescriptorCount() < MANY + OTHER_FILES) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%d files may be open at the same time, and %d connections need %d: raise the limit with `ulimit -n %d`,"
                            + " or, where that is refused, with a line for `nofile` in /etc/security/limits.conf",
                    system.getMaxFileDescriptorCount(),
                    MANY,
                    MANY + OTHER_FILES,
                    MANY + OTHER_FILES));
        }
    }
}
