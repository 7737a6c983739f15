package dev.holdfast.cli.launch;

import dev.holdfast.cli.process.Prepared;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The command as one file, as the build makes it, from the classes under test. SQLite's driver, which is large, is left out. */
final class WholeJar {
    private static final String NAME = "whole.jar";
    private static final List<String> WANTED =
            List.of("holdfast", "cli", "core", "stores", "snakeyaml-engine", "picocli");

    private WholeJar() {}

    /** Returns the file, which is made once per build. */
    static Path made() {
        return Prepared.folder("whole", WholeJar::make).resolve(NAME);
    }

    private static void make(Path folder) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(element);
            if (Files.isDirectory(path) && path.endsWith("classes")) {
                addFolder(path, entries);
            } else if (WANTED.stream().anyMatch(path.getFileName().toString()::startsWith)) {
                addJar(path, entries);
            }
        }
        try (OutputStream file = Files.newOutputStream(folder.resolve(NAME));
                JarOutputStream out = new JarOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
    }

    private static void addFolder(Path folder, Map<String, byte[]> entries) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.filter(Files::isRegularFile).forEach(files::add);
        }
        for (Path file : files) {
            add(folder.relativize(file).toString(), Files.readAllBytes(file), entries);
        }
    }

    private static void addJar(Path jar, Map<String, byte[]> entries) throws IOException {
        try (InputStream file = Files.newInputStream(jar);
                JarInputStream in = new JarInputStream(file)) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                if (!entry.isDirectory()) {
                    add(entry.getName(), in.readAllBytes(), entries);
                }
            }
        }
    }

    /** Lists of services are put together; of anything else the first counts, as on a class path. */
    private static void add(String name, byte[] content, Map<String, byte[]> entries) {
        if (name.startsWith("META-INF/services/")) {
            entries.merge(name, content, WholeJar::lines);
        } else if (!name.endsWith("module-info.class")) {
            entries.putIfAbsent(name, content);
        }
    }

    private static byte[] lines(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.write('\n');
        both.writeBytes(second);
        return both.toByteArray();
    }
}
