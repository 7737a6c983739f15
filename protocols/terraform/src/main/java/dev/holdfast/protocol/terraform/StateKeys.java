package dev.holdfast.protocol.terraform;

import dev.holdfast.server.protocol.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a server.
 *
 * @param newest the one that encrypts; null if states are not encrypted
 * @param all those that decrypt
 */
record StateKeys(@Nullable StateKey newest, List<StateKey> all) {
    static final StateKeys NONE = new StateKeys(null, List.of());

    private static final String KEY = "encryption-key";
    private static final String VARIABLE = "encryption-key-env";
    private static final String FORMER = "former-keys";
    private static final long MAX_FILE = 1_000;

    StateKeys {
        all = List.copyOf(all);
    }

    /**
     * Reads the keys that a configuration names.
     *
     * @param variables the environment
     */
    static StateKeys of(Settings settings, Function<String, @Nullable String> variables) {
        String variable = settings.text(VARIABLE);
        Path file = settings.path(KEY);
        if (variable != null && file != null) {
            throw settings.mistake(VARIABLE, "There is an " + KEY + " already: name a file or a variable, not both.");
        }
        StateKey newest = null;
        if (file != null) {
            newest = read(settings, KEY, file);
        } else if (variable != null) {
            String text = variables.apply(variable);
            if (text == null) {
                throw settings.mistake(VARIABLE, "The environment has no variable " + variable + ".");
            }
            newest = key(settings, VARIABLE, text);
        }
        List<StateKey> all = new ArrayList<>();
        if (newest != null) {
            all.add(newest);
        }
        Settings former = settings.section(FORMER);
        for (String name : former.keys()) {
            Path path = former.path(name);
            if (path != null) {
                all.add(read(former, name, path));
            }
        }
        return new StateKeys(newest, all);
    }

    private static StateKey read(Settings settings, String name, Path file) {
        try {
            if (Files.size(file) > MAX_FILE) {
                throw settings.mistake(name, file + " is too long for a key.");
            }
            return key(settings, name, Files.readString(file, StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw settings.mistake(name, file + " cannot be read: let this user read it, or name another file.");
        }
    }

    private static StateKey key(Settings settings, String name, String text) {
        try {
            return StateKey.of(text);
        } catch (IllegalArgumentException e) {
            throw settings.mistake(name, String.valueOf(e.getMessage()));
        }
    }

    /** Returns the key with that id. */
    Optional<StateKey> withId(String id) {
        return all.stream().filter(key -> key.id().equals(id)).findFirst();
    }
}
