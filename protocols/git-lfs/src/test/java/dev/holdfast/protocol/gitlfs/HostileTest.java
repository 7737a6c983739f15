package dev.holdfast.protocol.gitlfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.protocol.gitlfs.LfsHttp.Told;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that no client of Git LFS sends: a refusal with a sentence, and never a failure of the server. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileTest {
    private static final String TYPE = "application/vnd.git-lfs+json";

    private final LfsServer server = LfsServer.start(Map.of("map", "book.yaml"));
    private final LfsHttp ann = server.as("ann");

    @AfterEach
    void stop() {
        server.close();
    }

    private static Told refused(Told told) {
        assertThat(told.status()).as(told.response().body()).isBetween(400, 499);
        assertThat(told.response().headers().firstValue("Content-Type")).contains(TYPE);
        assertThat(told.message()).endsWith(".").doesNotContain("Exception").doesNotContain("\tat ");
        return told;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/etc/passwd",
                "../x",
                "a/../b",
                "a//b",
                "a/",
                "./a",
                "a\\b",
                "a\u0000b",
                "a\nb",
                "a\u202eb",
                "a\u200bb",
                "e\u0301.md"
            })
    void oddPaths_areRefused(String path) throws Exception {
        refused(ann.lock(path));
        assertThat(ann.get("/locks").paths("locks")).isEmpty();
    }

    @Test
    void longPaths_areRefused_andOddOnesThatAreFine_areKept() throws Exception {
        refused(ann.lock("x".repeat(513)));
        refused(ann.lock("ä".repeat(257)));
        for (String path : List.of("a, b.md", "\"q\".md", "ä ö/ü.png", "%41.md", "-rf", "a'b", "x".repeat(512))) {
            Told told = ann.lock(path);
            assertThat(told.status()).as(path).isEqualTo(201);
            assertThat(ann.unlock(told.lock().get("id"), false).lock().get("path"))
                    .isEqualTo(path);
        }
        assertThat(ann.get("/locks").paths("locks")).isEmpty();
    }

    @Test
    void tooManyPathsOfOneResource_areRefused_andNothingIsLost() throws Exception {
        int locked = 0;
        Told told = null;
        for (int i = 0; i < 40 && (told == null || told.status() == 201); i++) {
            told = ann.lock("Manuscript/Chapters/Chapter_01_with_a_rather_long_name_" + i + ".md");
            locked += told.status() == 201 ? 1 : 0;
        }
        refused(told);
        assertThat(locked).isGreaterThan(5);
        assertThat(ann.get("/locks").paths("locks")).hasSize(locked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"path\":1}",
                "{\"path\":null}",
                "{\"path\":[\"a\"]}",
                "{\"path\":\"a\",\"ref\":1}",
                "{\"path\":\"a\",\"ref\":{\"name\":2}}",
                "\u0000",
                "{\"limit\":\"x\"}",
                "null"
            })
    void bodies_thatAreNone_areRefused(String body) throws Exception {
        refused(ann.send(ann.request("/locks").header("Content-Type", TYPE).POST(BodyPublishers.ofString(body))));
        refused(ann.send(
                ann.request("/locks/AAAA/unlock").header("Content-Type", TYPE).POST(BodyPublishers.ofString(body))));
    }

    @Test
    void hugeBody_isRefused() throws Exception {
        refused(ann.send(ann.request("/locks")
                .header("Content-Type", TYPE)
                .POST(BodyPublishers.ofString("{\"path\":\"" + "x".repeat(2 << 20) + "\"}"))));
        refused(ann.send(ann.request("/locks/verify")
                .header("Content-Type", TYPE)
                .POST(BodyPublishers.ofString("[".repeat(500_000)))));
    }

    @Test
    void otherTypes_methodsAndRepositories_areRefused() throws Exception {
        refused(ann.send(ann.request("/locks")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"path\":\"a\"}"))));
        refused(ann.send(ann.request("/locks").DELETE()));
        refused(ann.post("/objects/batch", Map.of("operation", "upload")));
        LfsHttp elsewhere = new LfsHttp(server.server() + "/git/other/info/lfs", "ann", server.token("ann"));
        refused(elsewhere.get("/locks"));
        refused(elsewhere.lock("a.md"));
    }

    @Test
    void forgedIds_areRefused() throws Exception {
        Object id = ann.lock("a.md").lock().get("id");
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            refused(ann.unlock("x" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), true));
            assertThat(ann.get("/locks?id=" + Base64.getUrlEncoder().encodeToString(bytes))
                            .status())
                    .isLessThan(500);
        }
        long fence = LockId.parse(String.valueOf(id)).fence();
        for (LockId forged : List.of(
                new LockId(fence, "b.md"),
                new LockId(fence + 1, "a.md"),
                new LockId(fence, "../a.md"),
                new LockId(-1, "a.md"))) {
            refused(ann.unlock(forged, true));
        }
        assertThat(server.locks().view("a.md").free()).isFalse();
    }

    @Test
    void forgedCursorsAndLimits_areRefused() throws Exception {
        for (String query : List.of(
                "cursor=x",
                "cursor=" + Base64.getUrlEncoder().encodeToString("a\0b\0c".getBytes(StandardCharsets.UTF_8)),
                "limit=-1",
                "limit=1e9",
                "limit=99999999999",
                "path=..",
                "cursor=%ff")) {
            refused(ann.get("/locks?" + query));
        }
        assertThat(ann.get("/locks?refspec=--upload-pack=x").status()).isEqualTo(200);
        assertThat(ann.get("/locks?refspec=refs/heads/../../x").status()).isEqualTo(200);
    }

    @Test
    void tokensOfOthers_andNoToken_areRefused() throws Exception {
        LfsHttp mallory =
                new LfsHttp(server.address(), "ann", server.as("mallory").token());
        assertThat(refused(mallory.lock("a.md")).status()).isEqualTo(401);
        Told told = refused(new LfsHttp(server.address(), "ann", "secret").lock("a.md"));
        assertThat(told.response().headers().firstValue("WWW-Authenticate")).contains("Basic realm=\"Holdfast\"");
    }

    @Test
    void noteThatLooksLikeOurs_givesNoPath() throws Exception {
        server.locks()
                .holds()
                .grant(LockRequest.of("deploy").owner(Owner.of("x")).note("git lfs lock cover.png"));
        assertThat(ann.get("/locks").paths("locks")).containsExactly("deploy");
    }

    @Test
    void tenThousandLocks_comeInPages() throws Exception {
        for (int i = 0; i < 100; i++) {
            int hundred = i * 100;
            server.locks()
                    .holds()
                    .grant(LockRequest.of(IntStream.range(hundred, hundred + 100)
                                    .mapToObj(number -> "art/" + number + ".png")
                                    .toList())
                            .owner(Owner.of("x")));
        }
        Set<String> seen = new HashSet<>();
        String cursor = "";
        int count = 0;
        do {
            Told told = ann.post("/locks/verify", Map.of("limit", 5_000, "cursor", cursor));
            assertThat(told.paths("theirs").size()).isLessThanOrEqualTo(1_000);
            seen.addAll(told.paths("theirs"));
            count += told.paths("theirs").size();
            cursor = told.cursor();
        } while (!cursor.isEmpty());
        assertThat(seen).hasSize(10_000);
        assertThat(count).isEqualTo(10_000);
    }
}
