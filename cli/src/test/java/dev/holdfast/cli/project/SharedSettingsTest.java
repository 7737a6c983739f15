package dev.holdfast.cli.project;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Policies;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.config.ProjectSettings;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that reads the file of a project has the store and the rules that the command has there. */
final class SharedSettingsTest {
    @TempDir
    Path temporary;

    private Path root = Path.of("");

    @BeforeEach
    void realRoot() throws Exception {
        root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"book", "board", "resume", "offline", "compose", "default"})
    void templateOfInit_meansTheSameToBoth(String preset) throws Exception {
        try (InputStream template = Objects.requireNonNull(
                SharedSettingsTest.class.getResourceAsStream("/dev/holdfast/cli/presets/" + preset + ".yaml"))) {
            requireSame(new String(template.readAllBytes(), UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "store: dir:locks",
                "store: files:state",
                "{store: dir:locks, preset: compose}",
                "policies: [{pattern: Chapter_*, lease: {absolute: 2h}, waiting: {turns: {time: 1s}}}]"
            })
    void file_meansTheSameToBoth(String text) throws Exception {
        requireSame(text);
    }

    @Test
    void linkedWorkTree_hasTheLocksOfTheMainOne_inBoth() throws Exception {
        Path linked = Files.createDirectory(root.resolveSibling("linked"));
        Path own = Files.createDirectories(root.resolve(".git/worktrees/linked"));
        Files.writeString(own.resolve("commondir"), "../..");
        Files.writeString(linked.resolve(".git"), "gitdir: " + own);
        Files.writeString(linked.resolve("holdfast.yaml"), "store: dir:locks");
        assertThat(ProjectSettings.read(linked.resolve("holdfast.yaml")).store())
                .isEqualTo(command(linked).storeAddress(null))
                .isEqualTo("dir:" + root.resolve("locks"));
    }

    @Test
    void mistake_isTheSameSentenceInBoth() throws Exception {
        Path file = Files.writeString(root.resolve("holdfast.yaml"), "store: dir:locks\npolices: []\n");
        String sentence = ":2: There is no key 'polices' here; did you mean 'policies'?";
        assertThatThrownBy(() -> command(root).storeAddress(null)).hasMessage("holdfast.yaml" + sentence);
        assertThatThrownBy(() -> ProjectSettings.read(file)).hasMessage(file + sentence);
    }

    private void requireSame(String text) throws Exception {
        ProjectSettings settings = ProjectSettings.read(Files.writeString(root.resolve("holdfast.yaml"), text));
        Project project = command(root);
        String address = project.storeAddress(null);
        assertThat(settings.store()).isEqualTo(address);
        Policies said = project.policies(address);
        assertThat(settings.policies()).isEqualTo(said == null ? Policies.of(project.preset(address)) : said);
    }

    private static Project command(Path folder) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
        return Project.of(new Environment(Map.of(), folder, InputStream.nullInputStream(), nowhere, nowhere));
    }
}
