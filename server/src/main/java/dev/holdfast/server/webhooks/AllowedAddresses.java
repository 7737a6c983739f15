package dev.holdfast.server.webhooks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that hooks may call. A name that is listed stands for its public addresses. An address that is not public must
 * be within a listed range, whatever name leads to it. Without TLS, every address must be.
 */
public final class AllowedAddresses {
    /** Addresses of this machine, of private networks, of protocols, and those that stand for others. */
    private static final List<CidrBlock> NOT_PUBLIC = List.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/3")
            .stream()
            .map(CidrBlock::known)
            .toList();

    /** Of the addresses of version 6, only the assigned public ones. */
    private static final CidrBlock PUBLIC_6 = CidrBlock.known("2000::/3");
    /** Within them: Teredo and other protocols, documentation, and 6to4, which stands for addresses of version 4. */
    private static final List<CidrBlock> NOT_PUBLIC_6 =
            List.of("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20").stream()
                    .map(CidrBlock::known)
                    .toList();

    private final List<String> names;
    private final List<CidrBlock> blocks;

    private AllowedAddresses(List<String> names, List<CidrBlock> blocks) {
        this.names = List.copyOf(names);
        this.blocks = List.copyOf(blocks);
    }

    /**
     * Reads a list of names, such as {@code hooks.example.org} or {@code *.example.org}, addresses, and ranges such as {@code
     * 10.1.0.0/16}.
     *
     * @throws IllegalArgumentException if an entry is none of them
     */
    public static AllowedAddresses of(List<String> entries) {
        List<String> names = new ArrayList<>();
        List<CidrBlock> blocks = new ArrayList<>();
        for (String entry : entries) {
            CidrBlock block = CidrBlock.parse(entry);
            if (block != null) {
                blocks.add(block);
            } else if (entry.matches("(\\*\\.)?[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*") && !entry.matches("[0-9.]+")) {
                names.add(entry.toLowerCase(Locale.ROOT));
            } else {
                throw new IllegalArgumentException("'" + entry + "' is no name, address or range: write"
                        + " hooks.example.org, *.example.org, 10.1.2.3 or 10.1.0.0/16.");
            }
        }
        return new AllowedAddresses(names, blocks);
    }

    /**
     * Resolves a name, and returns an address that may be called. The call must go to this very address: a second look at the
     * name may find another one. Blocks.
     *
     * @throws IOException if there is none
     */
    InetAddress resolve(String host, boolean tls) throws IOException {
        // A literal of version 6 is in brackets in a URL.
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        for (InetAddress address : addresses(name)) {
            if (permits(name, address, tls)) {
                return address;
            }
        }
        throw new IOException("serve.webhooks.allow in holdfast.yaml has not allowed this address"
                + (tls ? "." : ". Without TLS its range must be listed."));
    }

    private static InetAddress[] addresses(String name) throws IOException {
        try {
            return InetAddress.getAllByName(name);
        } catch (UnknownHostException e) {
            throw new IOException("The name " + name + " of the receiver cannot be resolved.", e);
        }
    }

    /** Returns whether a call to that host may ever be permitted. Resolves no name: what it finds is not told to callers. */
    boolean mayPermit(String host, boolean tls) {
        return !blocks.isEmpty() || (tls && isNamed(host.toLowerCase(Locale.ROOT)));
    }

    boolean permits(String host, InetAddress address, boolean tls) {
        return blocks.stream().anyMatch(block -> block.contains(address))
                || (tls && isNamed(host.toLowerCase(Locale.ROOT)) && isPublic(address));
    }

    private boolean isNamed(String host) {
        return names.stream()
                .anyMatch(name -> name.startsWith("*.") ? host.endsWith(name.substring(1)) : host.equals(name));
    }

    private static boolean isPublic(InetAddress address) {
        List<CidrBlock> others = address.getAddress().length == 4 ? NOT_PUBLIC : notPublic6(address);
        return others != null && others.stream().noneMatch(block -> block.contains(address));
    }

    private static @Nullable List<CidrBlock> notPublic6(InetAddress address) {
        return PUBLIC_6.contains(address) ? NOT_PUBLIC_6 : null;
    }
}
