package dev.holdfast.spring;

import dev.holdfast.engines.PlayedGuide;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plays guides that build an application. Only Maven is replaced: by the compiler and the libraries of these tests. */
final class GuideBuild {
    private static final String COMPILER = """
            set -e
            mkdir -p target/classes
            javac -Xlint:all,-path,-processing -Werror -implicit:none -proc:none -parameters -d target/classes -cp 'LIBRARIES' $(find src -name '*.java')
            cp -r src/main/resources/. target/classes
            printf 'Main-Class: MAIN\\nClass-Path: ../../libraries.jar\\n' > target/manifest
            jar cfm target/NAME.jar target/manifest -C target/classes .
            """;

    private GuideBuild() {}

    /**
     * Plays a guide and returns the number of files in it.
     *
     * @param absent the libraries that the application does not have
     */
    static int play(Path folder, String guide, String mainClass, Pattern absent) throws Exception {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path[] libraries = Stream.of(all.split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(entry -> !absent.matcher(entry.getFileName().toString()).find())
                .filter(entry -> !entry.endsWith("test-classes"))
                .toArray(Path[]::new);
        writeLibraries(folder.resolve("libraries.jar"), libraries);
        String compiler = COMPILER.replace("NAME", mainClass.substring(0, mainClass.indexOf('.')))
                .replace("MAIN", mainClass)
                .replace("LIBRARIES", joined(libraries, File.pathSeparator));
        return new PlayedGuide(folder, compiler, installed(folder)).play(guide);
    }

    /** A jar that names libraries, since there are more of them than a command may have characters in its manifest. */
    private static void writeLibraries(Path jar, Path... libraries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(libraries)
                                .map(library -> library.toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
    }

    private static String joined(Path[] libraries, String separator) {
        return Arrays.stream(libraries).map(Path::toString).collect(Collectors.joining(separator));
    }

    /** A clone that has installed its artifacts already. */
    private static Path installed(Path folder) throws IOException {
        Path clone = Files.createDirectory(folder.resolve("clone"));
        Path wrapper = Files.writeString(clone.resolve("mvnw"), "#!/bin/sh\n");
        if (!wrapper.toFile().setExecutable(true)) {
            throw new IOException(wrapper + " cannot be made executable.");
        }
        return clone;
    }
}
