package dev.holdfast.store.sql.h2;

import dev.holdfast.engines.H2Server;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.sql.ServerJoinedContract;
import dev.holdfast.store.sql.SqlLockStores;
import java.sql.Connection;
import javax.sql.DataSource;

class H2JoinedTest extends ServerJoinedContract {
    private static final H2Server SERVER = H2Server.shared();

    H2JoinedTest() {
        super(new H2Provider(), SERVER);
        SERVER.execute("DROP ALL OBJECTS");
    }

    @Override
    protected String address() {
        return SERVER.address();
    }

    @Override
    protected String records() {
        return "holdfast.record";
    }

    @Override
    protected LockStore over(DataSource source) {
        return SqlLockStores.h2(source);
    }

    @Override
    protected LockStore joining(Connection transaction) {
        return SqlLockStores.joiningH2(transaction);
    }
}
