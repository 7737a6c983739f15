package dev.holdfast.cli.project;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.config.internal.YamlValue;
import dev.holdfast.internal.rules.AccessToken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads which Unix socket to serve on, and which accounts may do what there.
 *
 * @param said what a variable or the file says under a key; null for nothing
 */
record SocketReader(ServeSection file, Function<String, @Nullable YamlValue> said) {
    /** An example. */
    static final String PATH = "/run/holdfast/holdfast.sock";

    private static final String USERS = "socket.users.";
    private static final List<String> ROLES = List.of("reader", "editor", "admin");
    /** The members of a group were given the socket on purpose, as a folder is shared with them to work in it. */
    private static final List<String> OF_MEMBERS = List.of("editor");

    /** Opens the group of keys within those of the section {@code serve}. */
    static void open(Map<String, YamlValue> values) {
        ServeReader.open(
                "socket.", values.remove("socket"), List.of("path", "group", "everyone", "users", "others"), values);
        YamlValue users = values.remove("socket.users");
        if (users != null) {
            users.map("accounts, such as anna: editor")
                    .values()
                    .forEach((user, rights) -> values.put(USERS + user, rights));
        }
    }

    /**
     * Returns the socket; null if there is none.
     *
     * @param path where it is; null for nowhere
     * @param alone whether no port is named
     */
    ServeSettings.@Nullable Socket socket(ServeSettings.ListenOptions place, @Nullable Path path, boolean alone) {
        YamlValue named = said.apply("socket.group");
        String group = place.group() != null ? place.group() : named == null ? null : named.text("staff");
        if (path == null) {
            if (place.group() != null || file.values().keySet().stream().anyMatch(key -> key.startsWith("socket."))) {
                throw CommandFailure.usage("To share a socket, its path must be said too: with --socket, by"
                        + " HOLDFAST_SOCKET, or as serve.socket.path in " + Configuration.FILE + ".");
            }
            return null;
        }
        YamlValue everyone = said.apply("socket.everyone");
        YamlValue others = said.apply("socket.others");
        Map<String, List<String>> users = new LinkedHashMap<>();
        file.values().forEach((key, rights) -> {
            if (key.startsWith(USERS)) {
                users.put(key.substring(USERS.length()), rights(rights));
            }
        });
        return new ServeSettings.Socket(
                path,
                group,
                everyone != null && everyone.yesOrNo(),
                users,
                others != null ? rights(others) : group == null ? List.of() : OF_MEMBERS,
                alone);
    }

    /** Reads rights with commas between them, or {@code none}. */
    private static List<String> rights(YamlValue value) {
        return value.read("editor", text -> {
            List<String> rights = new ArrayList<>();
            for (String word : text.equals("none") ? new String[0] : text.split(",", -1)) {
                String right = word.strip();
                if (!ROLES.contains(AccessToken.Right.parse(right).role())) {
                    throw new IllegalArgumentException("'" + right + "' is no right: write none, or reader, editor or"
                            + " admin, each also for some resources, such as editor:scene/.");
                }
                rights.add(right);
            }
            return rights;
        });
    }
}
