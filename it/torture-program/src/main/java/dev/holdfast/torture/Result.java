package dev.holdfast.torture;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import dev.holdfast.torture.judge.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The result of one run. */
record Result(
        String store,
        Options options,
        Duration time,
        long operations,
        long granted,
        long refused,
        long failed,
        long lost,
        long writes,
        long late,
        int stops,
        int kills,
        int serverKills,
        int cuts,
        List<Violation> violations,
        Path folder) {
    /** Those that ask the lock manager for something. */
    private static final Set<Kind> CALLS = EnumSet.of(
            Kind.ACQUIRE,
            Kind.TAKEOVER,
            Kind.ATTACH,
            Kind.RENEW,
            Kind.VERIFY,
            Kind.RELEASE,
            Kind.DETACH,
            Kind.FORCE,
            Kind.END_OWNER,
            Kind.LIST_OWNER,
            Kind.REMAINDER);

    static Result of(
            String store,
            Options options,
            Duration time,
            List<Operation> operations,
            Trouble trouble,
            List<Violation> violations,
            Path folder) {
        return new Result(
                store,
                options,
                time,
                count(operations, null),
                count(operations, Outcome.GRANTED),
                count(operations, Outcome.REFUSED),
                count(operations, Outcome.FAILED)
                        + count(operations, Outcome.UNKNOWN)
                        + count(operations, Outcome.OPEN),
                operations.stream().filter(one -> one.kind() == Kind.LOST).count(),
                registered(operations, Outcome.DONE),
                registered(operations, Outcome.REFUSED),
                trouble.stops(),
                trouble.kills(),
                trouble.serverKills(),
                trouble.cuts(),
                violations,
                folder);
    }

    private static long count(List<Operation> operations, @Nullable Outcome outcome) {
        return operations.stream()
                .filter(one -> CALLS.contains(one.kind()))
                .filter(one -> outcome == null || one.outcome() == outcome)
                .count();
    }

    private static long registered(List<Operation> operations, Outcome outcome) {
        return operations.stream()
                .filter(one -> one.kind() == Kind.REGISTERED && one.outcome() == outcome)
                .count();
    }

    static String head() {
        return """
                | store | run | processes × threads | seconds | operations | grants | refused | failed | holds lost | writes | late writes refused | stops | kills | server kills | cuts | violations |
                |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
                """;
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d × %d | %d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %d | %d | %d | %d | %s |%n",
                store,
                run(),
                options.processes(),
                options.threads(),
                time.toSeconds(),
                operations,
                granted,
                refused,
                failed,
                lost,
                writes,
                late,
                stops,
                kills,
                serverKills,
                cuts,
                violations.isEmpty() ? "0" : "**" + violations.size() + "**");
    }

    private String run() {
        return (options.throughServer() || store.equals("memory") ? "over HTTP, " : "")
                + (options.stops() ? "stops" : "counters")
                + (options.jumps() ? ", clock jumps" : "")
                + (options.flaw() == Flaw.NONE ? "" : ", flaw " + options.flaw().word());
    }
}
