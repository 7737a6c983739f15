package dev.holdfast.protocol.gitlfs;

import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRoute;
import dev.holdfast.server.protocol.Protocol;
import dev.holdfast.server.protocol.ProtocolContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** File locking of Git LFS: {@code git lfs lock}, {@code locks} and {@code unlock}, and what a push asks. Files stay elsewhere. */
public final class GitLfsProtocol implements Protocol {
    static final String MEDIA_TYPE = "application/vnd.git-lfs+json";

    private static final int HELD = 423;
    private static final int CONFLICT = 409;

    @Override
    public String name() {
        return "git-lfs";
    }

    @Override
    public String path() {
        return "/git/";
    }

    /** The client shows the message alone, so it is the whole sentence. It knows no other status for a lock that is held. */
    @Override
    public Answer explain(Problem problem) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("message", String.valueOf(problem.getMessage()));
        Object lock = problem.member(LfsCalls.LOCK);
        if (lock != null) {
            body.put(LfsCalls.LOCK, lock);
        }
        int status = problem.status() == HELD ? CONFLICT : problem.status();
        return new Answer(status, body, Map.of("Content-Type", MEDIA_TYPE));
    }

    @Override
    public List<ToolRoute> open(ProtocolContext context) {
        return new LfsCalls(context.locks(), Repository.all(context.settings())).routes();
    }
}
