package dev.holdfast.server.api;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.api.RecentDecisions.Decision;
import dev.holdfast.server.identity.Veil;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts of a period: by resource, by reason, and by time. What is added must be visible to the caller. */
final class Contention {
    /** The number of resources, and of holds, in an answer. */
    static final int LISTED = 20;

    private static final int STEPS = 48;
    private static final double MILLIS = 1_000.0;

    private final Veil veil;
    private final Instant from;
    private final Instant to;
    private final Map<String, DecisionCount> resources = new HashMap<>();
    private final Map<String, Integer> reasons = new TreeMap<>();
    private final DecisionCount all = new DecisionCount();
    private final List<DecisionCount> steps = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    Contention(Veil veil, Instant from, Instant to) {
        this.veil = veil;
        this.from = from;
        this.to = to;
        for (int i = 0; i < STEPS; i++) {
            steps.add(new DecisionCount());
        }
    }

    /** The counts of one resource or one step of time. */
    private static final class DecisionCount {
        private int grants;
        private int refusals;
        private int expiries;
        private final List<Long> waits = new ArrayList<>();

        /** Returns the shortest wait that so many of a hundred waits did not exceed; null without waits. */
        private @Nullable Double percentile(int hundredths) {
            if (waits.isEmpty()) {
                return null;
            }
            List<Long> sorted = waits.stream().sorted().toList();
            return sorted.get((sorted.size() * hundredths + 99) / 100 - 1) / MILLIS;
        }

        private int trouble() {
            return refusals + waits.size() + expiries;
        }

        private JsonAnswer json(JsonAnswer answer) {
            return answer.with("grants", grants)
                    .with("refusals", refusals)
                    .with("expiries", expiries)
                    .with("waits", waits.size())
                    .with("p50", percentile(50))
                    .with("p99", percentile(99));
        }
    }

    /** A hold of the period. */
    private record Span(
            String resource,
            Hold hold,
            Instant end,
            @Nullable String kind) {
        private long seconds() {
            return Math.max(0, Duration.between(hold.since(), end).toSeconds());
        }
    }

    private List<DecisionCount> counts(String resource, Instant at) {
        long whole = Math.max(1, Duration.between(from, to).toMillis());
        long step = Duration.between(from, at).toMillis() * STEPS / whole;
        return List.of(all, resources.computeIfAbsent(resource, name -> new DecisionCount()), steps.get((int)
                Math.max(0, Math.min(STEPS - 1, step))));
    }

    void add(Decision decision) {
        Duration waited = decision.waited();
        if (!decision.why().isEmpty()) {
            reasons.merge(decision.why(), 1, Integer::sum);
        }
        for (DecisionCount count : counts(decision.resource(), decision.at())) {
            count.refusals += decision.why().isEmpty() ? 0 : 1;
            if (waited != null) {
                count.waits.add(waited.toMillis());
            }
        }
    }

    void add(HistoryEntry past) {
        if (past.at().isBefore(from)) {
            return;
        }
        LockEvent event = past.event();
        LockEvent.EventKind kind = event.kind();
        boolean expired = kind == LockEvent.EventKind.EXPIRED || kind == LockEvent.EventKind.DIED;
        for (DecisionCount count : counts(event.resource(), past.at())) {
            count.grants += kind.begins() ? 1 : 0;
            count.expiries += expired ? 1 : 0;
        }
        if (kind.ends()) {
            spans.add(new Span(event.resource(), event.hold(), end(past), LockJson.label(kind)));
        }
    }

    /** Returns when a hold really ended: a lease ends at its end, and not when that is noticed. */
    private static Instant end(HistoryEntry past) {
        Instant until = past.event().hold().until();
        boolean expired = past.event().kind() == LockEvent.EventKind.EXPIRED;
        return expired && until != null && until.isBefore(past.at()) ? until : past.at();
    }

    /** Adds the holds of a lock that the caller may know all of. */
    void add(LockView view) {
        for (LockView.Holder judged : view.holders()) {
            if (!judged.state().ended()
                    && veil.privacy(view.resource(), judged.hold().owner()) == Privacy.OPEN) {
                spans.add(new Span(view.resource(), judged.hold(), view.asOf(), null));
            }
        }
    }

    List<Map<String, @Nullable Object>> hottest() {
        return resources.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, DecisionCount> entry) ->
                                entry.getValue().trouble())
                        .thenComparing(entry -> entry.getValue().grants)
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .limit(LISTED)
                .map(entry -> entry.getValue()
                        .json(new JsonAnswer().with("resource", entry.getKey()))
                        .tree())
                .toList();
    }

    Map<String, @Nullable Object> waits() {
        return new JsonAnswer()
                .with("count", all.waits.size())
                .with("p50", all.percentile(50))
                .with("p99", all.percentile(99))
                .tree();
    }

    List<Map<String, @Nullable Object>> refusals() {
        return reasons.entrySet().stream()
                .map(entry -> new JsonAnswer()
                        .with("why", entry.getKey())
                        .with("count", entry.getValue())
                        .tree())
                .toList();
    }

    List<Map<String, @Nullable Object>> longest() {
        return spans.stream()
                .sorted(Comparator.comparingLong(Span::seconds).reversed())
                .limit(LISTED)
                .map(span -> new JsonAnswer()
                        .with("resource", span.resource())
                        .with("name", span.hold().owner().name())
                        .with("owner", veil.id(span.hold().owner()))
                        .with("since", Instants.write(span.hold().since()))
                        .with("seconds", span.seconds())
                        .with("end", span.kind())
                        .tree())
                .toList();
    }

    List<Map<String, @Nullable Object>> series() {
        List<Map<String, @Nullable Object>> series = new ArrayList<>();
        long width = Duration.between(from, to).toMillis() / STEPS;
        for (int i = 0; i < STEPS; i++) {
            series.add(steps.get(i)
                    .json(new JsonAnswer().with("at", Instants.write(from.plusMillis(width * i))))
                    .tree());
        }
        return series;
    }
}
