package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTablesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "update policy set text = 'a'",
                "UPDATE app.Policy p SET text = ?",
                "/* why */ update only \"app\".\"policy\" set text = ?",
                "delete from policy where id = ?",
                "DELETE FROM ONLY [app].[policy]",
                "with old as (select 1) delete\n from policy using old",
                "truncate table policy",
                "merge into policy p using dual on (p.id = ?) when matched then update set text = ?",
                "insert into policy values (?, ?) on conflict (id) do update set text = excluded.text",
                "insert into `policy` values (?) on duplicate key update text = ?",
                "replace into policy values (1)"
            })
    void whatChangesATable_isFound(String sql) {
        assertThat(SqlTables.changed(sql)).contains("policy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from policy",
                "select * from policy for update",
                "select * from policy for update of policy",
                "insert into policy values (?, 'update policy')",
                "insert into policy values (1) -- update policy",
                "select 1 /* delete from policy */",
                "update note set text = 'delete from policy; update policy'",
                "insert into policy values (1) on conflict do nothing"
            })
    void whatDoesNot_isNot(String sql) {
        assertThat(SqlTables.changed(sql)).doesNotContain("policy");
    }

    @Test
    void rowsThatAreAddedOrRead_areFound() {
        assertThat(SqlTables.inserted("insert into \"app\".\"Policy\" values (1)"))
                .containsExactly("policy");
        assertThat(SqlTables.inserted("with a as (select 1) insert into policy select * from a"))
                .containsExactly("policy");
        assertThat(SqlTables.inserted("select 'insert into policy'")).isEmpty();
        assertThat(SqlTables.inserted("update note set text = 'insert into policy'"))
                .isEmpty();
        assertThat(SqlTables.read("select p.id from app.policy p left join note n on n.policy = p.id"))
                .containsExactly("policy", "note");
    }

    @Test
    void several_areAllFound() {
        assertThat(SqlTables.changed("with gone as (delete from line returning id) update orders set n = 0"))
                .containsExactly("line", "orders");
    }

    @Test
    void longStatements_areReadInOnePass() {
        String text = "'" + "it''s ".repeat(200_000) + "'";
        assertThat(SqlTables.changed("update note set text = " + text + "; update policy set n = 0"))
                .containsExactly("note", "policy");
        String names = "a.".repeat(200_000) + "policy";
        assertThat(SqlTables.changed("update " + names + " set n = 0")).containsExactly("policy");
        assertThat(SqlTables.changed("update policy set n = 0 " + "/* ".repeat(300_000)))
                .containsExactly("policy");
    }
}
