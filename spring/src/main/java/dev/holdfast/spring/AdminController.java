package dev.holdfast.spring;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.servlet.CrossSite;
import dev.holdfast.session.ForeignPages;
import dev.holdfast.session.LockMeters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /admin/locks/{id}/release} releases the lock of another owner. The release is recorded in the history with its actor
 * and reason, and reported to the holder. The name of a resource is the path as it is, slashes included: {@code
 * /admin/locks/policy/12345/release}.
 */
@RestController
final class AdminController {
    private static final String RELEASE = "/release";

    private final LockManager locks;
    private final AdminGate gate;
    private final OwnerNames names;
    private final LockMeters meters;

    AdminController(LockManager locks, AdminGate gate, OwnerNames names, LockMeters meters) {
        this.locks = locks;
        this.gate = gate;
        this.names = names;
        this.meters = meters;
    }

    /**
     * The body of a release.
     *
     * @param fence the hold that it is about; null for every hold
     */
    record Reason(@Nullable String reason, @Nullable Long fence) {}

    @RequestMapping(
            path = "/admin/locks/{*path}",
            method = {RequestMethod.POST, RequestMethod.DELETE})
    ResponseEntity<Object> release(
            @PathVariable String path,
            @RequestParam(required = false) @Nullable String reason,
            @RequestParam(required = false) @Nullable Long fence,
            @RequestBody(required = false) @Nullable Reason body,
            HttpServletRequest request,
            HttpServletResponse response) {
        ForeignPages.HEADERS.forEach(response::setHeader);
        Principal caller = request.getUserPrincipal();
        AdminGate.Denial denial = gate.denies(caller);
        if (denial != null) {
            return problem(HttpStatusCode.valueOf(denial.status()), denial.sentence());
        }
        if (CrossSite.asks(request)) {
            return problem(HttpStatus.FORBIDDEN, ForeignPages.SENTENCE);
        }
        if (!path.endsWith(RELEASE) || path.length() < RELEASE.length() + 2) {
            return problem(HttpStatus.NOT_FOUND, "The path is /admin/locks/{resource}/release.");
        }
        String resource = path.substring(1, path.length() - RELEASE.length());
        String why = body != null && body.reason() != null ? body.reason() : reason;
        Long hold = body != null && body.fence() != null ? body.fence() : fence;
        String actor = caller == null ? "an administrator" : names.nameOf(caller);
        List<Hold> ended;
        try {
            ended = hold == null
                    ? locks.admin().forceRelease(resource, actor, why == null ? "" : why)
                    : locks.admin().forceRelease(resource, hold, actor, why == null ? "" : why);
        } catch (IllegalArgumentException e) {
            return problem(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        if (ended.isEmpty() && hold != null && !locks.view(resource).free()) {
            return problem(
                    HttpStatus.CONFLICT,
                    "Nothing was released: the hold that this was about has ended, and another owner has the lock by"
                            + " now.");
        }
        meters.forced(ended.size());
        return ResponseEntity.ok(Map.of("resource", resource, "released", ended.size()));
    }

    private static ResponseEntity<Object> problem(HttpStatusCode status, String sentence) {
        return ResponseEntity.status(status).body(ProblemDetail.forStatusAndDetail(status, sentence));
    }
}
