package dev.holdfast.audit.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.audit.sql.SqlStatement.Column;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What statements do, and in which line they begin. */
final class SqlScriptTest {
    private static SqlStatement only(String text) {
        List<SqlStatement> all = SqlScript.statements(text, "a.sql");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void statements_haveTheirLines() {
        List<SqlStatement> all = SqlScript.statements("""
                -- a comment; with a semicolon
                INSERT INTO a (x) VALUES ('it''s; fine');

                /* another;
                   one */ DELETE FROM b;
                UPDATE c SET x = 1
                """, "a.sql");
        assertThat(all).extracting(SqlStatement::kind).containsExactly(Kind.INSERT, Kind.DELETE, Kind.UPDATE);
        assertThat(all).extracting(each -> each.place().line()).containsExactly(2, 5, 6);
    }

    @Test
    void create_hasColumnsButNoConstraints() {
        SqlStatement create = only("""
                CREATE TABLE IF NOT EXISTS app."Edit_Lock" (
                    id NUMERIC(10, 2) PRIMARY KEY, -- the record
                    `owner` VARCHAR(9) DEFAULT 'a,b',
                    CONSTRAINT one UNIQUE (owner),
                    FOREIGN KEY (id) REFERENCES record (id)
                )""");
        assertThat(create.kind()).isEqualTo(Kind.CREATE);
        assertThat(create.table()).isEqualTo("edit_lock");
        assertThat(create.columns())
                .extracting(Column::name)
                .startsWith("id", "owner")
                .doesNotContain("constraint");
    }

    @Test
    void alter_hasWhatItAdds() {
        assertThat(only("ALTER TABLE lock ADD COLUMN expires_at TIMESTAMP, ADD pid INT")
                        .columns())
                .extracting(Column::name)
                .containsExactly("expires_at", "pid");
        assertThat(only("ALTER TABLE lock ADD CONSTRAINT one UNIQUE (id)").columns())
                .isEmpty();
    }

    @Test
    void update_hasWhatItSetsAndWhere() {
        SqlStatement update =
                only("UPDATE article a SET locked = TRUE, at = coalesce(x, now()) WHERE id = ? AND locked = FALSE");
        assertThat(update.table()).isEqualTo("article");
        assertThat(update.columns())
                .containsExactly(new Column("locked", "true"), new Column("at", "coalesce(x, now())"));
        assertThat(update.where()).isEqualTo("id = ? and locked = false");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM a WHERE id = 1 FOR UPDATE",
                "select * from a for no key update",
                "SELECT * FROM a WITH (UPDLOCK) WHERE id = 1",
                "SELECT * FROM a LOCK IN SHARE MODE",
                "BEGIN SELECT x INTO y FROM a WHERE id = 1 FOR UPDATE NOWAIT"
            })
    void select_thatLocksRows_isKnown(String text) {
        assertThat(only(text).rowLock()).isTrue();
        assertThat(only(text).table()).isEqualTo("a");
    }

    @Test
    void select_ofAnUpdatedColumn_locksNothing() {
        assertThat(only("SELECT last_update FROM a WHERE x = 'for updates'").rowLock())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"COMMIT, END", "rollback to x, END", "SET lock_timeout = 1, OTHER"})
    void others_areTold(String text, Kind kind) {
        assertThat(only(text).kind()).isEqualTo(kind);
    }

    @Test
    void textWithoutAStatement_isNone() {
        assertThat(SqlScript.statements("GRANT ALL ON x TO y; -- nothing", "a.sql"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE FROM %sLOCK WHERE a < 1, intlock, true",
        "DELETE FROM app_lock WHERE a < 1, applock, true",
        "DELETE FROM app_locks WHERE a < 1, applock, true",
        "DELETE FROM block WHERE a < 1, lock, false"
    })
    void tables_areKnownByTheirKey(String text, String key, boolean about) {
        assertThat(only(text).isAbout(key)).isEqualTo(about);
    }
}
