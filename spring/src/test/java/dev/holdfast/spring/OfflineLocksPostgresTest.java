package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** In the application's database. */
class OfflineLocksPostgresTest extends OfflineLocksContract {
    private static String schema;

    @BeforeAll
    static void start() {
        String[] properties = Postgres.fresh();
        schema = properties[3].substring("holdfast.schema=".length());
        start(properties);
    }

    @Test
    @DisplayName("V3: app_lock shows them with the columns of the literature")
    void appLock_showsThem() {
        CurrentOwner.runAs(Owner.of("session-e").named("Emil"), () -> here.acquireLock("policy/6", "session-e"));
        assertThat(first.getBean(JdbcTemplate.class)
                        .queryForMap(
                                "SELECT lockable_id, owner_id, lock_type, owner_name, acquired_at < expires_at AS ends FROM "
                                        + schema + ".app_lock WHERE lockable_id = 'policy/6'"))
                .containsEntry("owner_id", "session-e")
                .containsEntry("lock_type", "exclusive_write")
                .containsEntry("owner_name", "Emil")
                .containsEntry("ends", true);
        assertThat(first.getBean(LockManager.class).view("policy/6").free()).isFalse();
    }

    @Test
    @DisplayName("V3: app_lock shows the lock type that was asked for")
    void appLock_showsTheType() {
        for (LockType type : LockType.values()) {
            here.acquireLock("type/" + type.label(), "session-t", type);
            assertThat(first.getBean(JdbcTemplate.class)
                            .queryForObject(
                                    "SELECT lock_type FROM " + schema + ".app_lock WHERE lockable_id = ?",
                                    String.class,
                                    "type/" + type.label()))
                    .isEqualTo(type.label());
        }
        here.releaseAllLocksFor("session-t");
    }
}
