package dev.holdfast.server.access;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls that create, list and revoke tokens. They need the role admin for all resources without a limit to verbs, since a
 * new token could otherwise do more than its maker.
 */
record TokenRoutes(@Nullable AccessTokens tokens) {
    private static final int MAX_TOKENS = 10_000;
    private static final Set<String> ROLES = Set.of("reader", "editor", "admin");

    List<Route> routes() {
        return List.of(
                Route.get("/v1/admin/tokens", this::list).needingMuch(),
                Route.post("/v1/admin/tokens", this::create),
                Route.delete("/v1/admin/tokens/{token}", this::revoke));
    }

    private AccessTokens managed(Request request) {
        request.caller().require(Caller.Role.ADMIN, "");
        if (tokens == null) {
            throw Problem.missing("This server has no sign-in with tokens: name sign-in in holdfast.yaml.");
        } else if (!request.caller().mayDoEverything()) {
            throw new Problem(
                            403,
                            "Not permitted",
                            "Tokens can be managed only with the role admin for all resources and all verbs.")
                    .denied("role admin", List.of());
        }
        return tokens;
    }

    private Answer list(Request request) {
        return Answer.ok(new JsonAnswer()
                .with(
                        "tokens",
                        managed(request).list().stream()
                                .limit(MAX_TOKENS)
                                .map(TokenRoutes::json)
                                .toList())
                .tree());
    }

    private Answer create(Request request) {
        request.caller().require(Caller.Role.ADMIN, "");
        AccessToken wanted = wanted(request.body().only("user", "name", "label", "role", "prefix", "expires"));
        NewToken made = managed(request).create(wanted);
        return Answer.created(new JsonAnswer()
                        .with("secret", made.secret())
                        .with("token", json(made.known()))
                        .tree())
                .did(() -> List.of(about("create-token", made.known())));
    }

    private static AccessToken wanted(JsonBody body) {
        String role = body.requiredText("role");
        if (!ROLES.contains(role)) {
            throw Problem.invalid("'role' must be reader, editor or admin.");
        }
        String user = body.requiredText("user");
        if (user.startsWith(JwtVerifier.REALM) || user.startsWith(Caller.ACCOUNT)) {
            throw Problem.invalid("The user of a token must not begin with " + JwtVerifier.REALM + " or "
                    + Caller.ACCOUNT + ": choose another name.");
        }
        Duration expires = body.duration("expires");
        Duration life = expires == null ? AccessTokens.DEFAULT_LIFE : expires;
        if (life.compareTo(AccessTokens.DEFAULT_LIFE) > 0) {
            throw Problem.invalid(
                    "'expires' must be at most 90 days: holdfast token create makes tokens that last longer.");
        }
        String prefix = Bounds.text("A prefix", body.text("prefix", ""), Bounds.PERSON);
        return AccessToken.of(user, List.of(new AccessToken.Right(role, prefix)))
                .display(body.text("name", ""))
                .label(body.text("label", ""))
                .life(life);
    }

    private Answer revoke(Request request) {
        AccessTokens all = managed(request);
        String id = Bounds.text("A token's id", request.value(), Bounds.HEADER);
        List<KnownToken> revoked = all.list().stream()
                .filter(known -> known.id().equals(id))
                .filter(known -> all.end(known.name()))
                .toList();
        if (revoked.isEmpty()) {
            throw Problem.missing("There is no such token any more.");
        }
        return Answer.ok(new JsonAnswer().with("revoked", revoked.size()).tree())
                .did(() -> revoked.stream()
                        .map(known -> about("revoke-token", known))
                        .toList());
    }

    private static AuditEvent about(String what, KnownToken known) {
        return AuditEvent.of(what)
                .with("about", known.id())
                .with("label", known.token().label())
                .with("owner", known.token().user());
    }

    private static Map<String, @Nullable Object> json(KnownToken known) {
        AccessToken token = known.token();
        Instant until = token.until();
        return new JsonAnswer()
                .with("id", known.id())
                .with("label", token.label())
                .with("user", token.user())
                .with("name", token.display().isEmpty() ? token.user() : token.display())
                .with(
                        "rights",
                        token.rights().stream()
                                .map(right -> new JsonAnswer()
                                        .with("role", right.role())
                                        .with("prefix", right.prefix())
                                        .with("exact", right.exact())
                                        .with(
                                                "verbs",
                                                right.verbs().isEmpty()
                                                        ? null
                                                        : right.verbs().stream()
                                                                .sorted()
                                                                .toList())
                                        .tree())
                                .toList())
                .with("since", token.since().toString())
                .with("until", until == null ? null : until.toString())
                .tree();
    }
}
