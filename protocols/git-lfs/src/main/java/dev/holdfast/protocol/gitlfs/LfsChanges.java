package dev.holdfast.protocol.gitlfs;

import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.internal.base.Text;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import dev.holdfast.server.protocol.ToolLocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls of Git LFS that lock and unlock. */
final class LfsChanges {
    private static final int HELD = 423;
    private static final int STRIPES = 64;

    private final ToolLocks locks;
    private final LfsCalls calls;
    /** Calls of one user about one resource follow each other, since the note of its hold names all paths. */
    private final List<Object> turns =
            Stream.generate(Object::new).limit(STRIPES).toList();

    LfsChanges(ToolLocks locks, LfsCalls calls) {
        this.locks = locks;
        this.calls = calls;
    }

    Answer lock(ToolRequest request) throws IOException {
        JsonBody body = LfsCalls.json(request);
        Repository repository = calls.repository(request);
        String path = Repository.require(body.requiredText("path"));
        String resource = repository.resource(path);
        LfsLocks all = calls.locks(request, body.nested("ref").text("name", ""));
        Caller caller = request.caller();
        synchronized (turns.get(Math.floorMod((caller.name() + '\0' + resource).hashCode(), STRIPES))) {
            List<String> paths = new ArrayList<>();
            for (LockView.Holder holder : locks.view(caller, resource).holders()) {
                Hold hold = holder.hold();
                if (!holder.state().ended() && ToolLocks.isOwn(caller, hold)) {
                    requireNew(all.lock(resource, path, hold));
                    paths.addAll(all.asked(resource, hold));
                }
            }
            paths.add(path);
            LockRequest wanted = LockRequest.of(resource)
                    .owner(all.owner())
                    .note(LockedPaths.note(paths))
                    .receipt(all.receipt(path, resource));
            ToolLocks.Taken taken;
            try {
                taken = locks.acquire(caller, wanted, new Lease(null, repository.lease(), null));
            } catch (Problem refused) {
                throw refused.status() == HELD ? refusal(request, all, path, resource, refused) : refused;
            }
            Hold hold = taken.grant().holds().get(0);
            return taken.change().recordedBy(LfsCalls.answer(201, one(all.lock(resource, path, hold))));
        }
    }

    private static Map<String, @Nullable Object> one(LfsLock lock) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(LfsCalls.LOCK, lock.json());
        return body;
    }

    private static void requireNew(LfsLock lock) {
        if (lock.granted()) {
            throw new Problem(
                            409,
                            "Locked already",
                            "You have locked " + Text.shown(lock.path()) + " already, since " + lock.since() + ".")
                    .with(LfsCalls.LOCK, lock.json());
        }
    }

    /** Adds to a refusal what only this tool knows: the lock in the way, and the command that ends it. */
    private Problem refusal(ToolRequest request, LfsLocks all, String path, String resource, Problem refused) {
        Problem problem = new Problem(
                        HELD,
                        "Locked",
                        refused.getMessage() + " To end it by force: git lfs unlock --force '" + Text.shown(path)
                                + "'.")
                .did(refused.auditEvents());
        locks.view(request.caller(), resource).holders().stream()
                .filter(holder -> !holder.state().ended())
                .findFirst()
                .ifPresent(holder -> problem.with(
                        LfsCalls.LOCK, all.lock(resource, path, holder.hold()).json()));
        return problem;
    }

    Answer unlock(ToolRequest request) throws IOException {
        JsonBody body = LfsCalls.json(request);
        LfsLocks all = calls.locks(request, "");
        Repository repository = calls.repository(request);
        LockId id = LockId.parse(request.values().get(1));
        if (id == null) {
            throw Problem.missing("There is no lock with this id; git lfs locks lists all.");
        }
        String resource = repository.resource(Repository.require(id.path()));
        LfsLock lock = locks.view(request.caller(), resource).holders().stream()
                .filter(holder -> !holder.state().ended())
                .map(holder -> all.lock(resource, id.path(), holder.hold()))
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> Problem.missing(
                                "This lock has ended: it was unlocked, ended by force, or its time was over; git lfs locks lists all."));
        if (lock.granted()) {
            return locks.release(request.caller(), List.of(all.receipt(id.path(), resource)))
                    .change()
                    .recordedBy(LfsCalls.answer(200, one(lock)));
        }
        if (!body.flag("force", false)) {
            throw notGranted(lock);
        }
        return locks.force(request.caller(), resource, lock.hold().fence(), "git lfs unlock --force " + id.path())
                .change()
                .recordedBy(LfsCalls.answer(200, one(lock)));
    }

    private static Problem notGranted(LfsLock lock) {
        String held = Text.name(lock.resource()) + " is held by " + Text.shown(lock.owner());
        String force = " To end it by force: git lfs unlock --force '" + Text.shown(lock.path()) + "'.";
        return new Problem(
                403,
                "Not permitted",
                lock.own()
                        ? held + ", who is you, but not by this file: release it where you acquired it." + force
                        : held + ", and only its holder unlocks it." + force);
    }
}
