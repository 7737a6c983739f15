package dev.holdfast.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.spi.StoreManagers;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** An application has the driver of its own engine alone, and HikariCP only if it needs it. */
@Timeout(120)
class MissingLibraryTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sqlite:locks.db                         | Locks in SQLite need a library that is not on the class path: add the Maven dependency org.xerial:sqlite-jdbc.
                    postgresql://ann:secret@localhost/locks | Locks in PostgreSQL need libraries that are not on the class path: add the Maven dependencies org.postgresql:postgresql and com.zaxxer:HikariCP.
                    mariadb://ann:secret@localhost/locks    | Locks in MariaDB need libraries that are not on the class path: add the Maven dependencies org.mariadb.jdbc:mariadb-java-client and com.zaxxer:HikariCP.
                    """)
    void open_withoutDriver_namesTheDependencies(String address, String sentence) throws Exception {
        try (URLClassLoader application = without("sqlite-jdbc", "HikariCP", "postgresql", "mariadb-java-client")) {
            assertThatThrownBy(() -> run(application, Opening.class, address))
                    .hasToString("java.lang.IllegalArgumentException: " + sentence);
        }
    }

    @Test
    void open_withDriverButWithoutPool_namesThePool() throws Exception {
        try (URLClassLoader application = without("HikariCP")) {
            assertThatThrownBy(() -> run(application, Opening.class, "postgresql://ann:secret@localhost/locks"))
                    .hasMessageEndingWith(": add the Maven dependency com.zaxxer:HikariCP.");
        }
    }

    @Test
    void dataSourceOfTheApplication_needsItsDriverAlone() throws Exception {
        PostgresServer server = PostgresServer.shared();
        try (URLClassLoader application = without("sqlite-jdbc", "HikariCP", "mariadb-java-client")) {
            assertThat(run(application, OverDataSource.class, server.jdbcUrl(), server.user(), server.password()))
                    .isEqualTo("granted");
        }
    }

    /** Opens an address. */
    record Opening(String address) implements Callable<String> {
        @Override
        public String call() {
            LockManager.open(address).close();
            return "opened";
        }
    }

    /** Takes a lock over a {@code DataSource} of the driver. */
    record OverDataSource(String url, String user, String password) implements Callable<String> {
        @Override
        public String call() throws Exception {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(url);
            source.setUser(user);
            source.setPassword(password);
            SqlOptions options = new SqlOptions("missing_library", true);
            try (LockManager locks =
                            StoreManagers.over(SqlLockStores.postgres(source, options), ManagerOptions.DEFAULT);
                    LockHandle handle = locks.acquire("policy/12345")) {
                return handle.fence() > 0 ? "granted" : "no fence";
            }
        }
    }

    /** Returns the class path of these tests without some libraries. */
    private static URLClassLoader without(String... libraries) throws MalformedURLException {
        List<String> path = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        List<String> left = path.stream()
                .filter(entry -> Arrays.stream(libraries)
                        .noneMatch(library -> new File(entry).getName().matches(library + "-\\d.*")))
                .toList();
        assertThat(left).hasSize(path.size() - libraries.length);
        URL[] urls = new URL[left.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = new File(left.get(i)).toURI().toURL();
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static Object run(ClassLoader application, Class<?> type, Object... arguments) throws Exception {
        Constructor<?> constructor = application.loadClass(type.getName()).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object program = constructor.newInstance(arguments);
        try {
            return Callable.class.getMethod("call").invoke(program);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
