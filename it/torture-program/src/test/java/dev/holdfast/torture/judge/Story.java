package dev.holdfast.torture.judge;

import dev.holdfast.Mode;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A history made by hand. Times are milliseconds. */
final class Story {
    static final Terms TERMS = new Terms(Duration.ofSeconds(3), Duration.ofMillis(400), true);

    private static final long MILLI = 1_000_000;

    private final List<Operation> operations = new ArrayList<>();

    /** Adds an operation and returns its id. */
    long add(
            Kind kind,
            Outcome outcome,
            long of,
            String owner,
            String user,
            Mode mode,
            String resource,
            long begin,
            long end,
            List<Long> fences,
            long checked,
            long count) {
        long id = operations.size() + 1L;
        operations.add(new Operation(
                "p",
                id,
                kind,
                outcome,
                of,
                owner,
                user,
                mode,
                resource.isEmpty() ? List.of() : List.of(resource.split(" ")),
                begin * MILLI,
                end * MILLI,
                "",
                fences,
                checked * MILLI,
                count,
                ""));
        return id;
    }

    /** Grants exclusively. */
    long grant(String owner, String resource, long begin, long end, long fence) {
        return grant(owner, "", Mode.EXCLUSIVE, resource, begin, end, fence);
    }

    long grant(String owner, String user, Mode mode, String resource, long begin, long end, long fence) {
        return add(Kind.ACQUIRE, Outcome.GRANTED, 0, owner, user, mode, resource, begin, end, List.of(fence), 0, 0);
    }

    /** Takes up a hold of that owner by its receipt. */
    long attach(String owner, String resource, long begin, long end, long fence) {
        return add(
                Kind.ATTACH, Outcome.GRANTED, 0, owner, "", Mode.EXCLUSIVE, resource, begin, end, List.of(fence), 0, 0);
    }

    /** Takes the resource from its holders. */
    long takeover(String owner, String resource, long begin, long end, long fence) {
        return add(
                Kind.TAKEOVER,
                Outcome.GRANTED,
                0,
                owner,
                "",
                Mode.EXCLUSIVE,
                resource,
                begin,
                end,
                List.of(fence),
                0,
                0);
    }

    /** Finds that it holds, at that moment. */
    Story held(long grant, long moment) {
        add(Kind.WRITE, Outcome.DONE, grant, "", "", Mode.EXCLUSIVE, "", moment, moment, List.of(), moment, 0);
        return this;
    }

    Story released(long grant, long begin, long end) {
        add(Kind.RELEASE, Outcome.DONE, grant, "", "", Mode.EXCLUSIVE, "", begin, end, List.of(), 0, 0);
        return this;
    }

    Story lost(long grant, long moment) {
        add(Kind.LOST, Outcome.DONE, grant, "", "", Mode.EXCLUSIVE, "", moment, moment, List.of(), 0, 0);
        return this;
    }

    /** An operation without a handle. */
    Story done(Kind kind, String owner, String resource, long begin, long end, long count) {
        add(kind, Outcome.DONE, 0, owner, "", Mode.EXCLUSIVE, resource, begin, end, List.of(), 0, count);
        return this;
    }

    Story witnessed(Kind kind, Outcome outcome, String owner, String resource, long fence) {
        long now = operations.size();
        add(kind, outcome, 0, owner, "", Mode.EXCLUSIVE, resource, now, now, List.of(fence), 0, 0);
        return this;
    }

    List<Operation> operations() {
        return operations;
    }

    List<String> verdict() {
        return verdict(TERMS);
    }

    /** Returns the promises that were broken. */
    List<String> verdict(Terms terms) {
        return Judge.violations(operations, terms).stream()
                .map(Violation::promise)
                .toList();
    }
}
