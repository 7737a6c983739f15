package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.process.Holdfast;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call of the command in the JVM of the tests: the same code as in a process of its own, without the start of a JVM. */
public final class InProcess {
    /** Commands that need the process itself: its streams for their children, its signals, its end. */
    private static final Set<String> NEED_A_PROCESS = Set.of("run", "serve", "mcp", "demo", "audit");

    /** Variables that the JVM or the processes that a command starts read by themselves. */
    private static final Set<String> READ_AT_THE_START =
            Set.of("LC_ALL", "LANG", "TZ", "PATH", "JAVA_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    /** Commands look for a terminal at the streams of their process, which in the tests must have none. */
    private static final boolean TERMINAL = Arrays.stream(Terminal.values()).anyMatch(Terminal::present);

    /** Set during a call: signal handlers are those of the process, so calls do not overlap. */
    private static final AtomicBoolean BUSY = new AtomicBoolean();

    private InProcess() {}

    /** Returns whether a process of its own would show nothing more. */
    public static boolean suits(Map<String, String> variables, List<String> arguments) {
        return !TERMINAL
                && arguments.stream().noneMatch(NEED_A_PROCESS::contains)
                && variables.keySet().stream()
                        .noneMatch(name -> READ_AT_THE_START.contains(name) || name.startsWith("GIT_"));
    }

    /** Calls it, unless another thread is doing so at the moment: then the result is null. */
    public static Holdfast.@Nullable Done tryCall(
            Path folder, Map<String, String> variables, String input, List<String> arguments) {
        if (!BUSY.compareAndSet(false, true)) {
            return null;
        }
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Environment environment = new Environment(
                    environment(variables),
                    folder.toAbsolutePath(),
                    new ByteArrayInputStream(input.getBytes(UTF_8)),
                    new PrintStream(out, true, UTF_8),
                    new PrintStream(err, true, UTF_8));
            int code = Main.run(environment, arguments.toArray(String[]::new));
            return new Holdfast.Done(code, out.toString(UTF_8), err.toString(UTF_8));
        } finally {
            thread.setContextClassLoader(loader); // replaced for stores whose classes are elsewhere
            BUSY.set(false);
        }
    }

    private static Map<String, String> environment(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(System.getenv());
        all.keySet().removeIf(Holdfast::isOfTheCaller);
        all.putAll(variables);
        return Map.copyOf(all);
    }
}
