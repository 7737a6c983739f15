package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.EchoServer;
import dev.holdfast.bench.http.LockServer;
import dev.holdfast.bench.http.Talks;
import java.util.List;

/** The speed of renewals at the server, against a server that only echoes. */
final class HttpHeartbeats implements HttpPart.Table {
    /** The size of a heartbeat in each direction. */
    private static final int ECHO_BYTES = 40;

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        setting.progress().step("heartbeats over HTTP");
        try (Folder folder = Folder.in(setting.disk());
                HttpSide echo = HttpSide.start(cores, i -> Talks.echo(ECHO_BYTES), EchoServer.class);
                HttpSide beats =
                        HttpSide.start(cores, Talks::beat, LockServer.class, "sqlite:" + folder.resolve("locks.db"))) {
            HttpSide.contest(List.of(echo, beats), setting.requests(), setting.progress());
            setting.progress().end();
            report.section(
                    "Heartbeats",
                    "Each connection renews a hold of its own by `POST /v1/holds/{receipt}/heartbeat`, on `sqlite:`. The echo is"
                            + " one of " + ECHO_BYTES + " bytes.",
                    HttpTable.COLUMNS);
            HttpTable.floor(report, "bare echo", echo);
            HttpTable.row(report, "heartbeat", beats, "the echo", beats.ratio(echo), Goal.atLeast(0.5, "%.1f ×"));
        }
    }
}
