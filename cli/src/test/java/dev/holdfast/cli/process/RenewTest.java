package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renew: what it prolongs, and what it says of what is gone. */
final class RenewTest {
    @TempDir
    Path folder;

    private Holdfast ann;
    private Holdfast bob;

    @BeforeEach
    void project() {
        ProjectFolder project = ProjectFolder.at(folder);
        ann = project.as("Ann");
        bob = project.as("Bob");
    }

    private Instant until() {
        String json = ann.run("who", "a", "--json").out();
        assertThat(json).contains("\"until\":\"");
        return Instant.parse(json.replaceAll("(?s).*?\"until\":\"([^\"]+)\".*", "$1"));
    }

    @Test
    void renewed_byNameAndByReceipt_lastsLonger() {
        String receipt = ann.run("acquire", "a", "--ttl", "10m").out().strip();
        Instant first = until();
        assertThat(ann.run("renew", "a").code()).isEqualTo(ExitCode.DONE);
        Instant second = until();
        assertThat(second).isAfter(first);
        assertThat(bob.run("renew", "--receipt", receipt).code())
                .as("from elsewhere")
                .isEqualTo(ExitCode.DONE);
        assertThat(until()).isAfter(second).isBefore(Instant.now().plus(Duration.ofMinutes(10)));
        assertThat(ann.run("who", "a").out()).contains("Ann");
    }

    @Test
    void renewed_tooLate_isLostAndSaysWhy() {
        String receipt = ann.run("acquire", "a", "--ttl", "1s").out().strip();
        await().atMost(Duration.ofSeconds(100))
                .until(() -> bob.run("acquire", "a").code() == ExitCode.DONE);
        Holdfast.Done late = ann.run("renew", "--receipt", receipt);
        assertThat(late.code()).isEqualTo(ExitCode.LOST);
        assertThat(late.err()).contains("Your lock on a has ended");
        assertThat(ann.run("renew", "a").code()).as("by name").isEqualTo(ExitCode.LOST);
        assertThat(bob.run("who", "a").out()).contains("Bob");
    }

    @Test
    void nothingToRenew_isSaid() {
        assertThat(ann.run("renew").code()).isEqualTo(ExitCode.USAGE);
        Holdfast.Done free = ann.run("renew", "a");
        assertThat(free.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(free.err()).contains("Ann does not hold a", "a is free");
    }
}
