package dev.holdfast.internal.process;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

/** The name of this host where no file has it. */
final class HostName {
    private HostName() {}

    /**
     * Windows sets {@code COMPUTERNAME} itself. {@code HOSTNAME} comes last: it is an ordinary variable that a remote
     * shell may have carried over from another host.
     */
    static String find(boolean windows, Map<String, String> environment) {
        String name = windows ? environment.getOrDefault("COMPUTERNAME", "") : "";
        if (!name.isBlank()) {
            return name.strip();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return environment.getOrDefault("HOSTNAME", "").strip();
        }
    }
}
