package dev.holdfast.bench;

import dev.holdfast.bench.contender.Contender;
import dev.holdfast.bench.contender.Engine;
import dev.holdfast.bench.contender.Entrant;
import dev.holdfast.bench.contender.Role;
import dev.holdfast.bench.plot.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The measurements on one running server. */
final class EngineContests {
    private static final int[] THREADS = {1, 16, 64};
    private static final int OVERVIEW = 16;
    private static final int CONNECTIONS = 16;
    private static final int WANT_ONE = 16;
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
        try (Field field = Field.of(engine.entrants(), address, 1, CONNECTIONS)) {
            field.run(setting.warmUp(), OVERVIEW, EngineContests::ownLock, setting.progress());
            for (int threads : THREADS) {
                Standings standings = contest(
                        field, threads == 1 ? "1 thread" : threads + " threads", threads, EngineContests::ownLock);
                standings.judge(engine.name(), engine.goals().get(threads), report.summary());
                if (threads == OVERVIEW) {
                    report.summary().panel(standings.panel(engine.name()));
                }
            }
        }
        contest(Entrant::waits, WANT_ONE + " want one lock", WANT_ONE, EngineContests::oneLock);
        contest(Entrant::shares, READERS + " readers of one lock", READERS, EngineContests::reading);
        contest(one -> one.role() == Role.OURS, READERS + " readers renew", READERS, EngineContests::renewing);
    }

    private void contest(Predicate<Entrant> who, String what, int threads, Field.Work work) throws Exception {
        List<Entrant> entrants = engine.entrants().stream().filter(who).toList();
        try (Field field = Field.of(entrants, address, CLIENTS, CONNECTIONS / CLIENTS)) {
            contest(field, what, threads, work);
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
