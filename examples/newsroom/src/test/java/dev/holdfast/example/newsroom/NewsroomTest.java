package dev.holdfast.example.newsroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.browser.Visitor;
import dev.holdfast.browser.Visitor.Answer;
import dev.holdfast.example.newsroom.article.Article;
import dev.holdfast.example.newsroom.article.ArticleRepository;
import dev.holdfast.example.newsroom.article.StaleArticleException;
import dev.holdfast.internal.json.Json;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Two nodes on one Redis: Anna works at one, Ben at the other. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NewsroomTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final LockManager locks = Nodes.TWO.getBean(LockManager.class);
    private final StringRedisTemplate redis = Nodes.TWO.getBean(StringRedisTemplate.class);
    private final Visitor anna = Visitor.at(Nodes.address(Nodes.ONE), "anna");
    private final Visitor ben = Visitor.at(Nodes.address(Nodes.TWO), "ben");

    @AfterEach
    void clear() {
        locks.admin().clear("test");
    }

    private Hold hold(long article) {
        return locks.view("article/" + article).holders().get(0).hold();
    }

    private boolean free(long article) {
        return locks.view("article/" + article).free();
    }

    @Test
    @DisplayName("P19: 40 minutes, a ping every 30 s, lost after 5 minutes")
    void policy_isTheDocuments() {
        assertThat(anna.get("/articles/1/edit").json()).containsEntry("id", 1L);
        assertThat(hold(1).lease().absolute()).isEqualTo(Duration.ofMinutes(40));
        assertThat(hold(1).lease().grace()).isEqualTo(Duration.ofMinutes(5));
        assertThat(locks.admin().policy("article/1").heartbeat()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("V3: the key lock:article:{id} with 2400 s, while it is edited")
    void key_isThereWhileItIsEdited() {
        anna.get("/articles/1/edit");
        await().atMost(PATIENCE).until(() -> Boolean.TRUE.equals(redis.hasKey("lock:article:1")));
        assertThat(redis.getExpire("lock:article:1")).isBetween(2300L, 2400L);
        Map<String, Object> value =
                Json.readObject(Objects.requireNonNull(redis.opsForValue().get("lock:article:1")));
        assertThat(value)
                .containsEntry("ownerName", "Anna")
                .containsEntry("ownerId", hold(1).owner().id())
                .containsEntry("acquiredAt", hold(1).since().toString());
        anna.send("DELETE", "/articles/1/edit", "");
        await().atMost(PATIENCE).until(() -> Boolean.FALSE.equals(redis.hasKey("lock:article:1")));
    }

    @Test
    @DisplayName("P16: who, since when, until when, and what to do")
    void edit_whileAnotherDoes_isRefusedInASentence() {
        anna.get("/articles/2/edit");
        Answer refused = ben.get("/articles/2/edit");
        assertThat(refused.status()).isEqualTo(423);
        assertThat((String) refused.json().get("detail"))
                .matches(
                        "Anna has been editing this article since \\d\\d:\\d\\d\\. It is free again in about (39|40) minutes"
                                + " at the latest: try again then, or ask Anna to release it\\.");
        assertThat(refused.json()).containsEntry("article", 2L).containsEntry("name", "Anna");
        assertThat(ben.get("/articles/2").json()).containsEntry("id", 2L);
    }

    @Test
    @DisplayName("P16: a user who edits in another browser is offered to move the lock; others are not")
    void edit_inAnotherBrowser_isMoved() {
        anna.get("/articles/2/edit");
        Visitor phone = Visitor.at(Nodes.address(Nodes.TWO), "anna");
        Answer refused = phone.get("/articles/2/edit");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.json()).containsEntry("mine", true);
        assertThat((String) refused.json().get("detail"))
                .startsWith("You have been editing this article in another browser since");
        assertThat(ben.post("/articles/2/move").status()).isEqualTo(423);
        assertThat(anna.send("POST", "/session/ping", "{\"resources\": [\"article/2\"]}")
                        .json()
                        .get("holds"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
        assertThat(phone.post("/articles/2/move").json()).containsEntry("id", 2L);
        assertThat(anna.send("POST", "/session/ping", "{\"resources\": [\"article/2\"]}")
                        .body())
                .contains("Anna released it (moved to another browser).");
    }

    @Test
    @DisplayName("P13: whoever begins at a section has the whole article")
    void section_locksItsArticle() {
        List<?> sections = (List<?>) anna.get("/articles/3").json().get("sections");
        Object second = ((Map<?, ?>) sections.get(1)).get("id");
        assertThat(anna.get("/sections/" + second + "/edit").json()).containsEntry("id", 3L);
        assertThat(ben.get("/articles/3/edit").status()).isEqualTo(423);
        Object first = ((Map<?, ?>) sections.get(0)).get("id");
        assertThat(ben.get("/sections/" + first + "/edit").status()).isEqualTo(423);
        assertThat(locks.list("")).hasSize(1);
        assertThat(anna.get("/sections/999/edit").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("P7: saved, it is there for the other, who may edit at once")
    void save_releases() {
        String text =
                anna.get("/articles/1/edit").body().replaceFirst("\"headline\":\"[^\"]*\"", "\"headline\":\"New\"");
        assertThat(ben.send("PUT", "/articles/1", text).status()).isEqualTo(409);
        assertThat(anna.send("PUT", "/articles/1", text).json())
                .containsEntry("headline", "New")
                .containsEntry("savedBy", "Anna");
        assertThat(ben.get("/articles/1/edit").json()).containsEntry("headline", "New");
    }

    @Test
    @DisplayName("P7: signing out releases")
    void signOut_releases() {
        anna.get("/articles/1/edit");
        assertThat(anna.post("/session/sign-out").status()).isEqualTo(204);
        assertThat(free(1)).isTrue();
        assertThat(anna.get("/articles").status()).isEqualTo(401);
    }

    @Test
    @DisplayName("P8: a page that pings keeps it, by either name; one that does not loses it")
    void ping_keeps() {
        anna.get("/articles/1/edit");
        Hold before = hold(1);
        for (String path : List.of("/session/ping", "/session/heartbeat")) {
            Answer kept = anna.send("POST", path, "{\"resources\": [\"article/1\"]}");
            assertThat(kept.status()).as(path).isEqualTo(200);
            assertThat((List<?>) kept.json().get("holds")).hasSize(1);
            assertThat((List<?>) kept.json().get("lost")).isEmpty();
        }
        assertThat(hold(1).seen()).isAfter(before.seen());
        anna.get("/articles/4/edit");
        await().atMost(PATIENCE).until(() -> free(4));
        assertThat(ben.get("/articles/4/edit").status()).isEqualTo(200);
        assertThat(anna.send("POST", "/session/ping", "{\"resources\": [\"article/4\"]}")
                        .body())
                .contains("\"lost\":[{");
    }

    @Test
    @DisplayName("P17: only the editor in chief takes an article away")
    void release_needsTheChief() {
        anna.get("/articles/1/edit");
        assertThat(ben.post("/admin/locks/article/1/release").status()).isEqualTo(403);
        Visitor clara = Visitor.at(Nodes.address(Nodes.TWO), "clara");
        assertThat(clara.send("POST", "/admin/locks/article/1/release", "{\"reason\": \"goes to print\"}")
                        .status())
                .isEqualTo(200);
        assertThat(anna.send("POST", "/session/heartbeat", "{\"resources\": [\"article/1\"]}")
                        .body())
                .contains("Clara released it (goes to print)");
        assertThat(anna.send("PUT", "/articles/1", anna.get("/articles/1").body())
                        .status())
                .isEqualTo(409);
    }

    @Test
    @DisplayName("P14: no code reaches an article without the lock")
    void update_withoutTheLock_isRefused() {
        ArticleRepository articles = Nodes.ONE.getBean(ArticleRepository.class);
        Article article = Objects.requireNonNull(articles.find(1));
        CurrentOwner.runAs(
                Owner.of("job").named("Nightly job"),
                () -> assertThatThrownBy(() -> articles.update(article))
                        .isInstanceOf(LockNotHeldException.class)
                        .hasMessageContaining("article/1"));
    }

    @Test
    void save_ofAnArticleThatWasSavedMeanwhile_changesNothing() {
        ArticleRepository articles = Nodes.ONE.getBean(ArticleRepository.class);
        CurrentLocks current = Nodes.ONE.getBean(CurrentLocks.class);
        CurrentOwner.runAs(Owner.of("job").named("Nightly job"), () -> {
            Article old = Objects.requireNonNull(articles.findForEdit(2L));
            articles.update(old);
            assertThatThrownBy(() -> articles.update(old)).isInstanceOf(StaleArticleException.class);
            assertThat(Objects.requireNonNull(articles.find(2)).revision()).isEqualTo(old.revision() + 1);
            current.releaseAll();
        });
    }

    @Test
    void stranger_getsNothing() {
        Visitor nobody = Visitor.at(Nodes.address(Nodes.ONE), "eve");
        assertThat(nobody.get("/articles").status()).isEqualTo(401);
        assertThat(nobody.get("/articles/1/edit").status()).isEqualTo(401);
        assertThat(nobody.get("/editing").status()).isEqualTo(401);
        assertThat(free(1)).isTrue();
    }
}
