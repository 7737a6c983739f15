package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import dev.holdfast.server.http.Verb;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The calls for administrators: versions of a state, rejected ones among them. */
record VersionCalls(Claims claims, States states, StateCalls calls) {
    /** Lists the versions, newest first. */
    Answer list(ToolRequest request) {
        String resource = permitted(request);
        Head head = states.values().head(resource);
        List<Map<String, @Nullable Object>> versions = states.values().versions(resource).stream()
                .map(version -> described(version, version.id().equals(head.current())))
                .toList();
        return Answer.ok(Map.of("versions", versions));
    }

    private static Map<String, @Nullable Object> described(Stored version, boolean current) {
        About about = About.of(version.about());
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", version.id());
        members.put("state", version.rejected() ? "rejected" : current ? "current" : "kept");
        if (!version.rejected()) {
            members.put("number", version.number());
        }
        members.put("at", version.at().toString());
        members.put("user", about.user());
        members.put("lock", about.lock());
        members.put("size", about.size());
        members.put("encrypted", !about.key().isEmpty());
        return members;
    }

    /** Returns the bytes of a version. */
    Answer get(ToolRequest request) {
        String resource = permitted(request);
        Answer answer = calls.stream(resource, states.version(resource, version(request)));
        return answer.did(() -> List.of(AuditEvent.of("state-read", resource).with("version", version(request))));
    }

    /** Makes a version the current one. Who holds the lock of the state by now would overwrite it, so there must be no other. */
    Answer restore(ToolRequest request) {
        Caller caller = request.caller();
        String resource = permitted(request);
        Stored version = states.version(resource, version(request));
        if (version.rejected()) {
            throw new Problem(
                    409,
                    "Rejected",
                    "This version was rejected, and others were written since. Compare it with the current state, and write"
                            + " what should count with terraform state push.");
        }
        return states.change(resource, head -> {
            if (claims.holder(caller, "", resource, claims.holds(caller, resource)) == WriteRule.Holder.OTHER) {
                throw new Problem(
                        409,
                        "Locked",
                        "The state is locked by another, who would overwrite it: wait, or unlock it by force first.");
            }
            return states.values()
                            .change(
                                    head,
                                    version.id(),
                                    StateNote.of(head.note()).last(null).text())
                    ? Optional.of(Answer.ok(described(version, true))
                            .did(() -> List.of(
                                    AuditEvent.of("state-restored", resource).with("version", version.id()))))
                    : Optional.empty();
        });
    }

    /** Deletes all versions of a state that was deleted, for good. It counts for no user any more. */
    Answer remove(ToolRequest request) {
        Caller caller = request.caller();
        String resource = permitted(request);
        return states.change(resource, head -> {
            if (head.current() != null) {
                throw new Problem(409, "Not deleted", "There is a current state: delete the state itself first.");
            }
            if (!claims.holds(caller, resource).isEmpty()) {
                throw new Problem(409, "Locked", "The state is locked: wait, or unlock it by force first.");
            }
            return states.values().remove(head)
                    ? Optional.of(Answer.ok(Map.of()).did(() -> List.of(AuditEvent.of("state-removed", resource))))
                    : Optional.empty();
        });
    }

    private static String version(ToolRequest request) {
        return request.values().get(1);
    }

    private String permitted(ToolRequest request) {
        String resource = claims.resource(request.values().get(0));
        request.caller().doing(Verb.FORCE).require(Caller.Role.ADMIN, resource);
        return resource;
    }
}
