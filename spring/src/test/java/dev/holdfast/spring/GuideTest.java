package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.internal.json.Json;
import dev.holdfast.spring.guide.NightlyBilling;
import dev.holdfast.spring.guide.Policies;
import dev.holdfast.spring.guide.Underwriting;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** What {@code docs/spring.md} shows is what runs here. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuideTest {
    private static final String GUIDE = read(Path.of("../docs/spring.md"));
    private static final Pattern TIMES =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[^\"]+Z|\\d\\d:\\d\\d(:\\d\\d)?|\\d+ seconds? ago");

    private static ConfigurableApplicationContext app;

    @Configuration(proxyBeanMethods = false)
    @Import(Underwriting.class)
    static class SignedIn {
        @Bean
        Filter user() {
            return new UserHeader();
        }
    }

    @BeforeAll
    static void start() {
        List<String> properties = new ArrayList<>(List.of("HOLDFAST_KEY=0123456789-0123456789-0123456789"));
        blocks("properties")
                .forEach(block -> block.lines()
                        .filter(line -> !line.startsWith("spring.datasource.url"))
                        .forEach(properties::add));
        properties.addAll(List.of(Postgres.fresh()));
        app = Apps.web(SignedIn.class, properties.toArray(String[]::new));
        JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE policy (id bigint PRIMARY KEY, text text)");
        jdbc.execute("INSERT INTO policy VALUES (1, 'house'), (2, 'car'), (3, 'boat')");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> blocks(String language) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(GUIDE);
        List<String> found = block.results().map(result -> result.group(1)).toList();
        assertThat(found).as("samples in %s", language).isNotEmpty();
        return found;
    }

    @Test
    void samples_areOfTheApplicationThatRuns() throws IOException {
        String sources;
        try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/holdfast/spring/guide"));
                Stream<Path> entities = Files.walk(Path.of("src/test/java/dev/holdfast/spring/jpa"))) {
            sources = Stream.concat(files, entities)
                    .filter(Files::isRegularFile)
                    .map(GuideTest::read)
                    .collect(Collectors.joining(
                            "\n", "", read(Path.of("src/test/java/dev/holdfast/spring/ReactiveTest.java"))));
        }
        assertThat(blocks("java"))
                .hasSize(11)
                .allSatisfy(sample -> assertThat(sources).contains(sample));
        assertThat(read(Path.of("src/test/resources/static/edit.html"))).contains(blocks("html"));
    }

    @Test
    @DisplayName("P16: what the guide shows of a refusal is what comes back")
    void refusal_isAsShown() {
        Browser.of("anna", app).post("/policies/1/edit");
        Browser.Answer refused = Browser.of("ben", app).post("/policies/1/edit");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(masked(refused.body()))
                .isEqualTo(masked(blocks("json").get(0).strip()));
    }

    private static Map<String, Object> masked(String json) {
        return Json.readObject(TIMES.matcher(json).replaceAll("…"));
    }

    @Test
    @DisplayName("P7: saved or cancelled, it is free for the next")
    void editedAndSaved() {
        Browser anna = Browser.of("anna", app);
        Browser ben = Browser.of("ben", app);
        assertThat(anna.post("/policies/2/edit").json()).containsEntry("text", "car");
        assertThat(ben.send("PUT", "/policies/2", "{\"id\": 2, \"text\": \"mine\"}")
                        .status())
                .isEqualTo(409);
        assertThat(anna.send("PUT", "/policies/2", "{\"id\": 2, \"text\": \"truck\"}")
                        .status())
                .isEqualTo(200);
        assertThat(ben.post("/policies/2/edit").json()).containsEntry("text", "truck");
        assertThat(ben.post("/policies/2/cancel").status()).isEqualTo(200);
        assertThat(app.getBean(LockManager.class).view("policy/2").free()).isTrue();
        assertThat(app.getBean(Policies.class).find(2).text()).isEqualTo("truck");
    }

    @Test
    @DisplayName("P6: the job of the guide")
    void job() {
        NightlyBilling billing = app.getBean(NightlyBilling.class);
        billing.bill(3);
        Browser.of("anna", app).post("/policies/3/edit");
        assertThatThrownBy(() -> billing.bill(3))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("Anna Berg");
        assertThat(app.getBean(LockManager.class)
                        .admin()
                        .policy("policy/3")
                        .lease()
                        .absolute())
                .isEqualTo(Duration.ofHours(2));
    }

    @Test
    void everyProperty_isInTheGuide() {
        MetadataTest.properties().forEach(name -> {
            String last = name.substring(name.lastIndexOf('.') + 1);
            assertThat(GUIDE).as(name).contains("." + last);
        });
    }
}
