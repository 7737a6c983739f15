package dev.holdfast.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main program of a JVM that runs test classes one after the other, as standard input names them, until it ends. Standard
 * output reports the result of each test ({@link Wire}); the output of the tests goes to a file for each class.
 */
final class Worker {
    private final PrintStream wire;
    private final Path logs;
    private final String method;
    private final Launcher launcher = LauncherFactory.create();

    private Worker(PrintStream wire, Path logs, String method) {
        this.wire = wire;
        this.logs = logs;
        this.method = method;
    }

    /** Arguments: the folder for the output of tests, and the name of the only method to run, or nothing. */
    public static void main(String[] arguments) throws IOException {
        PrintStream wire = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        Worker worker = new Worker(wire, Path.of(arguments[0]), arguments.length > 1 ? arguments[1] : "");
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            worker.run(name);
        }
        // Threads that tests left behind do not keep it; servers that they share end now.
        System.exit(0);
    }

    private void run(String className) throws IOException {
        Path file = logs.resolve(className + ".txt");
        try (PrintStream log = new PrintStream(new FileOutputStream(file.toFile()), true, UTF_8)) {
            System.setOut(log);
            System.setErr(log);
            Listener listener = new Listener(className, result -> wire.println(Wire.result(result)));
            launcher.execute(request(className, listener), listener);
        } finally {
            wire.println(Wire.done(className));
        }
    }

    private LauncherDiscoveryRequest request(String className, Listener listener) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(className))
                .filters(new Selection(method, listener::leftOut))
                // Ends tests that hang; a test that must end earlier has its own limit.
                .configurationParameter("junit.jupiter.execution.timeout.default", "300s")
                .configurationParameter("junit.jupiter.execution.timeout.threaddump.enabled", "true")
                .configurationParameter("jqwik.database", System.getProperty("java.io.tmpdir") + "/jqwik-database")
                .configurationParameter("jqwik.reporting.onlyfailures", "true")
                .build();
    }
}
