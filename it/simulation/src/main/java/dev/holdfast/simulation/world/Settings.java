package dev.holdfast.simulation.world;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import dev.holdfast.simulation.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The settings of one schedule: which resources and limits there are, what callers do, and what goes wrong. */
final class Settings {
    static final Duration LEASE = Duration.ofSeconds(6);
    /** How long a hold on a brief lasts in spite of all renewals, and one on a turn without activity. */
    static final Duration LIMIT = LEASE;

    /** How long a slow resource stays closed after a loss. */
    static final Duration LOCK_DELAY = Duration.ofSeconds(4);
    /** The start of the names that are closed for that time. */
    static final String CLOSING = "slow/";

    static final Duration CLEAN_UP = Duration.ofSeconds(12);

    /** The kinds of work of a caller. */
    enum Work {
        TRY,
        WAIT,
        SEVERAL,
        SHARED,
        ASYNC,
        FORCE,
        END_OWNER,
        SWEEP,
        UPGRADE,
        REENTER,
        MOVE,
        TAKE_OVER,
        CLOSE,
        ASK
    }

    /** The themes of schedules. */
    enum Theme {
        ANYTHING,
        /** Clients of servers, some of whose records are busy. */
        SERVER,
        /** Sessions that enter each other's holds from several programs. */
        SESSION,
        /** Readers and writers whose holds get older than the clean-up age. */
        BOOK,
        /** Holders for longer than a lease, some of whose records are busy. */
        KEPT,
        /** Few callers, who wait for a moment and try again, while feeds are late. */
        NEWS,
        /** Callers who wait for the same, and some of whom give up together. */
        QUEUE,
        /** Callers who all want the same, hold it for a moment and try again, while answers are on their way for long. */
        CROWD,
        /** Holders who are asked to hand over, and answer in every way. */
        ASKING
    }

    private static final String[] ASKED = {
        "doc/1", "doc/1", "book/1", "job/1", "scene/1/a", "turn/1", "brief/1", "slow/1"
    };
    /** How often a user may ask for a document within an hour, longer than any schedule takes. */
    private static final int OFTEN = 30;

    final Theme theme;
    final boolean feeds;
    final boolean lateFeeds;
    final boolean lossy;
    final boolean busy;
    /** Whether the store waits a little for a busy record; else each caller asks some hundred times a second. */
    final boolean patient;

    /** How long a request or an answer takes at most, in nanoseconds. */
    final long longestTravel;

    final boolean outages;
    final boolean stops;
    final boolean laptops;
    final boolean kills;
    final boolean clockJumps;
    final boolean oneHost;
    /** How many owners several callers share. */
    final int sessions;

    final int callers;
    final int rounds;
    final List<Work> works;
    private boolean over;
    final List<String> resources;
    /** Those whose records may be busy. */
    final List<String> occupied;

    /** What follows from the silence of holders. */
    final Silence silence;

    final Policies policies;

    private Settings(Scheduler dice) {
        theme = theme(dice);
        silence = theme == Theme.ASKING && dice.oneIn(3)
                ? dice.oneIn(4) ? Silence.REPORT : Silence.HAND_OVER
                : Silence.NOTHING;
        policies = policies(silence);
        sessions = 1 + dice.random(2);
        boolean anything = theme == Theme.ANYTHING || theme == Theme.ASKING;
        boolean troubled = (anything || theme == Theme.QUEUE) && !dice.oneIn(4);
        feeds = theme == Theme.SESSION || theme == Theme.NEWS || !dice.oneIn(4);
        lateFeeds = theme == Theme.NEWS || dice.oneIn(5);
        lossy = troubled && dice.oneIn(3);
        busy = theme == Theme.SERVER || theme == Theme.KEPT || (troubled && dice.oneIn(3));
        patient = !dice.oneIn(4);
        longestTravel = theme == Theme.CROWD || dice.oneIn(3) ? 10_000_000 : 1_000_000;
        outages = troubled && dice.oneIn(4);
        stops = troubled && dice.oneIn(3);
        laptops = troubled && dice.oneIn(6);
        kills = (theme == Theme.SESSION && dice.oneIn(2)) || (troubled && dice.oneIn(3));
        // A clock that is set back while the machine sleeps hides the time that passed: no holder can see that.
        clockJumps = troubled && !laptops && dice.oneIn(5);
        oneHost = !dice.oneIn(3);
        callers = switch (theme) {
            case ANYTHING -> 1 + dice.random(3);
            case NEWS -> 1;
            case QUEUE -> 3 + dice.random(3);
            default -> 2 + dice.random(2);
        };
        // After a kill, a session comes back to what it held from another program.
        boolean many =
                theme == Theme.NEWS || theme == Theme.CROWD || (theme == Theme.SESSION && kills) || dice.oneIn(6);
        rounds = many ? 2 + dice.random(4) : 1 + dice.random(2);
        works = switch (theme) {
            case ANYTHING -> drawn(dice, List.of(Work.values()), 2 + dice.random(4));
            case ASKING -> asking(dice);
            case SERVER -> List.of(Work.ASYNC);
            case SESSION -> List.of(Work.WAIT, Work.ASYNC, Work.TRY);
            case BOOK -> List.of(Work.SHARED, Work.SHARED, Work.TRY, Work.WAIT);
            case KEPT, NEWS -> List.of(Work.TRY, Work.WAIT);
            case QUEUE -> List.of(Work.WAIT, Work.ASYNC);
            case CROWD -> List.of(Work.TRY);
        };
        String[][] places = {
            {"doc/1"},
            {"doc/1", "doc/2"},
            {"job/1"},
            {"book/1"},
            {"book/1", "doc/1"},
            {"scene/1/a", "scene/1/b"},
            {"scene/1/a", "scene/1/b", "scene/2/a"},
            {"turn/1", "turn/2"},
            {"slow/1"},
            {"doc/1", "doc/2", "job/1", "turn/1"}
        };
        resources = switch (theme) {
            case ANYTHING -> List.of(places[dice.random(places.length)]);
            case ASKING -> List.of(ASKED[dice.random(ASKED.length)]);
            case SERVER, KEPT -> List.of("doc/1", "doc/2");
            case SESSION -> List.of("brief/1");
            case NEWS, QUEUE, CROWD -> List.of("doc/1");
            case BOOK -> List.of("book/1");
        };
        // Beside one that is busy, the other one must be kept.
        occupied = theme == Theme.KEPT ? resources.subList(0, 1) : resources;
    }

    private static Theme theme(Scheduler dice) {
        if (dice.oneIn(5)) {
            return Theme.SERVER;
        } else if (dice.oneIn(4)) {
            return Theme.SESSION;
        } else if (dice.oneIn(6)) {
            return Theme.BOOK;
        } else if (dice.oneIn(8)) {
            return Theme.KEPT;
        } else if (dice.oneIn(8)) {
            return Theme.NEWS;
        } else if (dice.oneIn(6)) {
            return Theme.QUEUE;
        }
        if (dice.oneIn(8)) {
            return Theme.CROWD;
        }
        return dice.oneIn(3) ? Theme.ASKING : Theme.ANYTHING;
    }

    private static List<Work> asking(Scheduler dice) {
        List<Work> works = drawn(dice, List.of(Work.values()), dice.random(3));
        works.addAll(List.of(Work.TRY, Work.WAIT, Work.ASK, Work.ASK));
        if (dice.oneIn(2)) {
            works.add(Work.SHARED);
        }
        if (dice.oneIn(3)) {
            works.addAll(List.of(Work.UPGRADE, Work.UPGRADE, Work.UPGRADE));
        }
        return works;
    }

    static Settings drawn(Scheduler dice) {
        return new Settings(dice);
    }

    private static <T> List<T> drawn(Scheduler dice, List<T> from, int count) {
        List<T> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(from.get(dice.random(from.size())));
        }
        return drawn;
    }

    /** Returns how long a caller holds something or does nothing, in nanoseconds. */
    long pause(Scheduler dice) {
        if (theme == Theme.CROWD) {
            return dice.random(0, 30_000_000L);
        }
        return dice.oneIn(holdsLong() ? 2 : 6) ? dice.random(0, 14_000_000_000L) : dice.random(0, 1_000_000_000L);
    }

    /** Returns the time between two deeds of a caller, in nanoseconds. */
    long rest(Scheduler dice) {
        return dice.random(0, theme == Theme.CROWD ? 30_000_000L : 1_500_000_000L);
    }

    /** Returns whether most callers hold for longer than a lease. */
    boolean holdsLong() {
        return theme == Theme.SESSION || theme == Theme.BOOK || theme == Theme.KEPT || theme == Theme.ASKING;
    }

    /** Returns the longest wait of a caller, in milliseconds. */
    long longestWait() {
        return theme == Theme.NEWS || theme == Theme.QUEUE ? 1_000 : leadsOn() ? 90_000 : 12_000;
    }

    /** Returns whether the silence of a holder leads to something. */
    boolean leadsOn() {
        return silence != Silence.NOTHING;
    }

    /** Returns how long a holder says nothing to a request, in nanoseconds: mostly for longer than it may. */
    long silent(Scheduler dice) {
        long limit = RequestPolicy.MIN_AFTER.toNanos();
        return dice.random(limit / 2, limit * 5 / 4);
    }

    /** Returns for how long an asker looks for an answer at most, in nanoseconds. */
    long asks(Scheduler dice) {
        return dice.random(1_000_000_000L, leadsOn() ? 2 * RequestPolicy.MIN_AFTER.toNanos() : 25_000_000_000L);
    }

    /** Ends all that goes wrong by itself. */
    void end() {
        over = true;
    }

    boolean over() {
        return over;
    }

    /** Returns whether nothing but a busy record can be the reason that a hold is lost. */
    boolean onlyBusy() {
        return !lossy && !outages && !stops && !laptops && !kills && !clockJumps;
    }

    /** Returns whether every call is answered within a moment, if its records are not busy. */
    boolean prompt() {
        return !lossy && !outages && !stops && !laptops;
    }

    boolean calm() {
        return onlyBusy() && !busy;
    }

    private static Policies policies(Silence silence) {
        Policy base = Preset.OFFLINE.policy().toBuilder()
                .requests(requests(false, 2, silence))
                .build();
        return Policies.of(Preset.OFFLINE)
                .and(base.toBuilder()
                        .pattern("doc/**")
                        .lease(Lease.of(LEASE))
                        .heartbeat(null)
                        .requests(requests(false, OFTEN, silence))
                        .build())
                .and(base.toBuilder()
                        .pattern(CLOSING + "**")
                        .lease(Lease.of(LEASE))
                        .heartbeat(null)
                        .lockDelay(LOCK_DELAY)
                        .build())
                .and(base.toBuilder()
                        .pattern("brief/**")
                        .lease(new Lease(LIMIT, null, LEASE.dividedBy(3)))
                        .heartbeat(null)
                        .build())
                .and(base.toBuilder()
                        .pattern("job/**")
                        .lease(Lease.NONE)
                        .heartbeat(null)
                        .build())
                .and(base.toBuilder()
                        .pattern("book/**")
                        .requests(requests(true, OFTEN, silence))
                        .lease(Lease.NONE)
                        .heartbeat(null)
                        .suspectAfter(CLEAN_UP.dividedBy(2))
                        .reclaimAfter(CLEAN_UP)
                        .build())
                .and(base.toBuilder()
                        .pattern("scene/**")
                        .lease(Lease.of(LEASE))
                        .heartbeat(null)
                        .waiting(WaitPolicy.NEVER)
                        .scope(new Scope("scene/*", true))
                        .cooldown(Duration.ofSeconds(5))
                        .build())
                .and(base.toBuilder()
                        .pattern("turn/**")
                        .lease(new Lease(null, LIMIT, LEASE))
                        .heartbeat(null)
                        .cooldown(Duration.ofSeconds(2))
                        .build());
    }

    private static RequestPolicy requests(boolean first, int perHour, Silence silence) {
        return new RequestPolicy(true, first, perHour, silence, RequestPolicy.MIN_AFTER);
    }

    @Override
    public String toString() {
        return theme + ", resources " + resources + ", works " + works + ", callers " + callers + " x " + rounds
                + (feeds ? lateFeeds ? ", late feeds" : ", feeds" : "") + (lossy ? ", lossy" : "")
                + (busy ? ", busy" : "") + (patient ? ", patient" : "")
                + (leadsOn() ? ", silence: " + silence : "") + (longestTravel > 1_000_000 ? ", far away" : "")
                + (outages ? ", outages" : "") + (stops ? ", stops" : "") + (laptops ? ", laptops" : "")
                + (kills ? ", kills" : "") + (clockJumps ? ", clock jumps" : "") + (oneHost ? ", one host" : "");
    }
}
