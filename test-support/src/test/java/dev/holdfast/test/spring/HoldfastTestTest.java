package dev.holdfast.test.spring;

import static dev.holdfast.test.LockAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.test.TestLocks;
import dev.holdfast.test.guide.Underwriting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The slices have the whole starter, over locks of the test that are free for each test method. */
@SpringBootTest(
        classes = Underwriting.class,
        properties = {"holdfast.store=postgresql://127.0.0.1:1/nowhere", "spring.jpa.hibernate.ddl-auto=create"})
@HoldfastTest
class HoldfastTestTest {
    private static final String STARTER =
            "/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    @Autowired
    TestLocks locks;

    @Autowired
    LockManager manager;

    @Test
    void slice_hasAllOfTheStarter() throws IOException {
        assertThat(lines("/META-INF/spring/dev.holdfast.test.spring.HoldfastTest.imports"))
                .containsAll(starter());
    }

    @RepeatedTest(2)
    void locks_areFreeInEachTest_andInPlaceOfTheConfiguredStore() {
        assertThat(manager).isSameAs(locks.manager());
        assertThat(locks).isAllFree();
        manager.acquire("a");
    }

    private static List<String> starter() throws IOException {
        var files = HoldfastTest.class.getClassLoader().getResources(STARTER.substring(1));
        while (files.hasMoreElements()) {
            try (InputStream in = files.nextElement().openStream()) {
                List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                if (lines.get(0).startsWith("dev.holdfast.")) {
                    return lines;
                }
            }
        }
        throw new AssertionError("The starter is not on the class path.");
    }

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = HoldfastTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
