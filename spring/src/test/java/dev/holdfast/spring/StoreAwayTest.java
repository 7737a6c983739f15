package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engines.RedisServer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** The store of a running application goes away. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoreAwayTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("P2: a store that cannot be reached is a problem 503 and a health that is down, without its address")
    void unreachable_isAProblem() {
        try (RedisServer redis = RedisServer.durable(folder);
                ConfigurableApplicationContext app = Apps.web(
                        HttpTest.App.class,
                        "holdfast.store=" + redis.address(),
                        "spring.datasource.url=jdbc:h2:mem:unused",
                        "management.endpoint.health.show-details=always")) {
            Browser anna = Browser.of("Anna", app);
            assertThat(anna.post("/edit/1").status()).isEqualTo(200);
            redis.kill();
            Browser.Answer refused = anna.post("/edit/2");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("2");
            assertThat(refused.body()).doesNotContain("redis", "127.0.0.1");
            assertThat(anna.get("/actuator/health").status()).isEqualTo(503);
            redis.restart();
            assertThat(anna.post("/edit/1").status()).isEqualTo(200);
        }
    }
}
