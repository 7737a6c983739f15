package dev.holdfast.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import io.etcd.jetcd.Client;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Version;

/** The version of a server and its durability, as the server reports them where it can. */
final class ServerFacts {
    private ServerFacts() {}

    static String postgresql(String address) throws SQLException {
        try (HikariDataSource pool = Pool.to(address, 1)) {
            return "PostgreSQL " + asked(pool, "SHOW server_version") + ", fsync " + asked(pool, "SHOW fsync")
                    + ", synchronous_commit " + asked(pool, "SHOW synchronous_commit");
        }
    }

    static String mariadb(String address) throws SQLException {
        try (HikariDataSource pool = Pool.to(address, 1)) {
            return "MariaDB " + asked(pool, "SELECT version()") + ", innodb_flush_log_at_trx_commit "
                    + asked(pool, "SELECT @@global.innodb_flush_log_at_trx_commit");
        }
    }

    private static String asked(HikariDataSource pool, String question) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getString(1);
        }
    }

    static String redis(String address) {
        RedisClient client = RedisClient.create(RedisAt.parse(address).uri());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisCommands<String, String> redis = connection.sync();
            String version = redis.info("server")
                    .lines()
                    .filter(line -> line.startsWith("redis_version:"))
                    .map(line -> line.substring("redis_version:".length()))
                    .findFirst()
                    .orElse("?");
            Map<String, String> log = redis.configGet("append*");
            return "Redis " + version + ", appendonly " + log.get("appendonly") + ", appendfsync "
                    + log.get("appendfsync");
        } finally {
            client.shutdown();
        }
    }

    /** Returns the version of the library, which server and client share. */
    static String zookeeper(String address) {
        return "ZooKeeper " + Version.getVersion() + ", one server, forceSync yes";
    }

    static String etcd(String address) throws Exception {
        EtcdAt at = EtcdAt.parse(address);
        try (Client client = at.connect()) {
            String version = client.getMaintenanceClient()
                    .statusMember("http://" + at.at().hosts().get(0))
                    .get(Contender.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .getVersion();
            return "etcd " + version + ", one server, with fsync";
        }
    }
}
