package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.base.Text;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A lock as Terraform and OpenTofu describe it, with their names of the members. Its texts are those of a client: data, bounded. */
record LockInfo(String id, String operation, String info, String who, String version, String created, String path) {
    private static final int MAX_ID = 200;
    private static final int MAX_TEXT = 1_000;

    /** Reads a body. Throws a {@link Problem} unless it has an id that may be one. */
    static LockInfo of(JsonBody body) {
        return new LockInfo(
                requireId(body.requiredText("ID")),
                text(body, "Operation"),
                text(body, "Info"),
                text(body, "Who"),
                text(body, "Version"),
                time(text(body, "Created")),
                text(body, "Path"));
    }

    /** Reads one that was kept. */
    static LockInfo of(Map<?, ?> kept) {
        return new LockInfo(
                text(kept, "ID"),
                text(kept, "Operation"),
                text(kept, "Info"),
                text(kept, "Who"),
                text(kept, "Version"),
                text(kept, "Created"),
                text(kept, "Path"));
    }

    /** Returns one of which only the id is known. */
    static LockInfo ofId(String id, String resource) {
        return new LockInfo(id, "", "", "", "", "", resource);
    }

    /** Returns the id of a lock, or throws a {@link Problem} if it cannot be one. */
    static String requireId(String id) {
        if (id.isEmpty() || id.length() > MAX_ID || !id.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new Problem(
                    400,
                    "No lock id",
                    "The id of a lock has 1 to " + MAX_ID
                            + " visible ASCII characters: send the one that was locked with.");
        }
        return id;
    }

    private static String text(JsonBody body, String name) {
        return bounded(body.text(name, ""));
    }

    private static String text(Map<?, ?> kept, String name) {
        return kept.get(name) instanceof String text ? text : "";
    }

    /** Returns the time, or nothing if it is none: other clients could not read their refusal then. */
    private static String time(String text) {
        try {
            return OffsetDateTime.parse(text).toString();
        } catch (DateTimeParseException e) {
            return "";
        }
    }

    private static String bounded(String text) {
        return Text.cut(Text.shown(text), MAX_TEXT);
    }

    /** Returns the members as the clients read them. */
    Map<String, @Nullable Object> tree() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("ID", id);
        members.put("Operation", operation);
        members.put("Info", info);
        members.put("Who", who);
        members.put("Version", version);
        if (!created.isEmpty()) {
            members.put("Created", created);
        }
        members.put("Path", path);
        return members;
    }

    /** Returns the note that people see at the lock. */
    String note() {
        StringBuilder note = new StringBuilder(operation.isEmpty() ? "Terraform" : operation);
        if (!who.isEmpty()) {
            note.append(" by ").append(who);
        }
        if (!version.isEmpty()) {
            note.append(", version ").append(version);
        }
        if (!info.isEmpty()) {
            note.append(": ").append(info);
        }
        return Text.cut(note.toString(), MAX_TEXT);
    }
}
