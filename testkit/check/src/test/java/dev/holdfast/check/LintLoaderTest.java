package dev.holdfast.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a plugin of javac stays loaded from one compilation to the next. */
final class LintLoaderTest {
    private static final String COUNT = "holdfast.test.compilations";
    private static final String PLUGIN = """
            public final class Counter implements com.sun.source.util.Plugin {
                private static int compilations;
                public String getName() { return "Counter"; }
                public void init(com.sun.source.util.JavacTask task, String... arguments) {
                    System.setProperty("holdfast.test.compilations", "" + ++compilations);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void secondCompilation_usesThePluginOfTheFirst() throws IOException {
        Path plugin = counter();
        try {
            assertThat(List.of(compile(plugin), compile(plugin))).containsExactly("1", "1");
            String loader = "-XDprocloader=" + LintLoader.class.getName();
            assertThat(List.of(compile(plugin, loader), compile(plugin, loader)))
                    .containsExactly("1", "2");
        } finally {
            System.clearProperty(COUNT);
        }
    }

    @Test
    void otherPath_hasClassesOfItsOwn() throws IOException, ClassNotFoundException {
        URL[] path = {address(counter())};
        URL[] other = {address(Files.createDirectories(folder.resolve("empty"))), path[0]};
        ClassLoader parent = LintLoaderTest.class.getClassLoader();
        Class<?> first = new LintLoader(path, parent).loadClass("Counter");
        assertThat(new LintLoader(path, parent).loadClass("Counter")).isSameAs(first);
        assertThat(new LintLoader(other, parent).loadClass("Counter")).isNotSameAs(first);
    }

    private Path counter() throws IOException {
        Path classes = folder.resolve("plugin");
        javac("-d", classes.toString(), source("Counter", PLUGIN));
        Path service = classes.resolve("META-INF/services/com.sun.source.util.Plugin");
        Files.createDirectories(service.getParent());
        Files.writeString(service, "Counter");
        return classes;
    }

    private String compile(Path plugin, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-processorpath", plugin.toString(), "-Xplugin:Counter"));
        arguments.addAll(List.of("-d", folder.resolve("out").toString(), source("Some", "class Some {}")));
        javac(arguments.toArray(String[]::new));
        return System.getProperty(COUNT);
    }

    private String source(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), text).toString();
    }

    private static void javac(String... arguments) {
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(javac.run(System.out, System.err, arguments)).isZero();
    }

    private static URL address(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
