package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.options.Quotas;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The quota of states of each user. A state counts for the user who locked or wrote it first, until an administrator removes it.
 * Several servers count the same states, but may let in one more each at the same moment. Thread-safe.
 */
record StateQuota(ValueStore values, Quotas quotas, List<Object> turns) {
    private static final int STRIPES = 64;

    StateQuota(ValueStore values, Quotas quotas) {
        this(values, quotas, Stream.generate(Object::new).limit(STRIPES).toList());
    }

    /** Throws a {@link dev.holdfast.server.http.Problem} if the state is new, and the caller has as many as it may. */
    void require(Caller caller, Head head) {
        int most = quotas.of(caller).states();
        if (head.author().isEmpty() && most > 0 && values.count(caller.name()) >= most) {
            throw Quotas.exceeded("states", most);
        }
    }

    /** Carries out a change of a head. One that makes a state counts for the caller, and needs room in its quota. */
    boolean change(Caller caller, Head head, Predicate<Head> change) {
        if (!head.author().isEmpty()) {
            return change.test(head);
        }
        synchronized (turns.get(Math.floorMod(caller.name().hashCode(), STRIPES))) {
            require(caller, head);
            return change.test(head.by(caller.name()));
        }
    }

    /** Returns how many rejected versions of a caller are kept; 0 for any number. */
    int rejected(Caller caller) {
        return quotas.of(caller).rejectedStates();
    }
}
