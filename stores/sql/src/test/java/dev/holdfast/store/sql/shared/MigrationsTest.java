package dev.holdfast.store.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnwritableException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    private static final Migrations TWO = Migrations.beside(MigrationsTest.class);
    private static final Failures FAILURES =
            new Failures("The database", "docs/sql/some.sql", e -> DatabaseError.OTHER, e -> true);

    /** A database that has a layout and nothing else. */
    private static final class Database implements Migrations.Target {
        private int layout;

        Database(int layout) {
            this.layout = layout;
        }

        @Override
        public int layout() {
            return layout;
        }

        @Override
        public void migrate() {
            layout += TWO.after(layout).size();
        }
    }

    @Test
    void scripts_areThoseThatAreMissing() {
        assertThat(TWO.newest()).isEqualTo(2);
        assertThat(TWO.after(0)).containsExactly("CREATE TABLE one ();\n", "CREATE TABLE two ();\n");
        assertThat(TWO.after(1)).containsExactly("CREATE TABLE two ();\n");
        assertThat(TWO.after(2)).isEmpty();
    }

    @Test
    void require_old_bringsItUpToDate() throws SQLException {
        Database old = new Database(1);
        TWO.require(old, true, FAILURES);
        assertThat(old.layout()).isEqualTo(2);
    }

    @Test
    void require_oldAndNotAllowed_saysWhatToApply() {
        Database old = new Database(1);
        assertThatThrownBy(() -> TWO.require(old, false, FAILURES))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessage(
                        "The database has the old layout 1, and this Holdfast needs 2: apply docs/sql/some.sql, or open it"
                                + " once with migrate=on.");
        assertThat(old.layout()).isEqualTo(1);
    }

    @Test
    void require_newer_isRefused() {
        assertThatThrownBy(() -> TWO.require(new Database(3), true, FAILURES))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("newer");
    }
}
