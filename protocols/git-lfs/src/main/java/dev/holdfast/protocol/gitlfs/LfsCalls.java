package dev.holdfast.protocol.gitlfs;

import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import dev.holdfast.server.http.ToolRoute;
import dev.holdfast.server.protocol.ToolLocks;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls of Git LFS about locks; here those that only look. */
final class LfsCalls {
    /** The member with one lock. */
    static final String LOCK = "lock";

    private static final String LOCKS = "/git/{repository}/info/lfs/locks";
    private static final int PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    /** A push renews a lock of its user whose last heartbeat was that long ago. */
    private static final Duration RENEWED_AFTER = Duration.ofHours(1);

    private final ToolLocks locks;
    private final Map<String, Repository> repositories;
    private final LfsChanges changes;

    LfsCalls(ToolLocks locks, Map<String, Repository> repositories) {
        this.locks = locks;
        this.repositories = Map.copyOf(repositories);
        this.changes = new LfsChanges(locks, this);
    }

    List<ToolRoute> routes() {
        return List.of(
                ToolRoute.of("POST", LOCKS, changes::lock).granting(),
                ToolRoute.of("GET", LOCKS, this::list),
                ToolRoute.of("POST", LOCKS + "/verify", this::verify),
                ToolRoute.of("POST", LOCKS + "/{id}/unlock", changes::unlock),
                ToolRoute.of("POST", "/git/{repository}/info/lfs/objects/batch", LfsCalls::noFiles));
    }

    private static Answer noFiles(ToolRequest request) {
        throw Problem.missing("This address has locks only, and no files. Set up where Git LFS keeps its files, or pass"
                + " /info/lfs/objects on to the server that has them.");
    }

    Repository repository(ToolRequest request) {
        Repository repository = repositories.get(request.values().get(0));
        if (repository == null) {
            throw Problem.missing("This server knows no repository of that name: its operator names it under"
                    + " serve.protocols.git-lfs.repositories.");
        }
        return repository;
    }

    LfsLocks locks(ToolRequest request, String reference) {
        return new LfsLocks(locks, repository(request), request.caller(), reference);
    }

    /** A page of another site could send other types without permission. */
    static JsonBody json(ToolRequest request) throws IOException {
        String type = request.header("Content-Type")
                .toLowerCase(Locale.ROOT)
                .split(";", 2)[0]
                .strip();
        if (!type.equals(GitLfsProtocol.MEDIA_TYPE) && !type.equals("application/json")) {
            throw new Problem(
                    415,
                    "Unsupported media type",
                    "The body must be JSON: set the header Content-Type to " + GitLfsProtocol.MEDIA_TYPE + ".");
        }
        return request.json();
    }

    static Answer answer(int status, Map<String, @Nullable Object> body) {
        return new Answer(status, body, Map.of("Content-Type", GitLfsProtocol.MEDIA_TYPE));
    }

    private Answer list(ToolRequest request) {
        LfsLocks all = locks(request, request.query("refspec"));
        Repository repository = repository(request);
        LockId id = LockId.parse(request.query("id"));
        String path = id == null ? request.query("path") : id.path();
        if (!request.query("id").isEmpty() && id == null) {
            return listed("locks", List.of(), "");
        }
        if (!path.isEmpty()) {
            String resource = repository.resource(Repository.require(path));
            List<LfsLock> found = locks.view(request.caller(), resource).holders().stream()
                    .filter(holder -> !holder.state().ended())
                    .map(holder -> all.lock(resource, path, holder.hold()))
                    .filter(lock -> id == null || lock.id().equals(id))
                    .toList();
            return listed("locks", found, "");
        }
        LfsLocks.Page page = all.page(false, request.query("cursor"), limit(request.query("limit")));
        return listed("locks", page.locks(), page.next());
    }

    private static int limit(String text) {
        try {
            int limit = text.isEmpty() ? PAGE : Integer.parseInt(text);
            if (limit >= 0) {
                return limit == 0 ? PAGE : Math.min(limit, MAX_PAGE);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw Problem.invalid("'limit' must be a whole number.");
    }

    private static Answer listed(String name, List<LfsLock> found, String next) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(name, jsons(found));
        return answer(200, withNext(body, next));
    }

    private static Map<String, @Nullable Object> withNext(Map<String, @Nullable Object> body, String next) {
        if (!next.isEmpty()) {
            body.put("next_cursor", next);
        }
        return body;
    }

    private static List<Map<String, @Nullable Object>> jsons(List<LfsLock> found) {
        return found.stream().map(LfsLock::json).toList();
    }

    /** Says which locks a push has to respect. A push is a sign of work, so it renews the locks of its user. */
    private Answer verify(ToolRequest request) throws IOException {
        JsonBody body = json(request);
        LfsLocks all = locks(request, body.nested("ref").text("name", ""));
        int limit = limit(body.has("limit") ? Long.toString(body.requiredNumber("limit")) : "");
        LfsLocks.Page page = all.page(true, body.text("cursor", ""), limit);
        renew(request, all, page.locks());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("ours", jsons(page.locks().stream().filter(LfsLock::own).toList()));
        answer.put(
                "theirs",
                jsons(page.locks().stream().filter(lock -> !lock.own()).toList()));
        return answer(200, withNext(answer, page.next()));
    }

    private void renew(ToolRequest request, LfsLocks all, List<LfsLock> found) {
        for (LfsLock lock : found) {
            if (lock.granted()) {
                locks.renewIfOld(
                        request.caller(), all.receipt(lock.path(), lock.resource()), lock.hold(), RENEWED_AFTER);
            }
        }
    }
}
