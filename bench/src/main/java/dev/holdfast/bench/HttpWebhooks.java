package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.EchoServer;
import dev.holdfast.bench.http.LockServer;
import dev.holdfast.bench.http.Talks;
import java.util.List;

/** The speed of acquire and release at a server with a webhook, against one without. */
final class HttpWebhooks implements HttpPart.Table {
    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        setting.progress().step("acquire + release beside webhooks");
        try (Folder folder = Folder.in(setting.disk());
                EchoServer receiver = EchoServer.start(0);
                HttpSide without =
                        HttpSide.start(cores, Talks::pair, LockServer.class, "sqlite:" + folder.resolve("without.db"));
                HttpSide other = hooked(cores, folder, receiver, "other/**");
                HttpSide all = hooked(cores, folder, receiver, "**")) {
            HttpSide.contest(List.of(without, other, all), setting.requests(), setting.progress());
            setting.progress().end();
            report.section(
                    "Webhooks",
                    "Acquire and release as above, on `sqlite:`. One server has a webhook for resources that are never taken, and so"
                            + " reads what happens and sends nothing. Another one has a webhook for all, which is more than its"
                            + " receiver, in the process of the load, is sent: the rest becomes dead letters.",
                    HttpTable.COLUMNS);
            HttpTable.floor(report, "without a webhook", without);
            HttpTable.row(
                    report, "one for others", other, "without", other.ratio(without), Goal.atLeast(0.8, "%.1f ×"));
            HttpTable.row(report, "one for all", all, "without", all.ratio(without), Goal.atLeast(0.5, "%.1f ×"));
        }
    }

    private static HttpSide hooked(Cores cores, Folder folder, EchoServer receiver, String pattern) throws Exception {
        return HttpSide.start(
                cores,
                Talks::pair,
                LockServer.class,
                "sqlite:" + folder.resolve(pattern.equals("**") ? "all.db" : "other.db"),
                LockServer.WEBHOOK,
                "http://127.0.0.1:" + receiver.port() + "/",
                pattern);
    }
}
