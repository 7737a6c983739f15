package dev.holdfast.bench;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.GitLfsServer;
import dev.holdfast.bench.http.Talks;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;

/** The speed of the list of a repository's locks for Git LFS, where many other locks are held, against one without those. */
final class HttpLfs implements HttpPart.Table {
    private static final int LISTED = 50;
    private static final int ELSEWHERE = 10_000;
    private static final int AT_A_TIME = 100;

    @Override
    public void run(Cores cores, Setting setting, Report report) throws Exception {
        setting.progress().step("lists for Git LFS");
        try (Folder folder = Folder.in(setting.disk());
                HttpSide alone = side(cores, "sqlite:" + folder.resolve("alone.db"), 0);
                HttpSide beside = side(cores, "sqlite:" + folder.resolve("beside.db"), ELSEWHERE)) {
            HttpSide.contest(List.of(alone, beside), setting.requests(), setting.progress());
            setting.progress().end();
            report.section(
                    "Git LFS",
                    "`GET /locks` of a repository with " + LISTED
                            + " locks and a prefix of its own, on `sqlite:`. In one store there are 10,000 other locks, whose"
                            + " names begin otherwise.",
                    HttpTable.COLUMNS);
            HttpTable.floor(report, LISTED + " locks, and no others", alone);
            HttpTable.row(
                    report,
                    LISTED + " locks, and 10,000 others",
                    beside,
                    "no others",
                    beside.ratio(alone),
                    Goal.atLeast(0.8, "%.1f ×"));
        }
    }

    private static HttpSide side(Cores cores, String address, int others) throws Exception {
        String secret;
        try (LockManager locks = LockManager.open(address)) {
            hold(locks, "elsewhere/", others);
            hold(locks, "novel/", LISTED);
        }
        try (LockStore store = StoreProvider.openStore(address, InstantSource.system())) {
            secret = new AccessTokens(store)
                    .create(AccessToken.of("ann", List.of(AccessToken.Right.parse("editor"))))
                    .secret();
        }
        return HttpSide.start(cores, i -> Talks.lfsLocks("novel", "ann", secret), GitLfsServer.class, address);
    }

    private static void hold(LockManager locks, String prefix, int count) throws InterruptedException {
        for (int i = 0; i < count; i += AT_A_TIME) {
            locks.holds()
                    .grant(LockRequest.of(IntStream.range(i, Math.min(count, i + AT_A_TIME))
                                    .mapToObj(number -> prefix + number + ".png")
                                    .toList())
                            .owner(Owner.of("x").user("bob")));
        }
    }
}
