package dev.holdfast.cli.base;

import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A jar beside the command's own. It is opened only if it is needed, because every start would pay for a larger first jar. */
public enum CommandJar {
    /** Stores with large drivers, the server, the tools for assistants. */
    EXTRAS("holdfast-extras.jar"),
    /** The audit and the planner. */
    AUDIT("holdfast-audit.jar"),
    /** The examples that need no clone. */
    DEMO("holdfast-demo.jar");

    private static final Set<String> SCHEMES = Set.of("redis", "rediss", "zookeeper", "etcd", "etcds");

    private final String file;

    CommandJar(String file) {
        this.file = file;
    }

    /** Adds the jar with the driver for that address to the class path if the address needs it and the jar exists. */
    public static void addDriver(String address) {
        int colon = address.indexOf(':');
        if (colon >= 0 && SCHEMES.contains(address.substring(0, colon))) {
            EXTRAS.add();
        }
    }

    /**
     * Returns a part of the command that is in the jar.
     *
     * @param what the part in words, for the message
     * @throws CommandFailure if the file is not there
     */
    public <T> T service(Class<T> part, String what) {
        add();
        return ServiceLoader.load(part, Thread.currentThread().getContextClassLoader())
                .findFirst()
                .orElseThrow(() -> missing(what));
    }

    /**
     * Returns a file or folder that is in the jar.
     *
     * @param what the part in words, for the message
     * @throws CommandFailure if the file is not there
     */
    public URL resource(String name, String what) {
        add();
        URL found = Thread.currentThread().getContextClassLoader().getResource(name);
        if (found == null) {
            throw missing(what);
        }
        return found;
    }

    private CommandFailure missing(String what) {
        return CommandFailure.unreachable("This copy of Holdfast has no " + what + ": " + file
                + " is missing beside holdfast.jar. Install it again.");
    }

    /** Returns the file, or null if it is missing. */
    public @Nullable Path path() {
        Path folder = folder();
        Path jar = folder == null ? null : folder.resolve(file);
        return jar != null && Files.isRegularFile(jar) ? jar : null;
    }

    /** Returns the folder of the command's own jar, or null if it is not known. */
    public static @Nullable Path folder() {
        Path own = own();
        return own == null ? null : own.getParent();
    }

    /** Returns the command's own jar or folder of classes, or null if it is not known. */
    public static @Nullable Path own() {
        CodeSource source = CommandJar.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(source.getLocation() + " is no place for a program.", e);
        }
    }

    /** Adds the jar to the class path if it exists, for the rest of the process, which is one command. */
    private void add() {
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        Path jar = path();
        if (jar == null || file.equals(loader.getName())) {
            return;
        }
        try {
            thread.setContextClassLoader(
                    new URLClassLoader(file, new URL[] {jar.toUri().toURL()}, loader));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(jar + " cannot be named.", e);
        }
    }
}
