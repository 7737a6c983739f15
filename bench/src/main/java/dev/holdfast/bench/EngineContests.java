package dev.holdfast.bench;

import dev.holdfast.bench.contender.Contender;
import dev.holdfast.bench.contender.Engine;
import dev.holdfast.bench.contender.Entrant;
import dev.holdfast.bench.contender.Role;
import dev.holdfast.bench.plot.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/** The measurements on one running server. */
final class EngineContests {
    private static final int[] THREADS = {1, 16, 64};
    private static final int OVERVIEW = 16;
    private static final int CONNECTIONS = 16;
    private static final int[] WANT_ONE = {4, 16, 64};
    /** Those within one client. */
    private static final int[] THREADS_WANT_ONE = {4, 16, 64, 1_000};

    /** More have a goal against 16. */
    private static final int MOST_USUAL = 64;

    private static final double SHARE_OF_ALONE = 0.7;
    private static final double SHARE_OF_FEW = 0.8;
    private static final int READERS = 80;
    /** The number of clients if all threads want the same lock: within one client they need no server. */
    private static final int CLIENTS = 4;

    private final Engine engine;
    private final String address;
    private final Setting setting;
    private final Report report;
    private final List<Panel> panels = new ArrayList<>();

    EngineContests(Engine engine, String address, Setting setting, Report report) {
        this.engine = engine;
        this.address = address;
        this.setting = setting;
        this.report = report;
    }

    void run() throws Exception {
        setting.progress().step(engine.name() + ", each contender refuses a second client");
        Standings alone = null;
        try (Field field = Field.of(engine.entrants(), address, 1, CONNECTIONS)) {
            field.run(setting.warmUp(), OVERVIEW, EngineContests::ownLock, setting.progress());
            for (int threads : THREADS) {
                Standings standings = contest(
                        field, threads == 1 ? "1 thread" : threads + " threads", threads, EngineContests::ownLock);
                standings.judge(
                        engine.name(),
                        engine.goals().get(threads),
                        threads == 1 ? engine.alone() : 1,
                        report.summary());
                alone = threads == 1 ? standings : alone;
                if (threads == OVERVIEW) {
                    report.summary().panel(standings.panel(engine.name()));
                }
            }
        }
        for (int threads : WANT_ONE) {
            Standings standings = contest(
                    Entrant::waits, threads + " want one lock, 4 clients", CLIENTS, threads, EngineContests::oneLock);
            if (threads == OVERVIEW) {
                standings.judgeContended(engine.name(), engine.contended(), report.summary());
            }
        }
        wantOneInAClient(Objects.requireNonNull(alone));
        contest(Entrant::shares, READERS + " readers of one lock", CLIENTS, READERS, EngineContests::reading);
        contest(EngineContests::isOurs, READERS + " readers renew", CLIENTS, READERS, EngineContests::renewing);
    }

    /** Compares the threads of one client that want one lock with one thread, and many with few. */
    private void wantOneInAClient(Standings alone) throws Exception {
        Standings some = null;
        for (int threads : THREADS_WANT_ONE) {
            String what = String.format(Locale.ROOT, "%,d threads want one lock", threads);
            Standings standings = contest(EngineContests::isOurs, what, 1, threads, EngineContests::oneLock);
            if (threads == OVERVIEW) {
                standings.judgeAgainst(alone, SHARE_OF_ALONE, engine.name(), report.summary());
                some = standings;
            } else if (some != null && threads > MOST_USUAL) {
                standings.judgeAgainst(some, SHARE_OF_FEW, engine.name(), report.summary());
            }
        }
    }

    private static boolean isOurs(Entrant one) {
        return one.role() == Role.OURS;
    }

    private Standings contest(Predicate<Entrant> who, String what, int clients, int threads, Field.Work work)
            throws Exception {
        List<Entrant> entrants = engine.entrants().stream().filter(who).toList();
        try (Field field = Field.of(entrants, address, clients, CONNECTIONS / clients)) {
            return contest(field, what, threads, work);
        }
    }

    private Standings contest(Field field, String what, int threads, Field.Work work) throws Exception {
        setting.progress().step(engine.name() + ", " + what);
        Standings standings = new Standings(what, field.run(setting.contest(), threads, work, setting.progress()));
        setting.progress().end();
        standings.print(engine.name(), report);
        if (standings.all().size() > 1) {
            panels.add(standings.panel(what));
        }
        return standings;
    }

    List<Panel> panels() {
        return panels;
    }

    private static Task ownLock(Contender client, int thread) throws Exception {
        return pair(client.exclusive("own-" + thread));
    }

    private static Task oneLock(Contender client, int thread) throws Exception {
        return pair(client.exclusive("one"));
    }

    private static Task reading(Contender client, int thread) throws Exception {
        return pair(client.shared("read"));
    }

    private static Task pair(Contender.Lock lock) {
        return () -> {
            lock.take();
            lock.release();
        };
    }

    /** Returns a task that renews a lock, which is held from the beginning to the end. */
    private static Task renewing(Contender client, int thread) throws Exception {
        Contender.Lock lock = client.shared("renewed");
        lock.take();
        return () -> {
            if (!lock.renew()) {
                throw new IllegalStateException("A reader lost its lock.");
            }
        };
    }
}
