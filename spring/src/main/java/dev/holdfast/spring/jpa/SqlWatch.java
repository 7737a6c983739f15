package dev.holdfast.spring.jpa;

import dev.holdfast.session.LockGuard;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    private transient volatile Map<String, String> typeByMemberTable = Map.of();
    private transient volatile Map<String, String> typeByReadTable = Map.of();

    /** @param before the inspector of the application, which is called first */
    SqlWatch(@Nullable StatementInspector before, Supplier<LockGuard> guard) {
        this.before = before;
        this.guard = guard;
    }

    void watch(LockRules rules) {
        typeByTable = rules.typeByTable();
        typeByMemberTable = rules.typeByMemberTable();
        typeByReadTable = rules.typeByReadTable();
    }

    boolean watches() {
        return !typeByTable.isEmpty();
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
            require(SqlTables.changed(sql), typeByTable);
            require(SqlTables.inserted(sql), typeByMemberTable);
        }
        if (!typeByReadTable.isEmpty() && StatelessReads.now()) {
            SqlTables.read(sql).stream()
                    .map(typeByReadTable::get)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(type -> guard.get()
                            .refuse(
                                    type,
                                    "A StatelessSession is about to read what has a lock of " + type
                                            + "/ for readers, and cannot acquire it: use a Session."));
        }
        return before == null ? sql : before.inspect(sql);
    }

    private void require(Set<String> tables, Map<String, String> types) {
        for (String table : tables) {
            String type = types.get(table);
            if (type != null) {
                guard.get().requireAny(type, "The table " + table + " is about to be changed by a query");
            }
        }
    }
}
