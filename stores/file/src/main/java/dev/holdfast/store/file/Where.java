package dev.holdfast.store.file;

import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The place that a process number belongs to, as lock directories and lock files name it for other programs. A reader of
 * another host, pid namespace or boot knows by it that its own process table does not tell about the process.
 *
 * @param host the machine's name; empty if unknown
 * @param namespace the pid namespace; empty on systems that have none
 * @param boot the kernel's boot id; empty if unknown
 */
record Where(String host, String namespace, String boot) {
    static final String HOST = "host";
    static final String NAMESPACE = "ns";
    static final String BOOT = "boot";

    /** Returns the place of the first of those processes; without any, the place of this process. */
    static Where of(List<ProcessId> processes) {
        ProcessId process = processes.isEmpty() ? ProcessTable.system().self() : processes.get(0);
        // Neither the time namespace nor the digest of the machine id is for others.
        return new Where(process.host(), before(' ', process.namespace()), before('@', process.boot()));
    }

    private static String before(char end, String text) {
        int at = text.indexOf(end);
        return at < 0 ? text : text.substring(0, at);
    }

    /** Returns what those fields say. */
    static Where of(Map<String, String> fields) {
        return new Where(
                fields.getOrDefault(HOST, ""), fields.getOrDefault(NAMESPACE, ""), fields.getOrDefault(BOOT, ""));
    }

    /** Returns the known parts by their names. */
    Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(HOST, DirectoryFacts.oneLine(host));
        if (!namespace.isEmpty()) {
            fields.put(NAMESPACE, namespace);
        }
        if (!boot.isEmpty()) {
            fields.put(BOOT, boot);
        }
        return fields;
    }

    /** Returns the known parts as lines {@code name=text}. */
    String lines() {
        StringBuilder lines = new StringBuilder();
        fields().forEach((name, text) ->
                lines.append(name).append('=').append(text).append('\n'));
        return lines.toString();
    }
}
