package dev.holdfast.process;

import java.util.Objects;

/**
 * The identity of one process, comparable by any other process that can read it. A part that is not known is the
 * empty string.
 *
 * @param host the name of the host
 * @param boot which start of which machine: on Linux the kernel's boot id, followed, outside of containers, by
 *     {@code @} and a digest of the machine id; elsewhere empty
 * @param namespace the pid namespace, such as {@code pid:[4026531836]}; followed by the time namespace where that is
 *     not the initial one, because it shifts the start times that its members read; empty outside Linux
 * @param pid the process id as seen inside that namespace
 * @param start when the process started: on Linux the clock ticks since the boot, which do not move when the clock is
 *     set; elsewhere {@code ms:} and the milliseconds since 1970
 */
public record ProcessId(String host, String boot, String namespace, long pid, String start) {
    public ProcessId {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(boot, "boot");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(start, "start");
    }
}
