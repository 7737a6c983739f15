package dev.holdfast.internal.process;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/** An account of this machine. For the other end of a Unix socket the kernel names it; no program can claim to be of another. */
public final class Account {
    private static final Path PROCESS = Path.of("/proc/self/task");
    private static final String ROOT = "root";

    private final UserPrincipal user;
    private final boolean root;

    private Account(UserPrincipal user) throws IOException {
        this.user = user;
        this.root = user.equals(named(ROOT));
    }

    /**
     * Returns the account of the program at the other end of a Unix socket.
     *
     * @throws IOException if the system does not name it
     */
    public static Account ofPeer(SocketChannel channel) throws IOException {
        if (!channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
            throw new IOException("this system does not say which account is at the other end of a socket");
        }
        return of(channel.getOption(ExtendedSocketOptions.SO_PEERCRED));
    }

    /**
     * Returns the account that the kernel names.
     *
     * @throws IOException if its name is that of another account
     */
    public static Account of(UnixDomainPrincipal peer) throws IOException {
        UserPrincipal user = peer.user();
        // A number without an account is its own name, which may be the name of an account with another number.
        if (!named(user.getName()).equals(user)) {
            throw new IOException("the account " + user.getName() + " shares its name with another");
        }
        return new Account(user);
    }

    /** Returns the account that this process acts as. */
    public static Account own() throws IOException {
        if (Files.exists(PROCESS)) {
            // The kernel shows a process as root's if others may not look into it; a new file has the true owner.
            Account shown = new Account(Files.getOwner(PROCESS));
            if (!shown.isRoot()) {
                return shown;
            }
        }
        Path made = Files.createTempFile("holdfast", null);
        try {
            return new Account(Files.getOwner(made, LinkOption.NOFOLLOW_LINKS));
        } finally {
            Files.delete(made);
        }
    }

    private static UserPrincipal named(String name) throws IOException {
        return PROCESS.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
    }

    /** Returns the account's name; its number if it has none. */
    public String name() {
        return user.getName();
    }

    /** Returns whether it is the account of that name. */
    public boolean is(String name) throws IOException {
        try {
            return named(name).equals(user);
        } catch (UserPrincipalNotFoundException e) {
            return false;
        }
    }

    public boolean isRoot() {
        return root;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Account that && user.equals(that.user);
    }

    @Override
    public int hashCode() {
        return user.hashCode();
    }

    @Override
    public String toString() {
        return name();
    }
}
