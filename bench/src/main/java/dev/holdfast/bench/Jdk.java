package dev.holdfast.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JDK on this machine. */
record Jdk(int version, Path home) {
    private static final int NEWEST = 25;
    private static final Path DEFAULT = Path.of("/usr/lib/jvm");

    /** Returns the JDK of this process, and a JDK 25 if there is one. */
    static List<Jdk> all() throws IOException {
        List<Jdk> all = new ArrayList<>();
        all.add(new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home"))));
        List<Path> places = new ArrayList<>();
        if (System.getenv("JAVA_HOME_25") != null) {
            places.add(Path.of(System.getenv("JAVA_HOME_25")));
        }
        if (Files.isDirectory(DEFAULT)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(DEFAULT, "*" + NEWEST + "*")) {
                found.forEach(places::add);
            }
        }
        places.removeIf(place -> !Files.isExecutable(place.resolve("bin/java")));
        if (all.get(0).version() != NEWEST && !places.isEmpty()) {
            all.add(new Jdk(NEWEST, places.get(0)));
        }
        return all;
    }

    String java() {
        return home.resolve("bin/java").toString();
    }
}
