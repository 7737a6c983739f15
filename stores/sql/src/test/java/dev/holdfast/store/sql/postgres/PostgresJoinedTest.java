package dev.holdfast.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.Records;
import dev.holdfast.store.sql.ServerJoinedContract;
import dev.holdfast.store.sql.SqlLockStores;
import dev.holdfast.store.sql.SqlOptions;
import dev.holdfast.store.sql.shared.IsolationException;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;

class PostgresJoinedTest extends ServerJoinedContract {
    private static final PostgresServer SERVER = PostgresServer.shared();

    private final SqlOptions options = SqlOptions.DEFAULT.schema(Schemas.fresh());

    PostgresJoinedTest() {
        super(new PostgresProvider(), SERVER);
    }

    @Override
    protected String address() {
        return SERVER.address() + "?schema=" + options.schema();
    }

    @Override
    protected String records() {
        return options.schema() + ".record";
    }

    @Override
    protected LockStore over(DataSource source) {
        return SqlLockStores.postgres(source, options);
    }

    @Override
    protected LockStore joining(Connection transaction) {
        return SqlLockStores.joiningPostgres(transaction, options);
    }

    @Override
    protected void assertIsolationRefused(Connection transaction) {
        assertThatThrownBy(() -> new InCompany(joining(transaction)).apply(List.of(Records.acquire("policy/7", "ann"))))
                .isInstanceOf(IsolationException.class);
    }
}
