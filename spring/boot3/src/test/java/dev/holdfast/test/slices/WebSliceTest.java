package dev.holdfast.test.slices;

import static dev.holdfast.test.LockAssertions.assertThat;
import static org.hamcrest.Matchers.startsWith;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.holdfast.test.TestLocks;
import dev.holdfast.test.spring.HoldfastTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.test.web.servlet.MockMvc;

/** A slice of controllers on Spring Boot 3.5. */
// Without its sign-in, which another test of this module needs.
@WebMvcTest(
        value = ArticleController.class,
        excludeAutoConfiguration = {SecurityAutoConfiguration.class, SecurityFilterAutoConfiguration.class})
@HoldfastTest
class WebSliceTest {
    @Autowired
    MockMvc mvc;

    @Autowired
    TestLocks locks;

    @Test
    void edit_whileAnnaHasIt_isAnsweredWith423() throws Exception {
        locks.acquireFor("Anna", "article/1");
        mvc.perform(post("/articles/1/edit"))
                .andExpect(status().isLocked())
                .andExpect(jsonPath("$.detail", startsWith("article/1 has been held by Anna since")));
    }

    @Test
    void edit_locksTheArticle_untilItsPageIsGone() throws Exception {
        mvc.perform(post("/articles/1/edit")).andExpect(status().isOk());
        assertThat(locks).isHeld("article/1");
        locks.advance(Duration.ofMinutes(6)); // without a heartbeat of the page
        assertThat(locks).isFree("article/1");
    }
}
