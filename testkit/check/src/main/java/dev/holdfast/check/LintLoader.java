package dev.holdfast.check;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A class loader for javac's plugins whose classes stay loaded from one compilation to the next.
 *
 * <p>By itself javac loads its plugins again for every compilation. Of Error Prone these are thousands of classes,
 * which are then interpreted and compiled to machine code again, twice for each module. {@code ./check} puts this class
 * on the boot class path of Maven's JVM, and {@code -XDprocloader} in the POM names it. Where it is missing, javac uses
 * its own loader.
 */
public final class LintLoader extends ClassLoader {
    private static final Map<List<String>, ClassLoader> KEPT = new ConcurrentHashMap<>();

    /** Makes a loader of the classes at these addresses; javac calls this constructor by reflection. */
    public LintLoader(URL[] path, ClassLoader parent) {
        super(kept(path, parent));
    }

    // Names of addresses are compared, since URLs compare by asking for the addresses of hosts.
    private static ClassLoader kept(URL[] path, ClassLoader parent) {
        return KEPT.computeIfAbsent(
                Arrays.stream(path).map(URL::toExternalForm).toList(), names -> new URLClassLoader(path, parent));
    }
}
