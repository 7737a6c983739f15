package dev.holdfast.spring.jpa;

import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.repository.core.RepositoryMethodContext;
import org.springframework.data.repository.core.support.RepositoryMetadataAccess;

/** Implements {@link EditableRepository} for Spring Data, for any entity. */
final class EditableRepositoryFragment<T, I> implements EditableRepository<T, I>, RepositoryMetadataAccess {
    private final ObjectProvider<EntityLocks> locks;

    EditableRepositoryFragment(ObjectProvider<EntityLocks> locks) {
        this.locks = locks;
    }

    @Override
    @SuppressWarnings("unchecked") // Spring Data knows the entity of the repository
    public Optional<T> findForEdit(I id) {
        Class<T> type =
                (Class<T>) RepositoryMethodContext.getContext().getMetadata().getDomainType();
        return locks.getObject().findForEdit(type, id);
    }
}
