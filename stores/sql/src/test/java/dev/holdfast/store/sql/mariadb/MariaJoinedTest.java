package dev.holdfast.store.sql.mariadb;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.ServerJoinedContract;
import dev.holdfast.store.sql.SqlLockStores;
import java.sql.Connection;
import javax.sql.DataSource;

class MariaJoinedTest extends ServerJoinedContract {
    private static final MariaServer SERVER = MariaServer.shared();

    MariaJoinedTest() {
        super(new MariaProvider(), SERVER);
        Servers.empty(SERVER);
    }

    @Override
    protected String address() {
        return SERVER.address();
    }

    @Override
    protected String records() {
        return "holdfast_record";
    }

    @Override
    protected LockStore over(DataSource source) {
        return SqlLockStores.mariadb(source);
    }

    @Override
    protected LockStore joining(Connection transaction) {
        return SqlLockStores.joiningMariadb(transaction);
    }
}
