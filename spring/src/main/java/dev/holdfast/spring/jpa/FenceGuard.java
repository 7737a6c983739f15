package dev.holdfast.spring.jpa;

import dev.holdfast.session.StaleFenceException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.AbstractEntityPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Stores the fence of a lock in the row that is written under it. A separate statement fences the row first, and blocks other
 * writers until the transaction ends, so that the following statements of Hibernate cannot be late.
 */
record FenceGuard(LockRules rules) {
    /** @param state the state to be written; null if the row is deleted */
    void fence(
            SharedSessionContractImplementor session,
            EntityPersister persister,
            Object entity,
            Object id,
            @Nullable Object @Nullable [] state,
            String name,
            long fence) {
        Integer index = rules.fence(persister);
        if (index == null || !(persister instanceof AbstractEntityPersister table)) {
            return;
        }
        String column = table.getPropertyColumnNames(index)[0];
        String sql = "UPDATE " + table.getTableName() + " SET " + column + " = ? WHERE "
                + String.join(" = ? AND ", table.getIdentifierColumnNames()) + " = ? AND (" + column + " IS NULL OR "
                + column + " <= ?)";
        if (written(session, table, id, fence, sql) == 0) {
            throw new StaleFenceException(name, fence);
        }
        if (state != null) {
            state[index] = fence;
            persister.setValue(entity, index, fence);
        }
    }

    private static int written(
            SharedSessionContractImplementor session,
            AbstractEntityPersister table,
            Object id,
            long fence,
            String sql) {
        try (PreparedStatement update = session.getJdbcCoordinator()
                .getLogicalConnection()
                .getPhysicalConnection()
                .prepareStatement(sql)) {
            int columns = table.getIdentifierColumnNames().length;
            update.setLong(1, fence);
            table.getIdentifierType().nullSafeSet(update, id, 2, session);
            update.setLong(2 + columns, fence);
            return update.executeUpdate();
        } catch (SQLException e) {
            throw session.getFactory()
                    .getJdbcServices()
                    .getSqlExceptionHelper()
                    .convert(e, "The fence of " + table.getEntityName() + " could not be written.", sql);
        }
    }
}
