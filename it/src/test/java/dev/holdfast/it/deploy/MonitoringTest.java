package dev.holdfast.it.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.options.AuditOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The alerts for Prometheus and the dashboard for Grafana: they can be read, fire when they should, and name what a server measures. */
class MonitoringTest {
    private static final Path ALERTS = Command.ROOT.resolve("deploy/prometheus");
    private static final Path DASHBOARD = Command.ROOT.resolve("deploy/grafana/holdfast.json");
    private static final Pattern METRIC = Pattern.compile("\\b(?:holdfast|process|jvm)_[a-z_]+");

    @TempDir
    private Path folder;

    static boolean hasPromtool() {
        return Command.installed("promtool");
    }

    @Test
    @EnabledIf("hasPromtool")
    void alerts_fireWhenTheyShould() throws Exception {
        assertThat(Command.run(ALERTS, Map.of(), List.of("promtool", "check", "rules", "holdfast-alerts.yml")))
                .contains("SUCCESS");
        assertThat(Command.run(ALERTS, Map.of(), List.of("promtool", "test", "rules", "holdfast-alerts.test.yml")))
                .contains("SUCCESS");
    }

    @Test
    void eachAlert_isTried() throws Exception {
        String tried = Files.readString(ALERTS.resolve("holdfast-alerts.test.yml"));
        List<String> alerts = Pattern.compile("- alert: (\\w+)")
                .matcher(Files.readString(ALERTS.resolve("holdfast-alerts.yml")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(alerts)
                .hasSizeGreaterThan(5)
                .allSatisfy(alert -> assertThat(tried).contains("alertname: " + alert));
    }

    @Test
    void metrics_thatAreNamed_areThoseOfAServer() throws Exception {
        String measured = measured();
        TreeSet<String> named = new TreeSet<>();
        for (Path file : List.of(ALERTS.resolve("holdfast-alerts.yml"), DASHBOARD)) {
            METRIC.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .forEach(named::add);
        }
        assertThat(named)
                .hasSizeGreaterThan(10)
                .allSatisfy(metric -> assertThat(measured).containsPattern("(?m)^" + metric + "[{ ]"));
    }

    @Test
    void dashboard_showsEachPanelAtAPlaceOfItsOwn() throws Exception {
        JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        TreeSet<String> places = new TreeSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            JsonNode place = panel.get("gridPos");
            assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
            assertThat(places.add(place.get("x") + " " + place.get("y"))).isTrue();
            assertThat(panel.get("targets")).isNotEmpty();
        }
        assertThat(places).hasSizeGreaterThan(10);
    }

    /** Returns the metrics of a server that has done everything that is counted. */
    private String measured() throws Exception {
        AuditOptions audit = new AuditOptions(
                folder.resolve("audit.jsonl"),
                true,
                AuditOptions.DEFAULT_BYTES,
                AuditOptions.DEFAULT_KEEP,
                0,
                false,
                null);
        try (LockManager locks = LockManager.open("memory:");
                HoldfastServer server = HoldfastServer.start(
                        locks, ServerOptions.DEFAULT.port(0).audit(audit))) {
            post(server, "/v1/locks", "{\"resources\":[\"a\"],\"owner\":{\"id\":\"anna\"}}");
            post(server, "/v1/locks", "{\"resources\":[\"a\"],\"owner\":{\"id\":\"ben\"}}");
            post(server, "/v1/locks", "{\"resources\":[\"b\"],\"wait\":\"1s\",\"owner\":{\"id\":\"ben\"}}");
            post(server, "/v1/admin/locks/a/release", "{\"reason\":\"a test\"}");
            return send(HttpRequest.newBuilder(URI.create(server.address() + "/metrics")));
        }
    }

    private static void post(HoldfastServer server, String path, String body) throws Exception {
        send(HttpRequest.newBuilder(URI.create(server.address() + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofString())
                .body();
    }
}
