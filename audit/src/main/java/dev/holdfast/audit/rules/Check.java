package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.code.Project;
import java.util.List;
import java.util.function.Consumer;

/** Checks for one mistake. When in doubt it reports nothing. */
public interface Check {
    /** Reports each place with the mistake. */
    void look(Project project, Consumer<Finding> found);

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
