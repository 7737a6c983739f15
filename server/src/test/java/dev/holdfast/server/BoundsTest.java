package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Draft;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.pages.Pages;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that a caller can send has a bound: the one of {@link Bounds}, stated in the description, and kept. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundsTest {
    private static final Set<Integer> REFUSED = Set.of(413, 422);
    private static final int RECEIPT = 33 + ResourceName.MAX_BYTES;

    /** What the description must say of a member, by its name: its length, or how many there may be. */
    private static final Map<String, Integer> WANTED = Map.ofEntries(
            Map.entry("resources", Bounds.NAMES),
            Map.entry("resources[]", ResourceName.MAX_BYTES),
            Map.entry("resource", ResourceName.MAX_BYTES),
            Map.entry("receipts", Bounds.RECEIPTS),
            Map.entry("receipts[]", RECEIPT),
            Map.entry("receipt", RECEIPT),
            Map.entry("processes", Bounds.PROCESSES),
            Map.entry("note", Bounds.NOTE),
            Map.entry("message", Bounds.NOTE),
            Map.entry("request", 32),
            Map.entry("within", (int) Bounds.TTL.toSeconds()),
            Map.entry("type", Bounds.TYPE),
            Map.entry("takeover", Bounds.REASON),
            Map.entry("reason", Bounds.REASON),
            Map.entry("id", Bounds.PERSON),
            Map.entry("name", Bounds.PERSON),
            Map.entry("user", Bounds.PERSON),
            Map.entry("author", Bounds.PERSON),
            Map.entry("by", Bounds.PERSON),
            Map.entry("label", Bounds.PERSON),
            Map.entry("prefix", Bounds.PERSON),
            Map.entry("expires", (int) AccessTokens.DEFAULT_LIFE.toSeconds()),
            Map.entry("host", Bounds.PROCESS_TEXT),
            Map.entry("boot", Bounds.PROCESS_TEXT),
            Map.entry("namespace", Bounds.PROCESS_TEXT),
            Map.entry("start", Bounds.PROCESS_TEXT),
            Map.entry("content", Draft.Edit.MAX_BYTES),
            Map.entry("ttl", (int) Bounds.TTL.toSeconds()),
            Map.entry("wait", (int) LockRequest.MAX_TIMEOUT.toSeconds()));

    /** The same for the members of a webhook. */
    private static final Map<String, Integer> OF_WEBHOOKS = Map.of(
            "name",
            63,
            "url",
            1_000,
            "resources",
            10,
            "resources[]",
            512,
            "events",
            32,
            "events[]",
            64,
            "rights",
            10,
            "rights[]",
            512);

    private static LockManager locks;
    private static HoldfastServer server;
    private static Http http;
    private static int number;

    @BeforeAll
    static void start() {
        Policies policies = new Policies(
                List.of(), Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        locks = StoreManagers.over(
                StoreProvider.openStore("memory:", InstantSource.system()), ManagerOptions.DEFAULT.policies(policies));
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        http = new Http(server.address());
    }

    @AfterAll
    static void stop() {
        server.close();
        locks.close();
    }

    /** A member of a body with the bound that the description states. */
    private record Member(String path, String name, List<String> within, long stated, LongFunction<Object> of) {
        @Override
        public String toString() {
            return path + " " + String.join(".", within);
        }
    }

    static List<Member> members() throws IOException {
        List<Member> members = new ArrayList<>();
        try (InputStream file = Pages.class.getResourceAsStream("openapi.json")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            map(Json.readObject(text).get("paths")).forEach((path, calls) -> {
                Object post = map(calls).get("post");
                Object body = post == null ? null : map(post).get("requestBody");
                if (body != null) {
                    Map<?, ?> schema = map(map(map(map(body).get("content")).get("application/json"))
                            .get("schema"));
                    collect(path.toString(), schema, List.of(), members);
                }
            });
        }
        return members;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) value;
    }

    private static void collect(String path, Map<?, ?> schema, List<String> within, List<Member> to) {
        if (!(schema.get("properties") instanceof Map<?, ?> properties)) {
            return;
        }
        properties.forEach((key, value) -> {
            String name = key.toString();
            List<String> here = new ArrayList<>(within);
            here.add(name);
            Map<?, ?> property = map(value);
            if (property.get("oneOf") instanceof List<?> choices) {
                assertThat(map(choices.get(0)).get("maxLength"))
                        .as("%s %s", path, here)
                        .isEqualTo((long) Bounds.DURATION);
                to.add(new Member(path, name, here, stated(map(choices.get(1)), "maximum", path, here), n -> n));
            } else if ("string".equals(property.get("type"))) {
                to.add(new Member(path, name, here, stated(property, "maxLength", path, here), text(name)));
            } else if ("array".equals(property.get("type"))) {
                Map<?, ?> items = map(property.get("items"));
                LongFunction<Object> one = items.get("properties") == null
                        ? text(name)
                        : n -> Map.of("pid", n + 1, "host", "h", "start", "s");
                long each = items.get("properties") == null ? RECEIPT / 10 : 1;
                to.add(new Member(path, name, here, stated(property, "maxItems", path, here), n -> {
                    List<Object> all = new ArrayList<>();
                    for (long i = 0; i < n; i++) {
                        all.add(items.get("properties") == null ? distinct(one.apply(each), i) : one.apply(i));
                    }
                    return all;
                }));
                if (items.get("properties") == null) {
                    to.add(new Member(
                            path,
                            name + "[]",
                            here,
                            stated(items, "maxLength", path, here),
                            n -> List.of(one.apply(n))));
                } else {
                    List<String> inside = new ArrayList<>(here);
                    inside.add("[]");
                    collect(path, items, inside, to);
                }
            } else {
                collect(path, property, here, to);
            }
        });
    }

    private static Object distinct(Object text, long number) {
        return text.toString() + "-" + number;
    }

    private static LongFunction<Object> text(String name) {
        boolean receipt = name.startsWith("receipt");
        boolean id = name.equals("request");
        return n -> id
                ? "0".repeat((int) n)
                : receipt ? "0".repeat(32) + "." + "x".repeat((int) n - 33) : "x".repeat((int) n);
    }

    private static long stated(Map<?, ?> schema, String word, String path, List<String> here) {
        assertThat(schema.get(word)).as("%s of %s %s", word, path, here).isInstanceOf(Long.class);
        return (Long) schema.get(word);
    }

    @Test
    void description_statesTheBoundsOfTheClass() throws IOException {
        assertThat(members())
                .hasSizeGreaterThan(30)
                .allSatisfy(member -> assertThat(member.stated)
                        .as(member.toString())
                        .isEqualTo((long) Objects.requireNonNull(wanted(member), member.name)));
    }

    private static @Nullable Integer wanted(Member member) {
        return (member.path.equals("/v1/admin/webhooks") ? OF_WEBHOOKS : WANTED).get(member.name);
    }

    @ParameterizedTest
    @MethodSource("members")
    void request_atTheBound_isReadAndBeyondItIsRefused(Member member) throws Exception {
        Told at = send(member, member.stated);
        assertThat(at.status()).as(at.response().body()).isNotIn(400, 413, 422, 500);
        Told beyond = send(member, member.stated + 1);
        assertThat(beyond.status()).as(beyond.response().body()).isIn(beyondStatuses(member));
        assertThat(beyond.response().body().length())
                .as("does not repeat what was sent")
                .isLessThan(2_000);
    }

    private static Set<Integer> beyondStatuses(Member member) {
        return member.name.equals("receipts[]") ? Set.of(404, 422) : REFUSED;
    }

    private static Told send(Member member, long size) throws Exception {
        String resource = "r" + number++;
        Map<String, Object> body = new LinkedHashMap<>();
        String path = member.path;
        switch (path) {
            case "/v1/locks" -> {
                body.put("resources", List.of(resource));
                body.put("owner", new LinkedHashMap<>(Map.of("id", "me")));
            }
            case "/v1/holds/{receipt}/heartbeat" -> path = path.replace("{receipt}", http.take(resource, "me"));
            case "/v1/admin/locks/{resource}/release" -> {
                path = path.replace("{resource}", resource);
                body.put("reason", "why");
            }
            case "/v1/requests" -> {
                http.take(resource, "another");
                body.put("resource", resource);
                body.put("owner", new LinkedHashMap<>(Map.of("id", "me")));
            }
            case "/v1/owners/{owner}/answers", "/v1/locks/{resource}/answers" -> {
                path = path.replace("{owner}", "me").replace("{resource}", resource);
                body.putAll(Map.of("request", "0".repeat(32), "answer", "in", "within", "10m"));
                if (path.startsWith("/v1/owners/")) {
                    body.put("resource", resource);
                }
            }
            case "/v1/owners/{owner}/shown", "/v1/owners/{owner}/mute" -> {
                path = path.replace("{owner}", "me");
                body.put("resource", resource);
            }
            case "/v1/fences/check" -> {
                body.put("resource", resource);
                body.put("fence", 1L);
            }
            case "/v1/admin/webhooks" -> body.putAll(Map.of("name", "chat", "url", "https://hooks.example.org/"));
            case "/v1/admin/tokens" -> body.putAll(Map.of("user", "anna", "role", "reader"));
            case "/v1/heartbeats", "/v1/looks", "/v1/releases" -> body.put("receipts", List.of("0".repeat(32) + ".r"));
            default -> {}
        }
        Object value = member.of.apply(size);
        if (member.name.equals("receipt")) {
            String named = value.toString().substring(33);
            body.put(
                    body.containsKey("resource") ? "resource" : "resources",
                    body.containsKey("resource") ? named : List.of(named));
        }
        put(body, member.within, value);
        if (member.within.contains("draft")) {
            complete(map(body.get("draft")));
        }
        Told told = http.post(path, Json.write(body));
        if (member.path.equals("/v1/locks") && told.status() == 201) {
            locks.admin().clear("test");
        }
        return told;
    }

    @SuppressWarnings("unchecked")
    private static void complete(Map<?, ?> draft) {
        ((Map<String, Object>) draft).putIfAbsent("revision", 1L);
        ((Map<String, Object>) draft).putIfAbsent("content", "text");
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> body, List<String> within, Object value) {
        Map<String, Object> at = body;
        for (int i = 0; i < within.size() - 1; i++) {
            boolean list = i + 1 < within.size() && within.get(i + 1).equals("[]");
            if (within.get(i).equals("[]")) {
                continue;
            }
            Map<String, Object> inner = list
                    ? new LinkedHashMap<>(Map.of("pid", 1L, "start", "s"))
                    : (Map<String, Object>) at.computeIfAbsent(within.get(i), any -> new LinkedHashMap<>());
            if (list) {
                at.put(within.get(i), List.of(inner));
            }
            at = inner;
        }
        at.put(within.get(within.size() - 1), value);
    }

    /** A text outside of a body, with the bound that the description states. */
    private record Parameter(String method, String path, String in, String name, long stated) {
        @Override
        public String toString() {
            return method + " " + path + " " + name;
        }
    }

    static List<Parameter> parameters() throws IOException {
        List<Parameter> parameters = new ArrayList<>();
        try (InputStream file = Pages.class.getResourceAsStream("openapi.json")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            map(Json.readObject(text).get("paths"))
                    .forEach((path, calls) -> map(calls).forEach((method, call) -> {
                        List<?> all = map(call).get("parameters") instanceof List<?> list ? list : List.of();
                        all.stream().map(BoundsTest::map).forEach(one -> {
                            Map<?, ?> schema = map(one.get("schema"));
                            if ("string".equals(schema.get("type"))) {
                                String name = one.get("name").toString();
                                long stated = stated(schema, "maxLength", path.toString(), List.of(name));
                                parameters.add(new Parameter(
                                        method.toString(),
                                        path.toString(),
                                        one.get("in").toString(),
                                        name,
                                        stated));
                            }
                        });
                    }));
        }
        return parameters;
    }

    @Test
    void description_statesTheBoundsOfParameters() throws IOException {
        assertThat(parameters())
                .hasSizeGreaterThan(30)
                .allSatisfy(parameter -> assertThat(parameter.stated)
                        .as(parameter.toString())
                        .isEqualTo(
                                switch (parameter.name) {
                                    case "names" -> Bounds.NAMED;
                                    case "receipt" -> RECEIPT;
                                    case "prefix", "after", "resource" -> ResourceName.MAX_BYTES;
                                    case "Idempotency-Key",
                                            "Last-Event-ID",
                                            "X-Holdfast-CSRF",
                                            "token",
                                            "hook",
                                            "letter" -> Bounds.HEADER;
                                    default -> Bounds.PERSON;
                                }));
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void parameter_atTheBound_isReadAndBeyondItIsRefused(Parameter parameter) throws Exception {
        assertThat(status(parameter, parameter.stated))
                .as("as any shorter one")
                .isEqualTo(status(parameter, 40))
                .isLessThan(500);
        assertThat(status(parameter, parameter.stated + 1)).isIn(404, 422);
    }

    private static int status(Parameter parameter, long length) throws Exception {
        String value = parameter.name.equals("receipt")
                ? "0".repeat(32) + "." + "x".repeat((int) length - 33)
                : parameter.name.equals("names") ? names(length) : "x".repeat((int) length);
        String path = parameter.path;
        if (parameter.in.equals("path")) {
            path = path.replace("{" + parameter.name + "}", value);
        } else if (parameter.in.equals("query")) {
            path += "?" + parameter.name + "=" + value.replace("\n", "%0A");
        }
        String receipt = http.take("p" + number++, "me");
        path = path.replace("{receipt}", receipt).replaceAll("\\{[a-z]+}", "r");
        HttpRequest.Builder request = http.request(path).header("Content-Type", "application/json");
        if (parameter.in.equals("header")) {
            request.header(parameter.name, value);
        }
        String body = switch (path) {
            case "/v1/locks" -> Http.taking("p" + number++, "me", "");
            default -> path.endsWith("/release") ? "{\"reason\":\"why\"}" : "{}";
        };
        HttpResponse<InputStream> answer = http.open(request.method(
                parameter.method.toUpperCase(Locale.ROOT),
                parameter.method.equals("post") ? BodyPublishers.ofString(body) : BodyPublishers.noBody()));
        answer.body().close();
        return answer.statusCode();
    }

    /** Returns names of that length in all, each of a length that a name may have. */
    private static String names(long length) {
        StringBuilder names = new StringBuilder();
        while (names.length() < length) {
            names.append(names.length() % 500 == 498 ? '\n' : 'x');
        }
        return names.toString();
    }

    @Test
    void request_thatOnceUsedUpTheMemory_isRefused() throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            names.add("n" + i);
        }
        Map<String, Object> process = Map.of("pid", 1L, "host", "h".repeat(900_000));
        String body =
                Json.write(Map.of("resources", names, "owner", Map.of("id", "me", "processes", List.of(process))));
        assertThat(http.post("/v1/locks", body).status()).isEqualTo(422);
        assertThat(http.get("/health").status()).isEqualTo(200);
    }

    @Test
    void timeToLive_ofThirtyDays_endsWithThePolicy() throws Exception {
        Told told = http.post("/v1/locks", Http.taking("long", "me", ",\"ttl\":\"30d\""));
        Map<?, ?> hold = told.first("holds");
        Duration lasts = Duration.between(
                Instant.parse(String.valueOf(hold.get("since"))), Instant.parse(String.valueOf(hold.get("until"))));
        assertThat(lasts)
                .isLessThanOrEqualTo(
                        Objects.requireNonNull(Preset.OFFLINE.policy().lease().absolute()));
    }

    /** Each quota has a row with its name, and the numbers of both roles. */
    @Test
    void document_statesTheQuotas() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "server.md"));
        for (RecordComponent component : Quota.class.getRecordComponents()) {
            String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            String row = document.lines()
                    .filter(line -> line.startsWith("| ") && line.contains("(`" + name + "`)"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row for " + name));
            List<String> cells = List.of(row.split("\\|"));
            assertThat(cells.get(2)).as(row).contains(shown(component, Quota.DEFAULT));
            assertThat(cells.get(3)).as(row).contains(shown(component, Quota.ADMIN));
        }
    }

    private static String shown(RecordComponent component, Quota quota) throws ReflectiveOperationException {
        int value = (Integer) component.getAccessor().invoke(quota);
        return value >= 1 << 20 ? (value >> 20) + " MiB" : String.format(Locale.ROOT, "%,d", value);
    }

    @Test
    void document_statesTheBounds() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "server.md"));
        for (int bound : new int[] {Bounds.NAMES, Bounds.PROCESSES, Bounds.PROCESS_TEXT}) {
            assertThat(document).contains("| " + bound + " |");
        }
        assertThat(document)
                .contains(
                        "| 1,000 characters |",
                        "| 512 characters |",
                        "| 30 days |",
                        "| 1,000 |",
                        "| 512 bytes in UTF-8 |");
    }
}
