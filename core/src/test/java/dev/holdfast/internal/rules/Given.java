package dev.holdfast.internal.rules;

import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Owners, claims and states for the tests of the rules. Time and versions are given as a store would give them. */
final class Given {
    static final Instant T0 = Instant.parse("2026-03-02T09:00:00Z");
    static final Policy OFFLINE = Preset.OFFLINE.policy();
    static final Policy BOARD = Preset.BOARD.policy();
    static final Policy BOOK = Preset.BOOK.policy();
    static final Policy COMPOSE = Preset.COMPOSE.policy();

    private Given() {}

    static HoldId id(int number) {
        return new HoldId(0, number);
    }

    static Claim claim(int number, String owner, Mode mode, Lease lease) {
        return new Claim(id(number), Owner.of(owner), mode, lease);
    }

    static Command.Acquire acquire(int number, String owner) {
        return acquire(number, owner, Mode.EXCLUSIVE);
    }

    static Command.Acquire acquire(int number, String owner, Mode mode) {
        return new Command.Acquire(claim(number, owner, mode, OFFLINE.lease()), false, null);
    }

    static Command.Acquire inLine(int number, String owner, Mode mode) {
        return new Command.Acquire(claim(number, owner, mode, OFFLINE.lease()), true, null);
    }

    /** A resource on which commands are carried out one after the other, each at its time. */
    static final class Resource {
        private final Policy policy;
        private LockState state = LockState.FREE;
        private Instant now = T0;
        private long version = 100;
        private Evidence evidence = Evidence.NONE;
        private List<Notice> notices = List.of();

        Resource(Policy policy) {
            this.policy = policy;
        }

        Outcome on(Command command) {
            Decision decision = Rules.decide(state, command, policy, evidence.on(state), now);
            version++;
            state = decision.next().stamped(version, now);
            notices = decision.notices();
            return decision.outcome().stamped(version, now);
        }

        Resource after(Duration pause) {
            now = now.plus(pause);
            return this;
        }

        Resource knowing(Evidence newEvidence) {
            evidence = newEvidence;
            return this;
        }

        LockState state() {
            return state;
        }

        Instant now() {
            return now;
        }

        List<LockEvent.EventKind> told() {
            return notices.stream().map(Notice::kind).toList();
        }

        List<Notice> notices() {
            return notices;
        }

        List<String> holders() {
            return state.holds().stream().map(hold -> hold.owner().id()).toList();
        }

        List<String> queue() {
            return state.queue().stream()
                    .map(ticket -> ticket.claim().owner().id())
                    .toList();
        }
    }
}
