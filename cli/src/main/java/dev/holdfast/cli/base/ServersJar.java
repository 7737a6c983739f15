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

/**
 * The second jar of the command, {@code holdfast-servers.jar}: stores with large drivers, the server, the audit, the tools for
 * assistants. It is opened only if it is needed, because every start would pay for a larger first jar.
 */
public final class ServersJar {
    private static final Set<String> SCHEMES = Set.of("redis", "rediss", "zookeeper", "etcd", "etcds");
    private static final String JAR = "holdfast-servers.jar";

    private ServersJar() {}

    /** Adds the jar to the class path if the address needs it and the jar exists. */
    public static void makeFound(String address) {
        int colon = address.indexOf(':');
        if (colon >= 0 && SCHEMES.contains(address.substring(0, colon))) {
            makeFound();
        }
    }

    /** Adds the jar to the class path if it exists. */
    public static void makeFound() {
        if (Thread.currentThread().getContextClassLoader() instanceof Large) {
            return;
        }
        Path jar = file();
        if (jar != null) {
            use(jar);
        }
    }

    /**
     * Returns a part of the command that is in the jar.
     *
     * @param what the part in words, for the message
     * @throws CommandFailure if the file is not there
     */
    public static <T> T service(Class<T> part, String what) {
        makeFound();
        return ServiceLoader.load(part, Thread.currentThread().getContextClassLoader())
                .findFirst()
                .orElseThrow(() -> CommandFailure.unreachable("This copy of Holdfast has no " + what + ": " + JAR
                        + " is missing beside holdfast.jar. Install it again."));
    }

    /** Returns the file, or null if it is missing. */
    public static @Nullable Path file() {
        CodeSource source = ServersJar.class.getProtectionDomain().getCodeSource();
        Path jar = source == null ? null : jar(source.getLocation());
        return jar != null && Files.isRegularFile(jar) ? jar : null;
    }

    /** Returns the folder of the command's own jar, or null if it is not known. */
    public static @Nullable Path folder() {
        CodeSource source = ServersJar.class.getProtectionDomain().getCodeSource();
        return source == null ? null : jar(source.getLocation()).getParent();
    }

    private static Path jar(URL own) {
        try {
            return Path.of(own.toURI()).resolveSibling(JAR);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(own + " is no place for a program.", e);
        }
    }

    /** The class loader of the jar. */
    private static final class Large extends URLClassLoader {
        Large(URL[] files, ClassLoader parent) {
            super(files, parent);
        }
    }

    /** Uses the jar for the rest of the process, which is one command. */
    private static void use(Path jar) {
        Thread thread = Thread.currentThread();
        try {
            URL[] files = {jar.toUri().toURL()};
            thread.setContextClassLoader(new Large(files, thread.getContextClassLoader()));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(jar + " cannot be named.", e);
        }
    }
}
