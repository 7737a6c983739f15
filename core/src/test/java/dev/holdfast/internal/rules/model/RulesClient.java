package dev.holdfast.internal.rules.model;

import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One owner and what it is doing.
 *
 * @param want the resources of its attempt, as a set of bits
 * @param attempt tells its current attempt from the one before, which may still be in flight
 * @param sent the change whose answer it awaits
 * @param late a change it no longer waits for, which may still arrive at any moment
 * @param lost what the change expected whose outcome it does not know and now settles
 */
record RulesClient(
        Stage phase,
        int want,
        Mode mode,
        int attempt,
        @Nullable Message sent,
        @Nullable Message late,
        @Nullable Message lost) {
    static final RulesClient NEW = new RulesClient(Stage.IDLE, 0, Mode.EXCLUSIVE, 0, null, null, null);

    /** What a client can be doing. */
    enum Stage {
        IDLE,
        /** Has sent an acquire: for the first time, from the queue, or to take up what was handed to it. */
        ASKING,
        /** Waits in the queue. */
        WAITING,
        /** Was told that it holds, and believes it. */
        HOLDING,
        /** Has sent a release; it stopped working before. */
        LEAVING,
        /** Does not know what became of its acquire and has sent a mark. */
        SETTLING,
        CRASHED,
        /** Crashed, and others can prove it. */
        GONE
    }

    static HoldId id(int client, int attempt) {
        return new HoldId(client + 1L, attempt);
    }

    boolean alive() {
        return phase != Stage.CRASHED && phase != Stage.GONE;
    }

    boolean troubled() {
        return !alive() || phase == Stage.SETTLING || late != null;
    }

    boolean wants(int resource) {
        return (want & (1 << resource)) != 0;
    }

    /** The same, sure that none of its changes in flight can be applied any more. */
    RulesClient settled() {
        return late == null ? this : late(late.markedSettled());
    }

    /** Nothing in progress; only a late change may be left. */
    RulesClient idle() {
        return new RulesClient(Stage.IDLE, 0, Mode.EXCLUSIVE, 0, null, late, null);
    }

    /** What is left of it after a crash: its name, and perhaps a change in flight. */
    RulesClient crashed() {
        Message flying = late == null && sent != null && !sent.stale() ? sent : late;
        return new RulesClient(Stage.CRASHED, 0, Mode.EXCLUSIVE, attempt, null, flying, null);
    }

    RulesClient in(Stage newPhase) {
        return new RulesClient(newPhase, want, mode, attempt, null, late, null);
    }

    RulesClient sending(Stage newPhase, Message message) {
        return new RulesClient(newPhase, want, mode, attempt, message, late, lost);
    }

    RulesClient losing(Message message) {
        return new RulesClient(phase, want, mode, attempt, sent, late, message.expectation());
    }

    RulesClient late(@Nullable Message message) {
        return new RulesClient(phase, want, mode, attempt, sent, message, lost);
    }

    /** The same with every change in flight seen anew. A late change that cannot apply any more does not matter. */
    RulesClient each(UnaryOperator<Message> change) {
        Message nextLate = late == null ? null : change.apply(late);
        return new RulesClient(
                phase,
                want,
                mode,
                attempt,
                sent == null ? null : change.apply(sent),
                nextLate != null && nextLate.stale() ? null : nextLate,
                lost == null ? null : change.apply(lost));
    }
}
