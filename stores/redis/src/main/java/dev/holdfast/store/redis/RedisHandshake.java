package dev.holdfast.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The handshake on every new connection before it is used. It checks whether the server's configuration may lose locks, whether
 * the layout of the records is understood, and whether they are those of this run of the server. If they are of an earlier run,
 * their tail may be lost: a new epoch begins, in which versions continue far above all lost ones. For a while nothing is
 * changed then, so that holders of lost locks learn of it before others get them.
 */
final class RedisHandshake {
    static final String LAYOUT = "1";

    private final RedisSettings settings;
    private final RedisFailure failures;
    private final RedisWarnings warnings;
    /** Of the last handshake. */
    private volatile @Nullable String run;

    RedisHandshake(RedisSettings settings, RedisFailure failures, RedisWarnings warnings) {
        this.settings = settings;
        this.failures = failures;
        this.warnings = warnings;
    }

    /**
     * Greets.
     *
     * @param before whether this store has used these records before
     * @param known the greatest version it knows of
     */
    void greet(RedisSession session, boolean before, long known, Deadline deadline) {
        try {
            ServerFacts facts = facts(session, deadline);
            judge(facts);
            long quiet = facts.keepsAll() ? 0 : Micros.of(settings.quiet());
            List<Object> answer = session.await(
                    session.teach(
                            Script.GREET,
                            args -> args.add(LAYOUT)
                                    .add(facts.run())
                                    .add(facts.secondsUp())
                                    .add(before ? 1 : 0)
                                    .add(known)
                                    .add(quiet)
                                    .add(Micros.of(settings.quiet()))),
                    deadline);
            requireLayout(answer);
            boolean another = run != null && !facts.run().equals(run);
            run = facts.run();
            warnOfLoss((Long) answer.get(1), another, facts);
            teachApply(session, deadline);
        } catch (ExecutionException | TimeoutException e) {
            throw failures.unchanged(e);
        }
    }

    /** Makes the server know the script that applies changes. There is nothing to apply yet. */
    private static void teachApply(RedisSession session, Deadline deadline)
            throws ExecutionException, TimeoutException {
        try {
            session.await(session.teach(Script.APPLY, args -> args.add(0).add(0)), deadline);
        } catch (ExecutionException e) {
            if (!Refusal.of(e).isQuiet()) {
                throw e;
            }
        }
    }

    private ServerFacts facts(RedisSession session, Deadline deadline) throws ExecutionException, TimeoutException {
        CompletionStage<String> info = session.commands().info();
        CompletionStage<Map<String, String>> save = session.commands().configGet("save");
        CompletionStage<Map<String, String>> fsync = session.commands().configGet("appendfsync");
        String text = session.await(info, deadline);
        return ServerFacts.of(
                text, told(session, save, "save", deadline), told(session, fsync, "appendfsync", deadline));
    }

    /** Returns an answer of CONFIG, or null. Many servers do not show it, which is no reason not to use them. */
    private static @Nullable String told(
            RedisSession session, CompletionStage<Map<String, String>> sent, String name, Deadline deadline)
            throws ExecutionException, TimeoutException {
        try {
            return session.await(sent, deadline).get(name);
        } catch (ExecutionException e) {
            if (RedisFailure.find(e, RedisCommandExecutionException.class) != null) {
                return null;
            }
            throw e;
        }
    }

    private void judge(ServerFacts facts) {
        int major = Integer.parseInt("0" + facts.version().replaceFirst("[^0-9].*", ""));
        if (major < 6 || facts.run().isEmpty()) {
            throw failures.unwritable(
                    "is of version '" + facts.version() + "', and 6 or later is needed: update it", null);
        }
        if (facts.replica() && settings.elected()) {
            throw failures.unreachable("is being replaced by another server: try again in a moment", null);
        }
        if (facts.replica()) {
            throw failures.unwritable("is a replica, which takes no changes: name its master in the address", null);
        }
        if (facts.evicts()) {
            judge(
                    settings.eviction(),
                    "may remove locks when its memory is full (maxmemory-policy " + facts.evictionPolicy()
                            + "): set that to noeviction",
                    "eviction");
        }
        if (facts.forgets()) {
            judge(
                    settings.persistence(),
                    "keeps nothing over a restart, so that all locks are lost by one: set appendonly"
                            + " to yes, and appendfsync to always if not even the last second may be lost",
                    "persistence");
        }
        if (facts.secretive()) {
            judge(
                    settings.persistence() == Concern.IGNORE ? Concern.IGNORE : Concern.WARN,
                    "does not tell whether it saves anything: make sure that it does, and give this user the right"
                            + " +config|get",
                    "persistence");
        }
    }

    private void judge(Concern concern, String what, String option) {
        if (concern == Concern.REFUSE) {
            throw failures.unwritable(
                    what + ", or write " + option + "=warn into the address to use it all the same", null);
        }
        if (concern == Concern.WARN) {
            warnings.add(settings.place() + " " + what + ".");
        }
    }

    private void requireLayout(List<Object> answer) {
        String layout = new String((byte[]) answer.get(0), StandardCharsets.UTF_8);
        if (!layout.equals(LAYOUT)) {
            throw failures.unwritable(
                    "has locks under " + settings.tag() + " in layout " + layout
                            + ", and this version of Holdfast knows only layout " + LAYOUT
                            + ": update it, or choose another place by the option prefix",
                    null);
        }
    }

    private void warnOfLoss(long lost, boolean another, ServerFacts facts) {
        if (lost == 2) {
            warnings.add(
                    settings.place() + " has lost all locks under " + settings.tag()
                            + ", by a restart or since they were deleted: their holders are told, and fences go on growing.",
                    settings.shown() + facts.run() + System.nanoTime());
        } else if ((another || lost == 1) && !facts.keepsAll()) {
            warnings.add(
                    settings.place()
                            + " was restarted or replaced and may have lost its last changes: holders of lost locks are"
                            + " told, and fences go on growing; set appendfsync to always to lose nothing.",
                    settings.shown() + facts.run());
        }
    }
}
