package dev.holdfast.cli.context;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.client.HoldfastClient;
import dev.holdfast.client.TokenFile;

/** Opens the locks of servers, and keeps the tokens for them. */
public final class ServerLocks {
    private ServerLocks() {}

    /**
     * Opens the locks of a server, with the token that belongs to it: that of HOLDFAST_TOKEN, if the caller has named the
     * server itself, else the one that is kept for the server's origin. A Unix socket gets only one that is kept for it.
     *
     * @param named whether an option or a variable names the server, rather than a file of the project
     */
    static LockManager open(String address, ManagerOptions how, Environment environment, boolean named) {
        // At a socket the account says who asks: the variable is meant for a server elsewhere.
        String given = named && !address.startsWith("unix:") ? environment.variable("HOLDFAST_TOKEN") : null;
        TokenFile kept = tokens(environment);
        return HoldfastClient.open(address, () -> given == null ? kept.find(address) : given, how);
    }

    /** Keeps a token for the server at that address, and returns the origin that it is kept for. */
    public static String keep(Environment environment, String address, String token) {
        tokens(environment).put(address, token);
        return TokenFile.origin(address);
    }

    /** Forgets the token for the server at that address. Returns whether there was one. */
    public static boolean forget(Environment environment, String address) {
        return tokens(environment).remove(address);
    }

    /** Returns the form of a server's address that its token is kept under. */
    public static String origin(String address) {
        return TokenFile.origin(address);
    }

    private static TokenFile tokens(Environment environment) {
        return TokenFile.of(environment::variable);
    }
}
