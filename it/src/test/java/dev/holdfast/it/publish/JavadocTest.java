package dev.holdfast.it.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every public element of a published package has a comment.
 *
 * <p>Doclint also wants a tag for every parameter and result. Those are left out where the first sentence says it all: a tag
 * that repeats a name says nothing. Two kinds of elements need no comment: the constructor of a record, whose components are
 * described at its type, and private fields, which doclint names as parts of a serialized form.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JavadocTest {
    private static final Pattern MISSING = Pattern.compile("(\\S+\\.java:\\d+): warning: no comment\\R\\s*(.*)");
    private static final Pattern UNNEEDED = Pattern.compile("public [A-Z]\\w* \\{.*|private .*");

    @TempDir
    Path folder;

    static List<Pom> published() throws Exception {
        return Pom.published();
    }

    @ParameterizedTest
    @MethodSource("published")
    void publicElements_haveComments(Pom module) throws Exception {
        String printed = doclint(
                Pom.ROOT.resolve(module.folder()).resolve("src/main/java"),
                module.value("properties", "holdfast.javadoc"),
                classPath(module));
        assertThat(missing(printed)).isEmpty();
        assertThat(printed).doesNotContain("error:");
    }

    @ParameterizedTest
    @MethodSource("planted")
    void elementWithoutComment_isReported(String element, boolean reported) throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/planted"));
        Files.writeString(source.resolve("package-info.java"), "/** A package. */\npackage planted;\n");
        Files.writeString(
                source.resolve("Planted.java"),
                "package planted;\n/** A type.\n * @param a one */\npublic record Planted(int a) {\n    " + element
                        + "\n}\n");
        assertThat(missing(doclint(folder.resolve("src"), "planted", ""))).hasSize(reported ? 1 : 0);
    }

    static List<Object[]> planted() {
        return List.of(
                new Object[] {"public int b() { return 1; }", true},
                new Object[] {"/** Returns one. */ public int b() { return 1; }", false},
                new Object[] {"public Planted {}", false});
    }

    private String doclint(Path sources, String packages, String classPath) {
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-Xdoclint:all",
                "-Xmaxwarns",
                "100000",
                "-d",
                folder.resolve("out").toString()));
        arguments.addAll(List.of("-sourcepath", sources.toString(), "-cp", classPath));
        arguments.addAll(List.of(packages.split(",", -1)));
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed);
        ToolProvider.findFirst("javadoc").orElseThrow().run(writer, writer, arguments.toArray(new String[0]));
        return printed.toString();
    }

    private static List<String> missing(String printed) {
        List<String> missing = new ArrayList<>();
        Matcher found = MISSING.matcher(printed);
        while (found.find()) {
            if (!UNNEEDED.matcher(found.group(2)).matches()) {
                missing.add(found.group(1) + " " + found.group(2));
            }
        }
        return missing;
    }

    /** Returns the class path of a module's tests, as its build wrote it down. */
    private static String classPath(Pom module) throws Exception {
        String build = System.getProperty("holdfast.build", "target");
        List<String> lines = Files.readAllLines(
                Pom.ROOT.resolve(module.folder()).resolve(build).resolve("tests.txt"));
        return lines.get(lines.size() - 1);
    }
}
