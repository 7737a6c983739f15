package dev.holdfast.store.sql.mariadb;

import static dev.holdfast.store.sql.Records.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Owner;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.ServerTroubleContract;
import dev.holdfast.store.sql.SqlLockStores;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MariaTroubleTest extends ServerTroubleContract {
    private static final String DDL = "docs/sql/mariadb.sql";
    private static int databases;

    private static final MariaServer SERVER = MariaServer.shared();

    private String database;

    MariaTroubleTest() {
        super(new MariaProvider(), SERVER, DDL);
    }

    @BeforeEach
    void create() {
        Servers.empty(SERVER);
        database = "trouble" + ++databases;
        SERVER.execute("CREATE DATABASE " + database);
    }

    @Override
    protected String address() {
        return SERVER.address().replace("/locks", "/" + database) + "?sslMode=disable";
    }

    @Override
    protected String table(String name) {
        return database + ".holdfast_" + name;
    }

    @Override
    protected List<String> guest() {
        return List.of(
                "CREATE USER guest@localhost IDENTIFIED BY 'guest-word'",
                "GRANT SELECT ON " + database + ".* TO guest@localhost");
    }

    @Override
    protected String denied() {
        return "denied";
    }

    @Override
    protected String drop() {
        return "DROP TABLE " + table("record");
    }

    @Override
    protected List<String> refuse() {
        return List.of("CREATE TRIGGER " + database + ".refuse BEFORE INSERT ON " + table("record")
                + " FOR EACH ROW IF NEW.name = 'bad' THEN SIGNAL SQLSTATE '45000'; END IF");
    }

    @Override
    protected String stamp() {
        return "1";
    }

    @Override
    protected LockStore over(DataSource source) {
        return SqlLockStores.mariadb(source);
    }

    @Override
    protected void whileHeld(LockStore store, long version) {
        assertThat(store.apply(List.of(Group.of(
                                Change.check(Key.lock("held"), version),
                                Change.put(Key.lock("c"), Change.ABSENT, Records.held(Owner.of("ann"))))))
                        .get(0))
                .isInstanceOf(Result.Busy.class);
    }

    @Test
    void layout_interrupted_isMadeWhole() {
        open(address()).close();
        SERVER.execute("DELETE FROM " + table("layout"));
        SERVER.execute("DROP PROCEDURE " + table("apply"));
        assertFails(address() + "&migrate=off", StoreUnwritableException.class, "no tables", DDL);
        try (LockStore store = open(address())) {
            assertThat(store.apply(List.of(acquire("a", "ann"), acquire("b", "ann"))))
                    .allMatch(Result.Applied.class::isInstance);
        }
    }

    @Test
    void server_readOnly_isTold() {
        open(address()).close();
        SERVER.execute("CREATE USER reader@localhost IDENTIFIED BY 'reader-word'");
        SERVER.execute("GRANT ALL ON " + database + ".* TO reader@localhost");
        SERVER.execute("SET GLOBAL read_only = ON");
        try {
            assertSaysPrimary(addressOf("reader", "reader-word"));
        } finally {
            SERVER.execute("SET GLOBAL read_only = OFF");
        }
    }

    @Test
    void name_longerThanAnIndexCanHave_isRefused() {
        try (LockStore store = open(address())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store.apply(List.of(acquire("x".repeat(3001), "ann"))))
                    .withMessageContaining("3000");
        }
    }
}
