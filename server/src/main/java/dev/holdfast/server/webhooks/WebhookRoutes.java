package dev.holdfast.server.webhooks;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.json.Json;
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
import org.jspecify.annotations.Nullable;

/** The calls by which administrators of all resources see hooks, pause them, and deal with dead letters. */
public record WebhookRoutes(Webhooks webhooks) {
    private static final String HOOK = "/v1/admin/webhooks/{hook}";
    private static final String LETTERS = HOOK + "/dead-letters";

    /** Returns the routes. */
    public List<Route> routes() {
        return List.of(
                Route.get("/v1/admin/webhooks", this::list),
                Route.post("/v1/admin/webhooks", this::create),
                Route.delete(HOOK, this::remove),
                Route.post(HOOK + "/pause", this::pause),
                Route.post(HOOK + "/resume", this::resume),
                Route.get(LETTERS, this::letters).needingMuch(),
                Route.post(LETTERS + "/resend", this::resendAll),
                Route.post(LETTERS + "/{letter}/resend", this::resend),
                Route.delete(LETTERS + "/{letter}", this::delete));
    }

    private Answer list(Request request) {
        request.caller().require(Caller.Role.ADMIN, "");
        return Answer.ok(new JsonAnswer()
                .with("webhooks", webhooks.hooks().stream().map(this::json).toList())
                .tree());
    }

    /** Returns where hooks are created, for callers that may do so. */
    private CreatedHooks created(Request request) {
        if (!request.caller().mayDoEverything()) {
            throw new Problem(
                            403,
                            "Not permitted",
                            "Webhooks can be created and deleted only with the role admin for all resources and all verbs.")
                    .denied("role admin", List.of());
        }
        CreatedHooks created = webhooks.created();
        if (created == null) {
            throw new Problem(
                    409,
                    "Not enabled",
                    "The operator of this server has not enabled webhooks of administrators: serve.webhooks.key-env or"
                            + " key-file in holdfast.yaml does so.");
        }
        return created;
    }

    private Answer create(Request request) {
        request.caller().require(Caller.Role.ADMIN, "");
        JsonBody body = request.body().only("name", "url", "resources", "events", "rights");
        CreatedHook hook = new CreatedHook(
                body.requiredText("name"),
                AccessTokens.randomText(),
                body.requiredText("url"),
                body.texts("resources"),
                body.texts("events"),
                body.texts("rights"),
                request.caller().name(),
                Instant.now());
        CreatedHooks created = created(request);
        HookOptions options = created.options(hook);
        if (!webhooks.allowed().mayPermit(options.url().getHost(), options.tls())) {
            throw Problem.invalid(
                    "The operator has not allowed this address: serve.webhooks.allow in holdfast.yaml lists"
                            + " names and ranges. Without TLS, a range is needed.");
        }
        try {
            if (webhooks.hook(hook.name()) != null && webhooks.made(hook.name()) == null) {
                throw new IllegalStateException("holdfast.yaml names a webhook like that: choose another name.");
            }
            created.add(hook);
        } catch (IllegalStateException e) {
            throw new Problem(409, "Not created", String.valueOf(e.getMessage()));
        }
        webhooks.refresh();
        Hook made = webhooks.hook(hook.name());
        return Answer.created(new JsonAnswer()
                        .with("secret", created.key().secret(hook.name(), hook.id()))
                        .with("webhook", json(made == null ? new Hook(options) : made))
                        .tree())
                .did(() -> List.of(AuditEvent.of("create-webhook")
                        .with("about", hook.name())
                        .with("address", options.url().getHost())));
    }

    private Answer remove(Request request) {
        String name = name(request);
        CreatedHooks created = created(request);
        Hook hook = hook(request);
        CreatedHook made = webhooks.made(name);
        if (made == null) {
            throw new Problem(
                    409, "Not deleted", "This webhook is named in holdfast.yaml, where its operator can remove it.");
        }
        try {
            created.remove(made);
        } catch (IllegalStateException e) {
            throw new Problem(409, "Not deleted", String.valueOf(e.getMessage()));
        }
        webhooks.refresh();
        return Answer.ok(new JsonAnswer().with("deleted", 1).tree()).did(() -> List.of(about("delete-webhook", hook)));
    }

    private static String name(Request request) {
        request.caller().require(Caller.Role.ADMIN, "");
        return Bounds.text("A webhook's name", request.value(), Bounds.HEADER);
    }

    private Hook hook(Request request) {
        Hook hook = webhooks.hook(name(request));
        if (hook == null) {
            throw Problem.missing("There is no such webhook: GET /v1/admin/webhooks lists them.");
        }
        return hook;
    }

    private Answer pause(Request request) {
        Hook hook = hook(request);
        request.body().only();
        webhooks.pause(hook);
        return done(hook, "pause-webhook");
    }

    private Answer resume(Request request) {
        Hook hook = hook(request);
        request.body().only();
        webhooks.resume(hook);
        return done(hook, "resume-webhook");
    }

    private Answer done(Hook hook, String what) {
        return Answer.ok(json(hook)).did(() -> List.of(about(what, hook)));
    }

    private Answer letters(Request request) {
        Hook hook = hook(request);
        return Answer.ok(new JsonAnswer()
                .with(
                        "deadLetters",
                        hook.deadLetters().stream().map(WebhookRoutes::letter).toList())
                .tree());
    }

    private Answer resendAll(Request request) {
        Hook hook = hook(request);
        request.body().only();
        long sent = hook.deadLetters().stream()
                .filter(letter -> hook.resend(letter.id()))
                .count();
        return resent(hook, sent);
    }

    private Answer resend(Request request) {
        Hook hook = hook(request);
        request.body().only();
        if (!hook.resend(letter(request))) {
            throw noLetter();
        }
        return resent(hook, 1);
    }

    private Answer resent(Hook hook, long sent) {
        webhooks.sendDue(hook);
        return Answer.ok(new JsonAnswer().with("resent", sent).tree())
                .did(() -> List.of(about("resend-webhook", hook).with("count", sent)));
    }

    private Answer delete(Request request) {
        Hook hook = hook(request);
        if (!hook.delete(letter(request))) {
            throw noLetter();
        }
        return Answer.ok(new JsonAnswer().with("deleted", 1).tree())
                .did(() -> List.of(about("delete-dead-letter", hook)));
    }

    private static String letter(Request request) {
        return Bounds.text("A dead letter's id", request.values().get(1), Bounds.HEADER);
    }

    private static Problem noLetter() {
        return Problem.missing("There is no such dead letter any more, or no room for it in the queue.");
    }

    private static AuditEvent about(String what, Hook hook) {
        return AuditEvent.of(what).with("about", hook.options().name());
    }

    private Map<String, @Nullable Object> json(Hook hook) {
        HookOptions options = hook.options();
        CreatedHook made = webhooks.made(options.name());
        Duration endsSoon = options.endsSoon();
        return new JsonAnswer()
                .with("name", options.name())
                .with("url", options.url().toString())
                .with("resources", options.resources())
                .with("events", options.events())
                .with("endsSoon", endsSoon == null ? null : endsSoon.toString())
                .with("rights", options.rights())
                .with("paused", hook.paused())
                .with("waiting", hook.waiting())
                .with("retrying", hook.retrying())
                .with("delivered", hook.delivered())
                .with("failures", hook.failed())
                .with("deadLetters", hook.dead())
                .with("dropped", hook.dropped())
                .with("createdBy", made == null ? null : made.by())
                .with("createdAt", made == null ? null : Instants.write(made.at()))
                .tree();
    }

    private static Map<String, @Nullable Object> letter(Delivery letter) {
        return new JsonAnswer()
                .with("id", letter.id())
                .with("resource", letter.resource())
                .with("event", letter.kind())
                .with("at", Instants.write(letter.at()))
                .with("tries", letter.tries())
                .with("why", letter.failure())
                .with("body", Json.readObject(letter.body()))
                .tree();
    }
}
