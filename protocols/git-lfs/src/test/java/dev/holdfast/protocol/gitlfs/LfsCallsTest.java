package dev.holdfast.protocol.gitlfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.protocol.gitlfs.LfsHttp.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of Git LFS about locks, without its client. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LfsCallsTest {
    private static final String CHAPTER = "Manuscript/Chapters/Chapter_03.md";
    private static final String NOTES = "Manuscript/Chapters/Chapter_03_notes.md";

    private final LfsServer server = LfsServer.start(Map.of("map", "book.yaml"));
    private final LfsHttp ann = server.as("ann");
    private final LfsHttp bob = server.as("bob");

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void lock_isAHoldOfTheResource_thatNamesTheTool() throws Exception {
        Told told = ann.lock(CHAPTER);
        assertThat(told.status()).isEqualTo(201);
        assertThat(told.response().headers().firstValue("Content-Type")).contains("application/vnd.git-lfs+json");
        assertThat(told.lock().get("path")).isEqualTo(CHAPTER);
        assertThat(told.lock().get("owner")).isEqualTo(Map.of("name", "ann"));
        assertThat(String.valueOf(told.lock().get("id"))).matches("[A-Za-z0-9_-]+");
        assertThat(String.valueOf(told.lock().get("locked_at"))).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        LockView.Holder holder = server.locks().view("Chapter_03").holders().get(0);
        assertThat(holder.name()).isEqualTo("ann (Git LFS)");
        assertThat(holder.hold().note()).isEqualTo("git lfs lock " + CHAPTER);
        assertThat(Duration.between(holder.since(), holder.until().orElseThrow()))
                .isEqualTo(Duration.ofDays(7));
    }

    @Test
    void secondLock_isRefused_withTheWholeSentence() throws Exception {
        Object id = ann.lock(CHAPTER).lock().get("id");
        Told told = bob.lock(NOTES);
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.message())
                .startsWith("Chapter_03 has been held by ann (Git LFS) since ")
                .contains("git lfs lock " + CHAPTER)
                .endsWith("To end it by force: git lfs unlock --force '" + NOTES + "'.");
        assertThat(told.lock().get("path")).isEqualTo(NOTES);
        Told again = ann.lock(CHAPTER);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.message()).startsWith("You have locked " + CHAPTER + " already");
        assertThat(again.lock().get("id")).isEqualTo(id);
    }

    @Test
    void lockOfTheCommand_isInTheWay_andTheOtherWayRound() throws Exception {
        server.acquire("Chapter_03", "Mia's script", null);
        Told told = ann.lock(CHAPTER);
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.message()).contains("held by Mia's script since");
        ann.lock("Manuscript/Chapters/Chapter_04.md");
        assertThat(server.locks()
                        .holds()
                        .grant(LockRequest.of("Chapter_04"))
                        .refusals()
                        .get(0)
                        .holders()
                        .get(0)
                        .name())
                .isEqualTo("ann (Git LFS)");
    }

    @Test
    void hold_keepsItsPaths_andEndsWithTheLast() throws Exception {
        Object chapter = ann.lock(CHAPTER).lock().get("id");
        Object notes = ann.lock(NOTES).lock().get("id");
        assertThat(ann.get("/locks").paths("locks")).containsExactly(CHAPTER, NOTES);
        assertThat(ann.unlock(chapter, false).status()).isEqualTo(200);
        assertThat(ann.get("/locks").paths("locks")).containsExactly(NOTES);
        assertThat(server.locks().view("Chapter_03").free()).isFalse();
        assertThat(ann.unlock(notes, false).lock().get("path")).isEqualTo(NOTES);
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
        assertThat(ann.unlock(notes, false).status()).isEqualTo(404);
        assertThat(ann.get("/locks").json().get("locks")).isEqualTo(List.of());
    }

    @Test
    void pathsOfOneResource_thatAreLockedTogether_areAllKept() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String path = "Manuscript/Chapters/Chapter_07_v" + i + ".md";
            Thread thread = new Thread(() -> {
                try {
                    ann.lock(path);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ann.get("/locks").paths("locks")).hasSize(8);
    }

    @Test
    void unlock_isForTheHolder_orByForceWithTheRight() throws Exception {
        Object id = ann.lock(CHAPTER).lock().get("id");
        Told told = bob.unlock(id, false);
        assertThat(told.status()).isEqualTo(403);
        assertThat(told.message())
                .isEqualTo(
                        "Chapter_03 is held by ann, and only its holder unlocks it. To end it by force: git lfs unlock"
                                + " --force '" + CHAPTER + "'.");
        assertThat(bob.unlock(id, true).status()).isEqualTo(403);
        assertThat(server.as("root", "admin").unlock(id, true).status()).isEqualTo(200);
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
        assertThat(server.locks()
                        .admin()
                        .history(dev.holdfast.LockAdmin.HistoryQuery.NEWEST)
                        .get(0)
                        .event()
                        .reason())
                .isEqualTo("git lfs unlock --force " + CHAPTER);
    }

    /** It may have been acquired by a script whose receipt is lost: ours is what is of the user. */
    @Test
    void unlockByForce_ofAnOwnHoldOfAnotherTool_needsNoRightToForce() throws Exception {
        server.acquire("Chapter_03", "Ann's script", "ann");
        String id = ann.get("/locks?path=" + CHAPTER).ids("locks").get(0);
        Told told = ann.unlock(id, false);
        assertThat(told.status()).isEqualTo(403);
        assertThat(told.message()).contains("who is you");
        assertThat(bob.unlock(id, true).status()).isEqualTo(403);
        assertThat(ann.unlock(id, true).status()).isEqualTo(200);
        assertThat(server.locks().view("Chapter_03").free()).isTrue();
    }

    @Test
    void oldId_endsNoLaterHold() throws Exception {
        Object old = ann.lock(CHAPTER).lock().get("id");
        ann.unlock(old, false);
        Object later = ann.lock(CHAPTER).lock().get("id");
        assertThat(later).isNotEqualTo(old);
        assertThat(ann.unlock(old, false).status()).isEqualTo(404);
        assertThat(server.as("root", "admin").unlock(old, true).status()).isEqualTo(404);
        assertThat(server.locks().view("Chapter_03").free()).isFalse();
    }

    @Test
    void list_isByPathAndId() throws Exception {
        Object id = ann.lock(CHAPTER).lock().get("id");
        ann.lock("cover.png");
        assertThat(bob.get("/locks?path=cover.png").paths("locks")).containsExactly("cover.png");
        assertThat(bob.get("/locks?path=none.png").paths("locks")).isEmpty();
        assertThat(bob.get("/locks?id=" + id).paths("locks")).containsExactly(CHAPTER);
        assertThat(bob.get("/locks?id=nonsense").paths("locks")).isEmpty();
        assertThat(bob.get("/locks?refspec=refs/heads/main").paths("locks")).containsExactly(CHAPTER, "cover.png");
    }

    @Test
    void pages_haveEachLockOnce() throws Exception {
        for (int i = 0; i < 25; i++) {
            assertThat(ann.lock("art/" + i + ".png").status()).isEqualTo(201);
        }
        ann.lock(CHAPTER);
        ann.lock(NOTES);
        List<String> all = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        do {
            Told told = bob.get("/locks?limit=4" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            assertThat(told.paths("locks").size()).isLessThanOrEqualTo(4);
            all.addAll(told.paths("locks"));
            cursor = told.cursor();
            pages++;
        } while (!cursor.isEmpty());
        assertThat(all).hasSize(27).doesNotHaveDuplicates().contains(CHAPTER, NOTES);
        assertThat(pages).isEqualTo(7);
    }

    @Test
    void verify_tellsOursFromTheirs_byUser() throws Exception {
        ann.lock(CHAPTER);
        bob.lock("cover.png");
        server.acquire("draft.txt", "another tool of ann", "ann");
        Told told = ann.verify();
        assertThat(told.paths("ours")).containsExactly(CHAPTER, "draft.txt");
        assertThat(told.paths("theirs")).containsExactly("cover.png");
        Told nothing = LfsServerless.verifyOfNothing();
        assertThat(nothing.json()).isEqualTo(Map.of("ours", List.of(), "theirs", List.of()));
    }

    /** A server without locks. */
    private static final class LfsServerless {
        static Told verifyOfNothing() throws Exception {
            try (LfsServer empty = LfsServer.start(Map.of())) {
                return empty.as("ann").verify();
            }
        }
    }

    @Test
    void push_renewsTheLocksOfItsUser() throws Exception {
        ann.lock(CHAPTER);
        server.later(Duration.ofDays(6));
        assertThat(ann.verify().paths("ours")).containsExactly(CHAPTER);
        server.later(Duration.ofDays(6));
        assertThat(bob.verify().paths("theirs"))
                .as("a push of others renews nothing")
                .containsExactly(CHAPTER);
        server.later(Duration.ofDays(1));
        assertThat(bob.verify().paths("theirs")).isEmpty();
        assertThat(bob.lock(CHAPTER).status()).isEqualTo(201);
    }

    @Test
    void lock_lastsSevenDays_whereTheProjectTrustsNoSilence() throws Exception {
        try (LfsServer book = LfsServer.under(Policies.of(Preset.BOOK), Map.of())) {
            book.as("ann").lock("a.png");
            book.later(Duration.ofDays(6));
            assertThat(book.as("bob").lock("a.png").status()).isEqualTo(409);
            book.later(Duration.ofDays(1));
            assertThat(book.as("bob").lock("a.png").status()).isEqualTo(201);
        }
    }

    @Test
    void hiddenHolder_isNotNamed() throws Exception {
        Policy hidden =
                Preset.BOARD.policy().toBuilder().privacy(Policy.Privacy.HIDDEN).build();
        try (LfsServer veiled = LfsServer.under(new Policies(List.of(), hidden), Map.of())) {
            veiled.as("ann").lock("a.png");
            Told told = veiled.as("bob").lock("a.png");
            assertThat(told.status()).isEqualTo(409);
            assertThat(told.response().body()).doesNotContain("ann").doesNotContain("locked_at");
            assertThat(veiled.as("bob").get("/locks").response().body())
                    .doesNotContain("ann")
                    .contains("another user");
        }
    }

    @Test
    void idsOfHiddenHolders_tellNoFence_andMeanNoLaterHold() throws Exception {
        Policy hidden = Preset.BOARD.policy().toBuilder()
                .privacy(Policy.Privacy.NAME_ONLY)
                .build();
        try (LfsServer veiled = LfsServer.under(new Policies(List.of(), hidden), Map.of())) {
            LfsHttp ann = veiled.as("ann");
            LfsHttp bob = veiled.as("bob");
            ann.lock("a.png");
            long fence = veiled.locks().view("a.png").holders().get(0).hold().fence();
            LockId own = new LockId(fence, "a.png");
            Set<String> ids = new HashSet<>(bob.get("/locks").ids("locks"));
            ids.addAll(bob.get("/locks?path=a.png").ids("locks"));
            ids.addAll(bob.verify().ids("theirs"));
            assertThat(ids).hasSize(1).doesNotContain(own.toString());
            String id = ids.iterator().next();
            assertThat(bob.get("/locks?id=" + id).paths("locks")).containsExactly("a.png");
            assertThat(bob.get("/locks?id=" + own).paths("locks")).isEmpty();
            assertThat(bob.unlock(id, false).message()).contains("only its holder unlocks it");
            assertThat(ann.unlock(own, false).status()).isEqualTo(200);
            ann.lock("a.png");
            assertThat(bob.unlock(id, true).status()).isEqualTo(404);
            assertThat(bob.unlock(bob.get("/locks").ids("locks").get(0), true).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void prefix_keepsRepositoriesApart_andRightsCount() throws Exception {
        try (LfsServer other = LfsServer.start(Map.of("prefix", "novel/", "lease", "2d"))) {
            assertThat(other.as("eve", "editor:other/").lock("a.png").status()).isEqualTo(403);
            assertThat(other.as("ann", "editor:novel/").lock("a.png").status()).isEqualTo(201);
            other.acquire("b.png", "x", null);
            assertThat(other.as("ann").get("/locks").paths("locks")).containsExactly("a.png");
            assertThat(other.locks().view("novel/a.png").holders().get(0).hold().mode())
                    .isEqualTo(Mode.EXCLUSIVE);
            assertThat(other.as("eve").get("/locks").paths("locks")).isEmpty();
        }
    }
}
