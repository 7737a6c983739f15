package dev.holdfast.store.sql.postgres;

import static dev.holdfast.store.sql.Records.acquire;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.Pool;
import dev.holdfast.store.sql.ServerTroubleContract;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTroubleTest extends ServerTroubleContract {
    private static final String DDL = "docs/sql/postgresql.sql";

    private static final PostgresServer SERVER = PostgresServer.shared();

    private final String schema = Schemas.fresh();

    PostgresTroubleTest() {
        super(new PostgresProvider(), SERVER, DDL);
    }

    @Override
    protected String address() {
        return SERVER.address() + "?schema=" + schema;
    }

    @Override
    protected String table(String name) {
        return schema + "." + name;
    }

    @Override
    protected List<String> guest() {
        return List.of("CREATE ROLE guest LOGIN PASSWORD 'guest-word'");
    }

    @Override
    protected String denied() {
        return "permission denied";
    }

    @Override
    protected String drop() {
        return "DROP SCHEMA " + schema + " CASCADE";
    }

    @Override
    protected List<String> refuse() {
        String function = table("refuse()");
        return List.of(
                "CREATE FUNCTION " + function + " RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$BEGIN RAISE EXCEPTION 'refused'; END$$",
                "CREATE TRIGGER refuse BEFORE INSERT ON " + table("record")
                        + " FOR EACH ROW WHEN (NEW.name = 'bad') EXECUTE FUNCTION " + function);
    }

    @Override
    protected String stamp() {
        return "now()";
    }

    @Override
    protected LockStore over(DataSource source) {
        return SqlLockStores.postgres(source, SqlOptions.DEFAULT.schema(schema));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-b", "a;drop"})
    void schema_thatIsNoPlainName_isRefused(String name) {
        assertRefused("postgresql://me@localhost/locks?schema=" + name);
    }

    @Test
    void layout_old_isTold() {
        open(address()).close();
        SERVER.execute("UPDATE " + schema + ".layout SET number = 0");
        assertFails(address() + "&migrate=off", StoreUnwritableException.class, "no tables", DDL);
    }

    @Test
    void database_readOnly_isTold() {
        SERVER.execute("CREATE ROLE reader SUPERUSER LOGIN PASSWORD 'reader-word';"
                + "ALTER ROLE reader SET default_transaction_read_only = on");
        open(address()).close();
        assertSaysPrimary(addressOf("reader", "reader-word"));
    }

    @Test
    @DisplayName("P9: a pool at REPEATABLE READ is refused rather than trusted")
    void pool_atAnotherIsolation_isTold() {
        try (Pool pool = Pool.to(SERVER, 2);
                LockStore store = over(pool.source())) {
            SERVER.execute("ALTER DATABASE locks SET default_transaction_isolation = 'repeatable read'");
            pool.own().getHikariPoolMXBean().softEvictConnections();
            assertThatThrownBy(() -> store.apply(List.of(acquire("a", "ann")))).hasMessageContaining("READ COMMITTED");
        } finally {
            SERVER.execute("ALTER DATABASE locks RESET default_transaction_isolation");
        }
    }
}
