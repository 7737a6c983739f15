package dev.holdfast.internal.turns;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One class of the product with a deliberate defect, compiled from its changed source. */
final class Planted {
    private Planted() {}

    /** Returns the classes of that source with one passage replaced, by name. */
    static Map<String, byte[]> in(String source, String passage, String replacement) throws IOException {
        Path file = Path.of("src/main/java/dev/holdfast/internal/manager", source + ".java");
        String text = Files.readString(file);
        if (text.indexOf(passage) < 0 || text.indexOf(passage) != text.lastIndexOf(passage)) {
            throw new AssertionError("The passage to be replaced must occur once in " + file + ": " + passage);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        JavaFileManager files =
                new ForwardingJavaFileManager<JavaFileManager>(compiler.getStandardFileManager(null, null, null)) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                        return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                            @Override
                            public OutputStream openOutputStream() {
                                return classes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
                            }
                        };
                    }
                };
        JavaFileObject changed =
                new SimpleJavaFileObject(
                        URI.create("memory:///dev/holdfast/internal/manager/" + source + ".java"),
                        JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return text.replace(passage, replacement);
                    }
                };
        List<String> options =
                List.of("-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn", "--release", "17");
        if (!compiler.getTask(null, files, null, options, null, List.of(changed))
                .call()) {
            throw new AssertionError("The changed " + source + " does not compile.");
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, out) -> bytes.put(name, out.toByteArray()));
        return bytes;
    }
}
