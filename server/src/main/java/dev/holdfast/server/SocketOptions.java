package dev.holdfast.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Unix socket that a server listens on. The kernel identifies the account of each caller. The account of the server and root
 * are administrators.
 *
 * @param path the path of the socket
 * @param group the group whose members may connect; null for none
 * @param everyone whether every account of the machine may connect
 * @param users the rights of accounts by their names, each {@code role}, {@code role:prefix} or {@code role=name}
 * @param others the rights of all other accounts that may connect
 * @param alone whether the server listens nowhere else
 */
public record SocketOptions(
        Path path,
        @Nullable String group,
        boolean everyone,
        Map<String, List<String>> users,
        List<String> others,
        boolean alone) {
    /** The default rights of a group's members. */
    private static final List<String> OF_MEMBERS = List.of("editor");

    public SocketOptions {
        path = path.toAbsolutePath().normalize();
        Map<String, List<String>> copied = new HashMap<>();
        users.forEach((user, rights) -> copied.put(user, List.copyOf(rights)));
        users = Map.copyOf(copied);
        others = List.copyOf(others);
    }

    /** Returns a socket for the account of the server and root, beside the port. */
    public static SocketOptions at(Path path) {
        return new SocketOptions(path, null, false, Map.of(), List.of(), false);
    }

    /** Returns the same for the members of a group too, with the role editor. */
    public SocketOptions group(String newGroup) {
        return new SocketOptions(path, newGroup, everyone, users, OF_MEMBERS, alone);
    }

    /** Returns the same, open to every account or not. */
    public SocketOptions everyone(boolean newEveryone) {
        return new SocketOptions(path, group, newEveryone, users, others, alone);
    }

    /** Returns the same with the rights of accounts. */
    public SocketOptions users(Map<String, List<String>> newUsers) {
        return new SocketOptions(path, group, everyone, newUsers, others, alone);
    }

    /** Returns the same with the rights of all other accounts that may connect. */
    public SocketOptions others(List<String> newOthers) {
        return new SocketOptions(path, group, everyone, users, newOthers, alone);
    }

    /** Returns the same, as the only address of the server or in addition to the port. */
    public SocketOptions alone(boolean newAlone) {
        return new SocketOptions(path, group, everyone, users, others, newAlone);
    }

    /** Returns the address that clients connect to. */
    public String address() {
        return "unix:" + path;
    }
}
