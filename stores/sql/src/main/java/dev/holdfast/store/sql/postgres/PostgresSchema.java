package dev.holdfast.store.sql.postgres;

import dev.holdfast.spi.Key;
import java.util.regex.Pattern;

/**
 * The schema that has Holdfast's tables. Its statements and its DDL are written for the default name.
 *
 * @param name a plain name, which needs no quoting
 */
record PostgresSchema(String name) {
    static final String DEFAULT = "holdfast";

    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
    private static final Pattern WORD = Pattern.compile("\\b" + DEFAULT + "\\b");

    static PostgresSchema named(String name) {
        if (!PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException("The schema '" + name
                    + "' is not a plain name: write one of lower-case letters, digits and underscores, such as locks.");
        }
        return new PostgresSchema(name);
    }

    /** Returns the statement for this schema. */
    String in(String sql) {
        return name.equals(DEFAULT) ? sql : WORD.matcher(sql).replaceAll(name);
    }

    /**
     * Returns the number of the advisory lock that guards a key. All clients that change records must agree on it. Two keys may
     * share a number: then one is busy while the other is changed.
     */
    long lock(Key key, byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        hash = mixed(hash, name);
        hash = mixed(hash, key.kind().stored());
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
        return hash ^ (hash >>> 32);
    }

    private static long mixed(long hash, String text) {
        long mixed = hash;
        for (int i = 0; i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * 0x100000001b3L;
        }
        return (mixed ^ '\n') * 0x100000001b3L;
    }
}
