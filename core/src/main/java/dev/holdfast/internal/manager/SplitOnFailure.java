package dev.holdfast.internal.manager;

import dev.holdfast.NotPermittedException;
import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnreachableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls on many items in one trip. When an item makes a call fail, smaller calls separate it from the others. */
final class SplitOnFailure {
    private SplitOnFailure() {}

    /** A call on some of the things. */
    interface Call<T> {
        /**
         * Makes the call.
         *
         * @param from the index of the first of these things among all
         */
        void make(List<T> some, int from);
    }

    /** Returns whether a failure may come from one of the things: a record that cannot be read, a name that cannot be kept. */
    static boolean mayBeOfOne(RuntimeException failure) {
        return !(failure instanceof StoreUnreachableException
                || failure instanceof OutcomeUnknownException
                || failure instanceof NotPermittedException);
    }

    /** Makes a call on all things, or on halves of them after a failure of one. Then throws the first failure, if any. */
    static <T> void call(List<T> all, Call<T> call) {
        RuntimeException failure = call(all, 0, call);
        if (failure != null) {
            throw failure;
        }
    }

    private static <T> @Nullable RuntimeException call(List<T> some, int from, Call<T> call) {
        try {
            call.make(some, from);
            return null;
        } catch (RuntimeException e) {
            if (some.size() < 2 || !mayBeOfOne(e)) {
                return e;
            }
        }
        int half = some.size() / 2;
        RuntimeException first = call(some.subList(0, half), from, call);
        RuntimeException second = call(some.subList(half, some.size()), from + half, call);
        return first == null ? second : first;
    }
}
