package dev.holdfast.cli.hook;

import dev.holdfast.cli.base.Environment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables that a command line can use: those around it, and those that it sets itself. Not thread-safe. */
final class ShellVariables {
    private final Environment environment;
    private final Map<String, String> set = new HashMap<>();

    ShellVariables(Environment environment) {
        this.environment = environment;
    }

    void set(String name, String value) {
        set.put(name, value);
    }

    /** Returns the value, or null if it is unknown. */
    @Nullable
    String value(String name) {
        String own = set.get(name);
        return own == null ? environment.variables().get(name) : own;
    }
}
