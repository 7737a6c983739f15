package dev.holdfast.store.sql.h2;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.H2Server;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.ServerTroubleContract;
import dev.holdfast.store.sql.SqlLockStores;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2TroubleTest extends ServerTroubleContract {
    private static final H2Server SERVER = H2Server.shared();

    H2TroubleTest() {
        super(new H2Provider(), SERVER, "docs/sql/h2.sql");
    }

    @BeforeEach
    void empty() {
        SERVER.execute("DROP ALL OBJECTS");
    }

    @Override
    protected String address() {
        return SERVER.address() + "?tls=off";
    }

    @Override
    protected String table(String name) {
        return "holdfast." + name;
    }

    @Override
    protected List<String> guest() {
        return List.of("CREATE USER guest PASSWORD 'guest-word'");
    }

    @Override
    protected String denied() {
        return "rights";
    }

    @Override
    protected String drop() {
        return "DROP TABLE holdfast.record CASCADE";
    }

    @Override
    protected List<String> refuse() {
        return List.of("ALTER TABLE holdfast.record ADD CONSTRAINT refuse CHECK (name <> " + name("bad") + ")");
    }

    @Override
    protected String stamp() {
        return "1";
    }

    @Override
    protected String name(String name) {
        return "CAST('" + name + "' AS BINARY VARYING)";
    }

    @Override
    protected LockStore over(DataSource source) {
        return SqlLockStores.h2(source);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h2://me@one,two/locks",
                "h2://me@localhost/locks;INIT=RUNSCRIPT%20FROM%20'x'",
                "h2://me@localhost/..%2Flocks",
                "h2://me:word@db.example/locks",
                "h2://me:word@db.example/locks?tls=on",
                "h2:",
                "h2:locks;INIT=RUNSCRIPT FROM 'x'",
                "h2:tcp://localhost/locks",
                "h2:file:locks",
                "h2:mem:",
                "h2:mem:a;MODE=Oracle",
                "h2:/",
            })
    void address_thatCouldDoMoreOrTellAPassword_isRefused(String address) {
        assertRefused(address);
    }

    @Test
    void mode_thatReadsOurTablesOtherwise_isTold() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:mode;MODE=MSSQLServer");
        assertThatThrownBy(() -> SqlLockStores.h2(source))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("MSSQLServer");
    }
}
