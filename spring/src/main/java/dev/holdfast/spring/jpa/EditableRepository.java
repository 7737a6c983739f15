package dev.holdfast.spring.jpa;

import java.util.Optional;

/**
 * Adds to a repository of Spring Data what begins editing. Entities are {@link Lockable} or have a {@link LockRoot}; to save or
 * delete them without the lock is refused by every method of every repository.
 *
 * <pre>{@code
 * interface Policies extends JpaRepository<Policy, Long>, EditableRepository<Policy, Long> {}
 * }</pre>
 *
 * @param <T> entities
 * @param <I> their ids
 */
public interface EditableRepository<T, I> {

    /**
     * Takes the lock, then loads, in one transaction.
     *
     * @return empty if it is not there; then nothing is taken
     * @throws dev.holdfast.LockUnavailableException if somebody else has it
     */
    Optional<T> findForEdit(I id);
}
