package dev.holdfast.protocol.terraform;

import dev.holdfast.Hold;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.internal.storage.ValueUpload;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import dev.holdfast.server.http.ToolStream;
import dev.holdfast.server.http.Verb;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls that read and write a state.
 *
 * @param reader the role that may read states, which contain secrets
 */
record StateCalls(Claims claims, States states, LockCalls locks, Caller.Role reader) {
    private static final String JSON = "application/json";
    private static final String LATE =
            "The lock that this state was written under has ended, and the state was locked or written since. It is kept as a"
                    + " rejected version: an administrator finds it with GET /terraform/NAME/versions.";

    /** Returns the current state. */
    Answer get(ToolRequest request) {
        Caller caller = request.caller().doing(Verb.LOOK);
        String resource = claims.resource(request.values().get(0));
        caller.require(reader, resource);
        Stored version = states.current(states.values().head(resource))
                .orElseThrow(() -> Problem.missing("There is no state of this name yet."));
        return stream(resource, version);
    }

    /** Returns a version as a stream. */
    Answer stream(String resource, Stored version) {
        About about = About.of(version.about());
        if (!about.key().isEmpty()) {
            states.key(about.key());
        }
        return new Answer(
                200,
                new ToolStream(about.size(), out -> states.send(resource, version, out)),
                Map.of("Content-Type", JSON, Sums.HEADER, about.md5()));
    }

    /** Stores a state. */
    Answer put(ToolRequest request) throws IOException {
        Caller caller = writing(request);
        String resource = claims.resource(request.values().get(0));
        caller.require(Caller.Role.EDITOR, resource);
        String id = request.query("ID");
        if (!id.isEmpty()) {
            LockInfo.requireId(id);
        }
        // Before the body is stored:
        Head before = states.values().head(resource);
        if (id.isEmpty() && outcome(caller, resource, "", before) == WriteRule.Outcome.LOCKED) {
            return locked(caller, resource);
        }
        states.quota().require(caller, before);
        states.clean();
        try (ValueUpload upload =
                states.values().begin(resource, caller.name(), states.clock().instant())) {
            States.Received received =
                    states.receive(upload, resource, caller.name(), id, request.header(Sums.HEADER), request.body());
            return states.change(resource, head -> decided(caller, resource, id, head, received));
        }
    }

    /** Returns the answer; nothing if the head was changed meanwhile. */
    private Optional<Answer> decided(Caller caller, String resource, String id, Head head, States.Received received) {
        About about = received.about();
        Optional<Stored> current = states.current(head);
        if (current.isPresent() && about.repeats(About.of(current.get().about()))) {
            return Optional.of(Answer.ok(Map.of())); // its answer was lost, and the client sent it again
        }
        switch (outcome(caller, resource, id, head)) {
            case LOCKED -> {
                return Optional.of(locked(caller, resource));
            }
            case LATE -> {
                received.upload()
                        .reject(about.rejected("late").json(), states.quota().rejected(caller));
                throw new Problem(409, "Too late", LATE)
                        .did(List.of(AuditEvent.of("state-rejected", resource)
                                .with("version", received.upload().id())));
            }
            case ACCEPT -> {
                StateNote note =
                        StateNote.of(head.note()).last(id.isEmpty() ? null : written(caller, resource, id, head));
                if (!states.quota()
                        .change(caller, head, to -> received.upload().commit(to, note.text(), about.json()))) {
                    return Optional.empty();
                }
                claims.renew(caller, id, resource);
                return Optional.of(Answer.ok(Map.of())
                        .did(() -> List.of(AuditEvent.of("state", resource)
                                .with("version", received.upload().id()))));
            }
        }
        throw new IllegalStateException("There is no other outcome.");
    }

    /** Returns the lock that the head keeps after a write: that of the writer, with its fence. */
    private @Nullable LastLock written(Caller caller, String resource, String id, Head head) {
        LastLock last = StateNote.of(head.note()).last();
        if (last != null && last.is(caller.name(), id)) {
            return last;
        }
        // The server was killed after it granted the lock, before it kept that; then the client locked by another one.
        return claims.holds(caller, resource).stream()
                .filter(hold -> claims.isOf(caller, id, resource, hold))
                .findFirst()
                .map(hold -> new LastLock(caller.name(), hold.fence(), LockInfo.ofId(id, resource)))
                .orElse(last);
    }

    private WriteRule.Outcome outcome(Caller caller, String resource, String id, Head head) {
        List<Hold> holds = claims.holds(caller, resource);
        long fence = holds.stream()
                .filter(hold -> claims.isOf(caller, id, resource, hold))
                .mapToLong(Hold::fence)
                .findFirst()
                .orElse(0);
        return WriteRule.of(
                caller.name(),
                id,
                claims.holder(caller, id, resource, holds),
                fence,
                StateNote.of(head.note()).last());
    }

    private Answer locked(Caller caller, String resource) {
        return new Answer(
                423,
                locks.holder(
                        caller,
                        resource,
                        "Another holds the lock of this state, and it was to be written without a lock."),
                Map.of());
    }

    /** Removes the state. Its versions stay, so that an administrator can restore it. */
    Answer delete(ToolRequest request) {
        Caller caller = writing(request);
        String resource = claims.resource(request.values().get(0));
        caller.require(Caller.Role.EDITOR, resource);
        return states.change(resource, head -> {
            if (outcome(caller, resource, "", head) == WriteRule.Outcome.LOCKED) {
                return Optional.of(locked(caller, resource));
            }
            if (head.current() == null) {
                return Optional.of(Answer.ok(Map.of()));
            }
            return states.values().change(head, null, head.note())
                    ? Optional.of(Answer.ok(Map.of()).did(() -> List.of(AuditEvent.of("state-deleted", resource))))
                    : Optional.empty();
        });
    }

    private static Caller writing(ToolRequest request) {
        return request.caller().doing(Verb.TAKE);
    }
}
