package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.code.Project;
import java.util.List;
import java.util.function.Consumer;

/** Looks for one mistake. When it is unsure it says nothing. */
public interface Check {
    /** Tells of each place where it is made. */
    void look(Project project, Consumer<Finding> found);

    /** All of them. */
    static List<Check> all() {
        return List.of(
                new RowLockAcrossThinkTime(),
                new InMemoryLock(),
                new LockWithoutTimeout(),
                new RedisLockMistakes(),
                new LockWithoutOwner(),
                new UnguardedWrite(),
                new WaitingForLock(),
                new UnorderedLocks());
    }
}
