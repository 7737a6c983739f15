package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Hold;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.FileNames;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.store.file.sidecar.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON in a lock file: the document's four fields, and after them what only Holdfast knows. */
final class LockFileText {
    private static final String JOB = "job_id";
    private static final String PROCESS = "process_id";
    private static final String HOST = "hostname";
    private static final String TIME = "acquired_at";

    private LockFileText() {}

    static String write(String resource, Hold hold) {
        List<ProcessId> processes = hold.owner().processes();
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put(JOB, resource);
        // Process 0 stands for no process: programs that ask the system about it find it alive.
        tree.put(PROCESS, processes.isEmpty() ? 0 : processes.get(0).pid());
        tree.put(
                HOST,
                processes.isEmpty()
                        ? ProcessTable.system().self().host()
                        : processes.get(0).host());
        tree.put(TIME, hold.since().toString());
        tree.put("hold", hold.id().toString());
        tree.put("fence", hold.fence());
        Where where = Where.of(processes);
        if (!where.namespace().isEmpty()) {
            tree.put(Where.NAMESPACE, where.namespace());
        }
        if (!where.boot().isEmpty()) {
            tree.put(Where.BOOT, where.boot());
        }
        tree.put("owner", hold.owner().name());
        tree.put("mode", hold.mode().name().toLowerCase(java.util.Locale.ROOT));
        if (!hold.note().isEmpty()) {
            tree.put("note", hold.note());
        }
        return Json.writePretty(tree) + "\n";
    }

    /**
     * Reads another program's file.
     *
     * @param links whether files are told apart by the facts of the file system, not by their text
     * @param local whether only this machine writes there, so that a process without a host is one of this machine
     */
    static Shown read(byte[] content, boolean links, Facts facts, boolean local) {
        Map<String, @Nullable Object> tree = tree(content);
        Instant since = tree.get(TIME) instanceof String text ? Times.parse(text) : null;
        String note = tree.get("note") instanceof String text ? text : "";
        String tag = links ? facts.tag() : Facts.textTag(content);
        return new Shown(tag, owner(tree, local), since == null ? facts.time() : since, note);
    }

    private static Owner owner(Map<String, @Nullable Object> tree, boolean local) {
        if (!(tree.get(PROCESS) instanceof Long pid) || pid <= 0) {
            return Shown.UNKNOWN;
        }
        Where where = new Where(text(tree, HOST), text(tree, Where.NAMESPACE), text(tree, Where.BOOT));
        return Processes.owner(pid, where, local);
    }

    private static String text(Map<String, @Nullable Object> tree, String name) {
        return tree.get(name) instanceof String text ? text : "";
    }

    private static Map<String, @Nullable Object> tree(byte[] content) {
        try {
            return Json.readObject(new String(content, UTF_8));
        } catch (JsonException e) {
            return Map.of();
        }
    }

    /** Returns the id in a file whose name is too long to be decoded. */
    static Optional<String> jobId(Path file, String stem) {
        try {
            Facts facts = Facts.of(file);
            Object id = facts == null || !facts.isFile()
                    ? null
                    : tree(facts.content(file)).get(JOB);
            return id instanceof String text
                            && !text.isEmpty()
                            && FileNames.encode(text, LockFiles.SUFFIX.length()).equals(stem)
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
