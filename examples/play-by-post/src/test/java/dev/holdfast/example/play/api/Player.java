package dev.holdfast.example.play.api;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** A browser in which somebody has signed in: what it may ask, and all that it was ever told. */
final class Player {
    /** One for all, since each would bring threads of its own; what tells browsers apart are their cookies. */
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String address;
    private final Map<String, String> cookies;
    private final Queue<Told> told;
    private String userId = "";
    private String username = "";

    private Player(String address, Map<String, String> cookies, Queue<Told> told) {
        this.address = address;
        this.cookies = cookies;
        this.told = told;
    }

    /** A browser in which nobody has signed in. */
    static Player nobody(String address) {
        return new Player(address, new ConcurrentHashMap<>(), new ConcurrentLinkedQueue<>());
    }

    /** Somebody new. */
    static Player join(String address, String username) throws IOException, InterruptedException {
        Player player = nobody(address);
        return player.known(
                player.post("/play/users", Map.of("username", username)).expect(201));
    }

    /** The same person in another browser. */
    Player onAnotherDevice() throws IOException, InterruptedException {
        Player other = nobody(address);
        return other.known(other.post("/play/sign-in", Map.of("userId", userId)).expect(200));
    }

    /** The same browser, led to another server. */
    Player at(String other) {
        Player same = new Player(other, cookies, told);
        same.userId = userId;
        same.username = username;
        return same;
    }

    private Player known(Answer answer) {
        userId = answer.text("userId");
        username = answer.text("username");
        return this;
    }

    String userId() {
        return userId;
    }

    String username() {
        return username;
    }

    /** What came over the wire, every byte of it, and upon what. */
    record Told(String asked, String bytes) {}

    /** All that came, of answers and events. */
    List<Told> told() {
        return List.copyOf(told);
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send("GET " + path, request(path).GET());
    }

    Answer delete(String path) throws IOException, InterruptedException {
        return send("DELETE " + path, request(path).DELETE());
    }

    Answer post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        return post(path, Json.write(body));
    }

    Answer post(String path, String json) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
        return send("POST " + path, request);
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(60));
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return request;
    }

    Answer send(String asked, HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
        response.headers().allValues("Set-Cookie").forEach(this::keep);
        Answer answer = Answer.of(response);
        told.add(new Told(asked, answer.whole()));
        return answer;
    }

    private void keep(String set) {
        String[] cookie = set.split(";", 2)[0].split("=", 2);
        if (cookie[1].isEmpty()) {
            cookies.remove(cookie[0]);
        } else {
            cookies.put(cookie[0], cookie[1]);
        }
    }

    /** Listens to the live events of a scene; returns when everything from now on will be heard. */
    Channel listen(String sceneId) throws IOException, InterruptedException {
        return stream("/play/channels/scene:" + sceneId + ":locks");
    }

    /** Listens to any stream of events that begins with word that it is ready. */
    Channel stream(String path) throws IOException, InterruptedException {
        HttpRequest request = request(path)
                .timeout(Duration.ofMinutes(10))
                .header("Accept", "text/event-stream")
                .build();
        HttpResponse<InputStream> response = CLIENT.send(request, BodyHandlers.ofInputStream());
        return Channel.of(response, bytes -> told.add(new Told("GET " + path, bytes)));
    }

    /** Makes a scene, as its game master; its id. */
    String newScene(String title) throws IOException, InterruptedException {
        return post("/play/scenes", Map.of("title", title)).expect(201).text("sceneId");
    }

    /** The same, where only one character at a time is composed for. */
    String newSceneOneAtATime(String title) throws IOException, InterruptedException {
        return post("/play/scenes", Map.of("title", title, "oneAtATime", true))
                .expect(201)
                .text("sceneId");
    }

    /** Gives somebody a character in a scene of one's own. */
    SceneCharacter cast(String sceneId, String name, Player player) throws IOException, InterruptedException {
        Answer answer =
                post("/play/scenes/" + sceneId + "/characters", Map.of("name", name, "userId", player.userId()));
        return new SceneCharacter(sceneId, answer.expect(201).text("characterId"), name);
    }

    Answer scene(String sceneId) throws IOException, InterruptedException {
        return get("/play/scenes/" + sceneId);
    }

    /** The posts of a scene that this player sees, by their contents, in their order. */
    List<String> posts(String sceneId) throws IOException, InterruptedException {
        return scene(sceneId).expect(200).list("posts").stream()
                .map(post -> String.valueOf(post.get("content")))
                .toList();
    }

    Answer draft(SceneCharacter character) throws IOException, InterruptedException {
        return get(character.path("/draft"));
    }

    Answer forceRelease(SceneCharacter character) throws IOException, InterruptedException {
        return post(character.path("/lock/force-release"), Map.of());
    }

    /** Takes a lock as {@code holdfast.js} does; its receipt. */
    String takeByHoldfast(String resource) throws IOException, InterruptedException {
        return post("/v1/locks", Map.of("resources", List.of(resource), "owner", Map.of("id", "script")))
                .expect(201)
                .text("holds", 0, "receipt");
    }

    /** A tab of this browser with the form of that character; every name is another tab. */
    Tab tab(SceneCharacter character, String name) {
        return new Tab(this, character, name);
    }

    Tab tab(SceneCharacter character) {
        return tab(character, "tab");
    }

    /** As it stands in a path. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
