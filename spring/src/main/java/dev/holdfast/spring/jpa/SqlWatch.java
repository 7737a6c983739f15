package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockGuard;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;

/**
 * Inspects every statement that Hibernate sends, also bulk changes. Their rows are unknown, so the transaction must have locked
 * at least one entity of the type.
 */
final class SqlWatch implements StatementInspector {
    private static final long serialVersionUID = 1;

    /** The next statements, which were checked row by row. */
    enum Expected {
        NOTHING,
        /** Statements of a flush. */
        FLUSHED,
        /** Statements of a stateless session: one entity with its collections. */
        STATELESS
    }

    private static final ThreadLocal<Expected> EXPECTED = ThreadLocal.withInitial(() -> Expected.NOTHING);

    private final transient @Nullable StatementInspector before;
    private final transient Supplier<LockGuard> guard;
    private transient volatile Map<String, String> typeByTable = Map.of();

    /** @param before the inspector of the application, which is called first */
    SqlWatch(@Nullable StatementInspector before, Supplier<LockGuard> guard) {
        this.before = before;
        this.guard = guard;
    }

    void watch(Map<String, String> tables) {
        typeByTable = tables;
    }

    static void expect(Expected now) {
        if (now == Expected.NOTHING) {
            EXPECTED.remove();
        } else {
            EXPECTED.set(now);
        }
    }

    static Expected expected() {
        return EXPECTED.get();
    }

    @Override
    public @Nullable String inspect(String sql) {
        if (!typeByTable.isEmpty() && EXPECTED.get() == Expected.NOTHING) {
            for (String table : SqlTables.changed(sql)) {
                String type = typeByTable.get(table);
                if (type != null) {
                    guard.get().requireAny(type, "The table " + table + " is about to be changed by a query");
                }
            }
        }
        return before == null ? sql : before.inspect(sql);
    }
}
