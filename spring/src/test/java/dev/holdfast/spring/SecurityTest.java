package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Spring Security says who is who, and who may release what others hold. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SecurityTest {
    private static ConfigurableApplicationContext app;

    private final LockManager locks = app.getBean(LockManager.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(HttpTest.Editor.class)
    static class App {
        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(any -> any.anyRequest().permitAll())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("anna")
                            .password("{noop}pass")
                            .roles("USER")
                            .build(),
                    User.withUsername("clara")
                            .password("{noop}pass")
                            .roles("ADMIN")
                            .build());
        }
    }

    @BeforeAll
    static void start() {
        app = Apps.secured(
                App.class,
                "holdfast.store=memory:",
                "spring.datasource.url=jdbc:h2:mem:unused",
                "holdfast.admin.open=true");
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    private static HttpResponse<String> post(String user, String path) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(Apps.address(app) + path)).POST(HttpRequest.BodyPublishers.noBody());
        if (!user.isEmpty()) {
            byte[] login = (user + ":pass").getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("P17: only those with the authority release what others hold")
    void admin_needsTheAuthority() throws Exception {
        assertThat(post("anna", "/edit/1").statusCode()).isEqualTo(200);
        assertThat(post("", "/admin/locks/policy/1/release").statusCode()).isEqualTo(401);
        HttpResponse<String> refused = post("anna", "/admin/locks/policy/1/release");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("You need the authority ROLE_ADMIN");
        assertThat(locks.view("policy/1").free()).isFalse();
        assertThat(post("clara", "/admin/locks/policy/1/release").statusCode()).isEqualTo(200);
        assertThat(locks.view("policy/1").free()).isTrue();
        assertThat(locks.admin()
                        .history(new HistoryQuery("policy/1", null, 1))
                        .get(0)
                        .event()
                        .actor())
                .isEqualTo("clara");
    }

    @Test
    @DisplayName("P6: the user is whoever signed in")
    void owner_isWhoSignedIn() throws Exception {
        post("anna", "/edit/2");
        assertThat(locks.view("policy/2").holders().get(0).hold().owner().user())
                .isEqualTo("anna");
    }
}
