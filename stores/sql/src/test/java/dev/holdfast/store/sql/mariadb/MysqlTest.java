package dev.holdfast.store.sql.mariadb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.store.sql.SqlLockStores;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** MySQL, which locks cannot be kept in. A database that calls itself by that name stands for it. */
@Timeout(120)
class MysqlTest {
    /** A database of H2 whose driver answers as that of MySQL. */
    private static DataSource named(Map<String, Object> answers) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:mysql");
        return (DataSource) answering(source, DataSource.class, answers);
    }

    private static Object answering(Object real, Class<?> type, Map<String, Object> answers) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (real instanceof DatabaseMetaData && answers.containsKey(method.getName())) {
                return answers.get(method.getName());
            }
            try {
                Object result = method.invoke(real, arguments);
                return switch (method.getName()) {
                    case "getConnection" -> answering(result, Connection.class, answers);
                    case "getMetaData" -> answering(result, DatabaseMetaData.class, answers);
                    default -> result;
                };
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        };
        return Proxy.newProxyInstance(MysqlTest.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static DataSource server(String product, String version, int major, int minor) {
        return named(Map.of(
                "getDatabaseProductName",
                product,
                "getDatabaseProductVersion",
                version,
                "getDatabaseMajorVersion",
                major,
                "getDatabaseMinorVersion",
                minor));
    }

    @Test
    void mysql_isRefusedByItsName() {
        DataSource mysql = server("MySQL", "8.4.3", 8, 4);
        assertThatThrownBy(() -> SqlLockStores.mariadb(mysql).close())
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageEndingWith(" is MySQL 8.4.3: locks need MariaDB 10.6 or later.");
        DataSource later = server("MySQL", "26.1.0", 26, 1);
        assertThatThrownBy(() -> SqlLockStores.mariadb(later).close())
                .as("whatever its number")
                .hasMessageEndingWith(" is MySQL 26.1.0: locks need MariaDB 10.6 or later.");
    }

    @Test
    void oldMariadb_isRefused() {
        DataSource old = server("MariaDB", "10.5.26-MariaDB", 10, 5);
        assertThatThrownBy(() -> SqlLockStores.mariadb(old).close())
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageEndingWith(" is MariaDB 10.5.26-MariaDB: locks need MariaDB 10.6 or later.");
    }

    @Test
    void addressOfMysql_isRefused_andTheOthersAreNamed() {
        assertThatThrownBy(() -> LockManager.open("mysql://localhost/orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'mysql://localhost/orders' is not the address of a store on the class path")
                .hasMessageContaining("mariadb:");
    }
}
