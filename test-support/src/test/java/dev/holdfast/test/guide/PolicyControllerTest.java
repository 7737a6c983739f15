package dev.holdfast.test.guide;

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
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.MockMvc;

@WebMvcTest(PolicyController.class)
@HoldfastTest
class PolicyControllerTest {
    @Autowired
    MockMvc mvc;

    @Autowired
    TestLocks locks;

    @Test
    void edit_whileAnnaHasIt_isAnsweredWith423() throws Exception {
        locks.acquireFor("Anna", "policy/1");
        mvc.perform(post("/policies/1/edit"))
                .andExpect(status().isLocked())
                .andExpect(jsonPath("$.detail", startsWith("policy/1 has been held by Anna since")));
    }

    @Test
    void edit_locksThePolicy_untilItsPageIsGone() throws Exception {
        mvc.perform(post("/policies/1/edit")).andExpect(status().isOk());
        assertThat(locks).isHeld("policy/1");
        locks.advance(Duration.ofMinutes(6)); // without a heartbeat of the page
        assertThat(locks).isFree("policy/1");
    }
}
