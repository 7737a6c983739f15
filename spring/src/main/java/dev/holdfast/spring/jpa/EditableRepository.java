package dev.holdfast.spring.jpa;

import java.util.Optional;

/**
 * Adds a method for editing to a repository of Spring Data. Entities are {@link Lockable} or have a {@link LockRoot}. Every
 * method of every repository refuses to save or delete them without the lock.
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
     * Acquires the lock, then loads the entity, in one transaction.
     *
     * @return empty if it does not exist; nothing is acquired then
     * @throws dev.holdfast.LockUnavailableException if another owner holds the lock
     */
    Optional<T> findForEdit(I id);
}
