package dev.holdfast.cli.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files of a plan that can be used as they are: configuration and tables. */
public final class PlanFiles {
    private static final Map<String, String> SCRIPTS = new ConcurrentHashMap<>();

    private final PlanAnswers answers;
    private final Advice advice;

    public PlanFiles(PlanAnswers answers) {
        this.answers = answers;
        this.advice = new Advice(answers);
    }

    /** Returns the files by name; none if nothing should be locked. */
    public Map<String, String> all() {
        Map<String, String> files = new LinkedHashMap<>();
        if (advice.instead() != null) {
            return files;
        }
        files.put("holdfast.yaml", configuration());
        if (answers.is("framework", "spring")) {
            files.put("application.yaml", spring());
        }
        String tables = tables();
        if (!tables.isEmpty()) {
            files.put("schema.sql", tables);
        }
        return files;
    }

    private String configuration() {
        return "# Locks to " + answers.get("feature") + ". docs/configuration.md explains all keys.\n"
                + "preset: offline\nstore: " + advice.address() + "\n" + policies();
    }

    /** Returns the settings of the starter. In the application's own database it uses its DataSource and needs no address. */
    private String spring() {
        return "# For holdfast-spring-boot-starter: docs/spring.md\nholdfast:\n  preset: offline\n"
                + (advice.inOwnDatabase() ? "" : "  store: " + advice.address() + "\n")
                + "  key: ${HOLDFAST_KEY}   # a secret of at least 32 characters, the same on all nodes\n"
                + policies().indent(2);
    }

    /** Returns the policies, which are the same in both files. */
    private String policies() {
        Duration grace = advice.grace();
        StringBuilder text = new StringBuilder("policies:\n");
        for (String entity : answers.entities()) {
            text.append("  - pattern: ").append(PlanAnswers.resource(entity)).append("/**\n");
            text.append("    lease:\n      absolute: ").append(written(advice.absolute()));
            text.append("\n      grace: ").append(grace == null ? "never" : written(grace));
            text.append("\n    heartbeat: ").append(grace == null ? "never" : "30s");
            text.append("\n    waiting: never\n    force: admins\n");
        }
        return text.toString();
    }

    static String written(Duration duration) {
        return duration.toMinutes() + "m";
    }

    private String tables() {
        String store = switch (advice.storage().what()) {
            case "PostgreSQL, in your own database" -> resource("/dev/holdfast/store/sql/postgres/1.sql");
            case "MariaDB, in your own database" -> resource("/dev/holdfast/store/sql/mariadb/1.sql");
            default -> "";
        };
        return advice.sharesVersions() ? store + version() : store;
    }

    /** Returns the table of shared versions, in the dialect of the database that has the data. */
    private String version() {
        return resource("version-" + answers.get("database") + ".sql");
    }

    /** Returns the very text by which the store makes its tables. */
    private static String resource(String name) {
        return SCRIPTS.computeIfAbsent(name, PlanFiles::read);
    }

    private static String read(String name) {
        try (InputStream file = PlanFiles.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing.");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
