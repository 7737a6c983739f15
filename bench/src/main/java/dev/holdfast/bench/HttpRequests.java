package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.EchoServer;
import dev.holdfast.bench.http.LockServer;
import dev.holdfast.bench.http.Talks;
import java.util.List;

/** The speed of acquire and release at the server, against a server that only echoes. */
final class HttpRequests implements HttpPart.Table {
    /** The mean size of an acquire and a release, in each direction and for each request. */
    private static final int ECHO_BYTES = 90;

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        setting.progress().step("acquire + release over HTTP");
        try (Folder folder = Folder.in(setting.disk());
                HttpSide echo = HttpSide.start(cores, i -> Talks.echo(ECHO_BYTES), EchoServer.class);
                HttpSide locks =
                        HttpSide.start(cores, Talks::pair, LockServer.class, "sqlite:" + folder.resolve("locks.db"));
                HttpSide alone = HttpSide.start(
                        cores,
                        Talks::pair,
                        LockServer.class,
                        "sqlite:" + folder.resolve("alone.db"),
                        LockServer.ALONE)) {
            HttpSide.contest(List.of(echo, locks, alone), setting.requests(), setting.progress());
            setting.progress().end();
            report.section(
                    "Acquire + release",
                    "On `sqlite:` with its usual flushes, each connection with a resource of its own; an acquire and a release"
                            + " count as two requests. The echo reads a JSON object of " + ECHO_BYTES
                            + " bytes and sends it back, as many"
                            + " as these send and get on average. *Alone*: the same server over a store that takes the changes"
                            + " of a batch one by one, under a lock, each with a commit of its own.",
                    HttpTable.COLUMNS);
            HttpTable.floor(report, "bare echo", echo);
            HttpTable.row(report, "acquire, release", locks, "the echo", locks.ratio(echo), Goal.atLeast(0.45, "%s ×"));
            HttpTable.floor(report, "alone", alone);
            HttpTable.row(report, "acquire, release", locks, "alone", locks.ratio(alone), Goal.atLeast(3, "%.0f ×"));
        }
    }
}
