package dev.holdfast.example.play.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.LockManager;
import dev.holdfast.example.play.compose.Cast;
import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.People;
import dev.holdfast.example.play.data.Stage;
import dev.holdfast.example.play.data.User;
import dev.holdfast.server.CallerLocks;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import io.vertx.core.json.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Saying who one is. A session is known by 256 random bits in a cookie, of which only a hash is kept. */
final class SessionCalls {
    static final String COOKIE = "play";
    private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict";
    private static final int MAX_NAME = 40;
    private static final int SECRET_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The beginning of the names of sessions. */
    private static final String PREFIX = "session-";

    private final People people;
    private final Stage stage;
    private final LockManager locks;

    SessionCalls(People people, Stage stage, LockManager locks) {
        this.people = people;
        this.stage = stage;
        this.locks = locks;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/play/users",
                        request -> Answer.ok(new JsonObject()
                                .put(
                                        "users",
                                        people.all().stream()
                                                .map(SessionCalls::json)
                                                .toList())
                                .getMap())),
                Route.post("/play/users", this::join),
                Route.post("/play/sign-in", this::signIn),
                Route.post("/play/sign-out", this::signOut),
                Route.get("/v1/session", SessionCalls::session),
                Route.get("/play/me", request -> Answer.ok(json(me(request.caller())))),
                Route.post("/play/me/delete", this::leave));
    }

    static Map<String, @Nullable Object> json(User user) {
        return new JsonObject()
                .put("userId", user.id())
                .put("username", user.name())
                .getMap();
    }

    /** Answers like a standalone server, for {@code holdfast.js}. Cookies of this game go to its own pages alone. */
    private static Answer session(Request request) {
        return Answer.ok(new JsonObject()
                .put("signedIn", true)
                .put("user", request.caller().name())
                .put("name", request.caller().display())
                .put("csrf", null)
                .getMap());
    }

    private static User me(Caller caller) {
        return new User(caller.name(), caller.display());
    }

    /** Returns the name of a session, which may be shown. */
    static String name(String secret) {
        return PREFIX + hash(secret);
    }

    private static String hash(String secret) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the user of a session that has not ended. */
    Optional<User> find(String secret) {
        return secret.isEmpty() ? Optional.empty() : people.ofSession(hash(secret));
    }

    boolean isPresent(Caller caller) {
        return people.ofSession(hashOf(caller)).isPresent();
    }

    private static String hashOf(Caller caller) {
        return caller.session().substring(PREFIX.length());
    }

    private Answer join(Request request) {
        JsonBody body = request.body().only("username");
        String name = name(body.requiredText("username"), "username");
        User user = people.add(name)
                .orElseThrow(() -> new Problem(
                        409,
                        "Conflict",
                        "There is already a player called " + name
                                + ": sign in as that player, or choose another name."));
        return begin(Answer.created(json(user)), user);
    }

    /** Returns a name that can be shown: not empty, not too long, on one line. */
    static String name(String given, String member) {
        String name = given.strip();
        if (name.isEmpty() || name.length() > MAX_NAME || name.codePoints().anyMatch(Character::isISOControl)) {
            throw Problem.invalid("'" + member + "' must have 1 to " + MAX_NAME + " characters, on one line.");
        }
        return name;
    }

    private Answer signIn(Request request) {
        JsonBody body = request.body().only("userId");
        User user = people.byId(Cast.id(body.requiredText("userId")))
                .orElseThrow(() -> Problem.missing("There is no player with that id."));
        return begin(Answer.ok(json(user)), user);
    }

    private Answer begin(Answer answer, User user) {
        String secret = newSecret();
        people.signIn(hash(secret), user.id());
        return answer.with("Set-Cookie", COOKIE + "=" + secret + ATTRIBUTES);
    }

    /** Ends the session first, so that it is not used while its locks are released. */
    private Answer signOut(Request request) {
        request.body().only();
        people.signOut(hashOf(request.caller()));
        int released = CallerLocks.endSession(locks, request.caller());
        return Answer.ok(new JsonObject().put("released", released).getMap())
                .with("Set-Cookie", COOKIE + "=; Max-Age=0" + ATTRIBUTES);
    }

    /** Removes the user with all scenes and characters. Locks are ended first, so that others are notified. */
    private Answer leave(Request request) {
        request.body().only();
        Caller caller = request.caller();
        String actor = caller.display();
        stage.scenesOf(caller.name()).stream()
                .filter(scene -> Cast.leads(caller, scene))
                .forEach(scene -> locks.list(Turns.prefix(scene.id()))
                        .forEach(view -> locks.admin().forceRelease(view.resource(), actor, "the scene is over")));
        locks.holds()
                .listByUser(caller.name())
                .forEach(view -> locks.admin().forceRelease(view.resource(), actor, "the player left"));
        people.remove(caller.name());
        return Answer.ok(new JsonObject().put("success", true).getMap())
                .with("Set-Cookie", COOKIE + "=; Max-Age=0" + ATTRIBUTES);
    }
}
