package dev.holdfast.protocol.gitlfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Receipt;
import dev.holdfast.internal.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real client of Git LFS and this server. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GitLfsClientTest {
    private static final String CHAPTER = "Manuscript/Chapters/Chapter_03.md";
    private static final String NOTES = "Manuscript/Chapters/Chapter_03_notes.md";

    @TempDir
    Path folder;

    private LfsServer server;
    private Path bare;
    private Clone ann;
    private Clone bob;

    @BeforeEach
    void start() throws Exception {
        bare = Clone.bare(folder.resolve("novel.git"));
        server = LfsServer.start(Map.of("map", "book.yaml", "path", bare.toString()));
        ann = Clone.of(bare, folder.resolve("ann"), "ann", server);
        ann.commit(".gitattributes", "*.md lockable\n");
        ann.commit(CHAPTER, "It was a dark night.\n");
        ann.commit(NOTES, "weather\n");
        ann.push("README.txt", "A novel.\n").require(0);
        bob = Clone.of(bare, folder.resolve("bob"), "bob", server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<?> list(String json) {
        return (List<?>) ((Map<?, ?>) Json.readObject("{\"it\":" + json + "}")).get("it");
    }

    private static Map<?, ?> object(String json) {
        return Json.readObject(json);
    }

    private boolean isWritable(Clone clone, String file) throws Exception {
        return clone.run("stat", "-c", "%A", file).require(0).text().contains("w");
    }

    @Test
    void lockableFiles_areReadOnly_untilTheyAreLocked() throws Exception {
        assertThat(isWritable(bob, CHAPTER)).isFalse();
        assertThat(isWritable(bob, "README.txt")).isTrue();
        assertThat(bob.git("lfs", "lock", CHAPTER).require(0).text()).contains("Locked " + CHAPTER);
        assertThat(isWritable(bob, CHAPTER)).isTrue();
        assertThat(bob.git("lfs", "unlock", CHAPTER).require(0).text()).contains("Unlocked " + CHAPTER);
        assertThat(isWritable(bob, CHAPTER)).isFalse();
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
    }

    @Test
    void refusal_isTheWholeSentence_onTheTerminal() throws Exception {
        ann.git("lfs", "lock", CHAPTER).require(0);
        Clone.Told refused = bob.git("lfs", "lock", CHAPTER);
        assertThat(refused.code()).isNotZero();
        assertThat(refused.text())
                .contains("Chapter_03 has been held by ann (Git LFS) since ")
                .contains("Note: \"git lfs lock " + CHAPTER + "\".")
                .contains("To end it by force: git lfs unlock --force '" + CHAPTER + "'.");
    }

    @Test
    void locks_areListed_andVerified_byUser() throws Exception {
        ann.git("lfs", "lock", CHAPTER).require(0);
        bob.git("lfs", "lock", "README.txt").require(0);
        assertThat(ann.git("lfs", "locks").require(0).text())
                .containsPattern(CHAPTER + "\\s+ann\\s+ID:[A-Za-z0-9_-]+")
                .containsPattern("README.txt\\s+bob\\s+ID:");
        Map<?, ?> verified =
                object(ann.git("lfs", "locks", "--verify", "--json").require(0).text());
        assertThat(paths(verified.get("ours"))).containsExactly(CHAPTER);
        assertThat(paths(verified.get("theirs")))
                .as("all files of the resource")
                .containsExactly("README.txt");
        Map<?, ?> others =
                object(bob.git("lfs", "locks", "--verify", "--json").require(0).text());
        assertThat(paths(others.get("theirs"))).as("all files of the resource").containsExactly(CHAPTER, NOTES);
    }

    private static List<String> paths(Object locks) {
        return ((List<?>) locks)
                .stream()
                        .map(lock -> String.valueOf(((Map<?, ?>) lock).get("path")))
                        .toList();
    }

    @Test
    void manyLocks_comeInPages() throws Exception {
        for (int i = 0; i < 260; i++) {
            assertThat(server.as("ann").lock("art/" + i + ".png").status()).isEqualTo(201);
        }
        bob.git("lfs", "lock", "README.txt").require(0);
        assertThat(list(bob.git("lfs", "locks", "--json").require(0).text())).hasSize(261);
        assertThat(list(bob.git("lfs", "locks", "--json", "--limit", "7")
                        .require(0)
                        .text()))
                .hasSize(7);
        Map<?, ?> verified =
                object(bob.git("lfs", "locks", "--verify", "--json").require(0).text());
        assertThat((List<?>) verified.get("theirs")).hasSize(260);
        assertThat(paths(verified.get("ours"))).containsExactly("README.txt");
    }

    @Test
    void push_isRefusedForTheirs_andAllowedForOurs() throws Exception {
        ann.git("lfs", "lock", CHAPTER).require(0);
        Clone.Told refused = bob.push(CHAPTER, "It was a bright day.\n");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.text()).contains(CHAPTER).contains("ann").contains("Cannot update locked files");
        ann.push(CHAPTER, "It was a very dark night.\n").require(0);
        ann.git("lfs", "unlock", CHAPTER).require(0);
        bob.git("reset", "-q", "--hard", "HEAD~").require(0);
        bob.git("pull", "-q", "--rebase", "origin", "main").require(0);
        bob.push(CHAPTER, "It was a bright day.\n").require(0);
    }

    @Test
    void lockOfTheCommand_stopsThePush_andTheOtherWayRound() throws Exception {
        Receipt held = server.acquire("Chapter_03", "Mia's script", "mia");
        assertThat(bob.git("lfs", "lock", CHAPTER).text()).contains("held by Mia's script since");
        Clone.Told refused = bob.push(NOTES, "sun\n");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.text()).contains(NOTES).contains("mia");
        server.locks().holds().release(held);
        bob.git("push", "-q", "origin", "main").require(0);
    }

    @Test
    void force_needsTheRight() throws Exception {
        ann.git("lfs", "lock", CHAPTER).require(0);
        Clone.Told refused = bob.git("lfs", "unlock", CHAPTER);
        assertThat(refused.code()).isNotZero();
        assertThat(refused.text()).contains("ann");
        Clone.Told forced = bob.git("lfs", "unlock", "--force", CHAPTER);
        assertThat(forced.code()).isNotZero();
        assertThat(forced.text()).contains("This needs the role admin for Chapter_03");
        server.token("root", "admin");
        Clone root = Clone.of(bare, folder.resolve("root"), "root", server);
        root.git("lfs", "unlock", "--force", CHAPTER).require(0);
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
    }

    @Test
    void twoClonesOfOneUser_areOneOwner() throws Exception {
        Clone second = Clone.of(bare, folder.resolve("second"), "ann", server);
        ann.git("lfs", "lock", CHAPTER).require(0);
        assertThat(second.git("lfs", "lock", CHAPTER).text()).contains("You have locked " + CHAPTER + " already");
        second.push(CHAPTER, "It was a stormy night.\n").require(0);
        second.git("lfs", "unlock", CHAPTER).require(0);
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
    }

    @Test
    void signIn_isAskedFor_andAWrongTokenIsRefused() throws Exception {
        Files.writeString(bob.home().resolve("credentials"), "");
        assertThat(bob.git("lfs", "lock", CHAPTER).code()).isNotZero();
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
    }

    @Test
    void expiredLock_isNobodys() throws Exception {
        ann.git("lfs", "lock", CHAPTER).require(0);
        server.later(Duration.ofDays(8));
        bob.git("lfs", "lock", CHAPTER).require(0);
        assertThat(ann.git("lfs", "unlock", CHAPTER).code()).isNotZero();
    }

    /** Keeps the files of Git LFS in a folder, in the words of a custom transfer agent. */
    private static final String AGENT = """
            #!/bin/sh
            while read -r line; do
                oid=$(printf '%s' "$line" | sed -n 's/.*"oid":"\\([^"]*\\)".*/\\1/p')
                path=$(printf '%s' "$line" | sed -n 's/.*"path":"\\([^"]*\\)".*/\\1/p')
                case $line in
                    *'"event":"init"'*) echo '{}' ;;
                    *'"event":"upload"'*)
                        cp "$path" "$1/$oid"
                        echo "{\\"event\\":\\"complete\\",\\"oid\\":\\"$oid\\"}" ;;
                    *'"event":"download"'*)
                        cp "$1/$oid" "$1/$$.$oid"
                        echo "{\\"event\\":\\"complete\\",\\"oid\\":\\"$oid\\",\\"path\\":\\"$1/$$.$oid\\"}" ;;
                    *) exit ;;
                esac
            done
            """;

    @Test
    void standaloneAgent_letsLocksBeTaken_butItsClientAsksForNoneBeforeAPush() throws Exception {
        Path files = Files.createDirectories(folder.resolve("files"));
        Path agent = Files.writeString(folder.resolve("agent"), AGENT);
        assertThat(agent.toFile().setExecutable(true)).isTrue();
        for (Clone clone : List.of(ann, bob)) {
            clone.git("config", "lfs.standalonetransferagent", "folder").require(0);
            clone.git("config", "lfs.customtransfer.folder.path", agent.toString())
                    .require(0);
            clone.git("config", "lfs.customtransfer.folder.args", files.toString())
                    .require(0);
            clone.git("config", "lfs.customtransfer.folder.concurrent", "false").require(0);
        }
        ann.git("lfs", "track", "--lockable", "*.png").require(0);
        ann.git("add", ".gitattributes").require(0);
        ann.git("lfs", "lock", "cover.png").require(0);
        ann.push("cover.png", "a picture\n").require(0);
        bob.git("pull", "-q", "origin", "main").require(0);
        assertThat(Files.readString(bob.folder().resolve("cover.png"))).isEqualTo("a picture\n");
        assertThat(bob.git("lfs", "lock", "cover.png").text()).contains("held by ann (Git LFS)");
        bob.push("cover.png", "another\n")
                .require(0); // docs/git-lfs.md says so: only the hook of the server refuses it
    }
}
