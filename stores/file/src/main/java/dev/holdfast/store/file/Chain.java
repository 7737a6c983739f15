package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Owner;
import dev.holdfast.store.file.sidecar.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a lock directory. The chain begins with the holder that the file {@code id} names, or else {@code pid} and
 * {@code ts}. It passes on through files {@code next.<id>}, each made by a hard link, so that only one holder can succeed a
 * given one.
 *
 * @param end the id of the holder
 * @param rooted whether the file {@code id} is there
 * @param passed whether the holder succeeded another one through a file {@code next.<id>}
 * @param facts the content of its last file
 * @param time of that file
 */
record Chain(String end, boolean rooted, boolean passed, Map<String, String> facts, Instant time) {
    static final String PID = "pid";
    static final String TS = "ts";
    static final String CMD = "cmd";
    static final String ID = "id";
    static final String WHERE = "where";
    /** The id of a holder without a name. */
    static final String NOBODY = "none";

    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9.-]");
    private static final int MAX_ID = 64;
    private static final int MAX_CHAIN = 10_000;
    private static final int MAX_NOTE = 200;

    /**
     * Reads {@code id}, then the chain, and only then {@code pid}. A successor replaces {@code pid} before {@code id}, so no
     * reader takes the new id for that of the old process.
     */
    static Chain of(Path directory, Facts itself) throws IOException {
        String root = text(directory.resolve(ID));
        Map<String, String> facts = root == null ? origin(directory) : Map.of();
        String end = root == null ? id(facts.get(PID), facts.get(TS)) : root.isEmpty() ? NOBODY : word(root);
        Instant time = itself.time();
        boolean passed = false;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Path next = next(directory, end);
            Facts found = next.toFile().exists() ? Facts.of(next) : null;
            if (found == null || !found.isFile()) {
                break;
            }
            facts = fields(new String(found.content(next), UTF_8));
            time = found.time();
            // A file without an id still ends its predecessor's time; its own name makes a unique id.
            end = facts.containsKey(ID) ? word(facts.getOrDefault(ID, "")) : after(end);
            passed = true;
        }
        return new Chain(end, root != null, passed, root == null || passed ? facts : origin(directory), time);
    }

    /** Returns what the directory records about the first holder of its chain. */
    private static Map<String, String> origin(Path directory) throws IOException {
        String pid = text(directory.resolve(PID));
        String ts = text(directory.resolve(TS));
        return pid == null || pid.isEmpty() ? Map.of() : Map.of(PID, pid, TS, ts == null ? "" : ts);
    }

    /** Returns what the file says about the place of the process. One that cannot be read names no known place. */
    private static Map<String, String> where(Path file) throws IOException {
        Facts found = Facts.of(file);
        if (found == null) {
            return Map.of();
        }
        Map<String, String> fields = found.isFile() ? fields(new String(found.content(file), UTF_8)) : Map.of();
        return fields.getOrDefault(Where.HOST, "").isEmpty()
                        && fields.getOrDefault(Where.BOOT, "").isEmpty()
                ? Map.of(Where.HOST, Processes.ELSEWHERE)
                : fields;
    }

    /** Returns the id of a holder whose file names none: it has succeeded the one with that id, or it is releasing. */
    static String after(String id) {
        return word("after." + id);
    }

    /** Returns whether the holder is releasing the directory. */
    boolean isReleasing() {
        return passed && !facts.containsKey(ID);
    }

    static Path next(Path directory, String id) {
        return directory.resolve("next." + id);
    }

    /** Returns the id of a holder that only the files {@code pid} and {@code ts} name. */
    static String id(@Nullable String pid, @Nullable String ts) {
        return pid == null || pid.isEmpty() ? NOBODY : word(pid + "-" + (ts == null ? "" : ts));
    }

    /** Returns the text as a part of a file name: 64 letters, digits, dots and dashes at most, anything else an underscore. */
    static String word(String text) {
        String word = OTHER.matcher(text).replaceAll("_");
        return word.length() > MAX_ID ? word.substring(0, MAX_ID) : word;
    }

    private static @Nullable String text(Path file) throws IOException {
        // Most are not there most of the time, and asking like this is quick to say so.
        Facts found = file.toFile().exists() ? Facts.of(file) : null;
        return found == null || !found.isFile() ? null : new String(found.content(file), UTF_8).strip();
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new HashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                fields.putIfAbsent(
                        line.substring(0, equals), line.substring(equals + 1).strip());
            }
        });
        return fields;
    }

    /** Returns what the directory shows to other programs. */
    Shown shown(Path directory, String tag, boolean local) throws IOException {
        if (end.equals(NOBODY)) {
            return new Shown(tag, Shown.UNKNOWN, time, nameless(directory));
        }
        Instant since = Times.parse(facts.getOrDefault(TS, ""));
        String command = facts.getOrDefault(CMD, "");
        String note = command.length() > MAX_NOTE ? command.substring(0, MAX_NOTE) : command;
        return new Shown(tag, owner(directory, local), since == null ? time : since, note);
    }

    /** Returns the sentence that leads a person out: programs cannot tell whether the maker still works. */
    static String nameless(Path directory) {
        return "the directory " + directory + " names no process; if no program is working, remove it with rm -r";
    }

    private Owner owner(Path directory, boolean local) throws IOException {
        String pid = facts.getOrDefault(PID, "");
        if (!pid.matches("[0-9]{1,18}") || Long.parseLong(pid) == 0) {
            return Shown.UNKNOWN;
        }
        Where where = Where.of(passed ? facts : where(directory.resolve(WHERE)));
        String further = FurtherProcesses.read(directory, end);
        return FurtherProcesses.added(Processes.owner(Long.parseLong(pid), where, local), further, local);
    }
}
