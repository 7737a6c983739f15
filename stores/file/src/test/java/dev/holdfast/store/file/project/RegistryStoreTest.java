package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Acquisition;
import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.SidecarStore;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The registry as a store, shared with programs that know nothing but the file. */
class RegistryStoreTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");
    private static final Owner CLI = Owner.of("CLI-1");
    private static final Owner DESKTOP = Owner.of("Desktop-2");

    private final FakeTime time = FakeTime.at(NOW);
    private final List<String> steps = new ArrayList<>();

    @TempDir
    Path project;

    private Path path;
    private SidecarStore store;
    private LockManager manager;

    @BeforeEach
    void open() {
        path = project.resolve(".locks/locks.json");
        store = RegistryStoreProvider.open("file:" + project.resolve(".locks"), time, new Disk(steps::add));
        manager = StoreManagers.over(store, ManagerOptions.DEFAULT.clocks(time, () -> 0));
    }

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    @DisplayName("B2: opening creates folder and file, and has them ignored by git")
    void open_firstUse_createsAll() throws IOException {
        assertThat(path).hasContent("{\n  \"locks\": []\n}\n");
        assertThat(project.resolve(".gitignore")).content().contains(".locks/");
        assertThat(store.warnings()).isEmpty();
    }

    @Test
    @DisplayName("B2: what a person took out of .gitignore is not put back")
    void open_again_leavesGitIgnoreAlone() throws IOException {
        Files.writeString(project.resolve(".gitignore"), "");
        manager.close();
        open();

        assertThat(project.resolve(".gitignore")).isEmptyFile();
    }

    @Test
    void traits_areThoseOfTheBook() {
        assertThat(store.traits().preset()).isEqualTo(Preset.BOOK);
        assertThat(store.traits().foreignWriters()).isTrue();
        assertThat(store.traits().needsProcess()).isFalse();
        assertThat(store.traits().oneProcess()).isFalse();
        assertThat(store.traits().address()).isEqualTo("file:" + project.resolve(".locks"));
    }

    @Test
    @DisplayName("B3: acquiring adds an entry, B8: releasing removes it")
    void acquire_free_addsAnEntryThatReleaseRemoves() throws Exception {
        LockHandle handle = acquire(CLI, "Chapter_03");

        RegistryEntry entry = registry().counting("Chapter_03").get(0);
        assertThat(entry.fields())
                .containsEntry("instance", "CLI-1")
                .containsEntry("timestamp", "2026-03-02T10:00:00Z")
                .containsEntry("hold", handle.holds().get(0).id().toString());
        handle.close();
        assertThat(registry().resources()).isEmpty();
    }

    @Test
    @DisplayName("B4: an entry written by hand refuses us, and the refusal says who and since when")
    void acquire_heldByHand_isRefused() throws Exception {
        write(entry("Chapter_03", "2026-03-02T09:50:00Z", "Desktop-67890"));

        Acquisition answer = tryAcquire(CLI, "Chapter_03");

        assertThat(answer.granted()).isFalse();
        Hold holder = answer.refusals().get(0).holders().get(0).hold();
        assertThat(holder.owner().id()).isEqualTo("Desktop-67890");
        assertThat(holder.since()).isEqualTo(NOW.minus(Duration.ofMinutes(10)));
        assertThat(registry().entries("Chapter_03")).hasSize(1);
        assertThat(manager.list("")).hasSize(1);
    }

    @Test
    @DisplayName("B5, B16: an entry of 15 minutes is suspect and can be overridden")
    void acquire_heldByHandForLong_canBeOverridden() throws Exception {
        write(entry("A", "2026-03-02T09:45:00Z", "CLI-99999"));

        assertThat(manager.view("A").holders().get(0).state()).isEqualTo(Verdict.SUSPECT);
        assertThat(tryAcquire(CLI, "A").granted()).isFalse();
        manager.acquire(LockRequest.of("A").owner(CLI).takeover("crashed"));

        assertThat(registry().entries("A")).extracting(RegistryEntry::instance).containsExactly("CLI-1");
    }

    @Test
    @DisplayName("B20: an entry of an hour is cleaned up")
    void acquire_heldByHandForAnHour_isGranted() throws Exception {
        write(entry("A", "2026-03-02T09:00:00Z", "CLI-99999"));

        assertThat(tryAcquire(CLI, "A").granted()).isTrue();
        assertThat(registry().entries("A")).extracting(RegistryEntry::instance).containsExactly("CLI-1");
    }

    @Test
    @DisplayName("B16: a time in the future does not keep a lock for ever")
    void look_timeInTheFuture_countsFromWhenItWasSeen() {
        write(entry("A", "2036-01-01T00:00:00Z", "CLI-99999"));

        assertThat(manager.view("A").holders().get(0).hold().since()).isEqualTo(NOW);
        time.advance(Duration.ofMinutes(16));
        assertThat(manager.view("A").holders().get(0).state()).isEqualTo(Verdict.SUSPECT);
    }

    @Test
    @DisplayName("B16: nor does a time that nobody can read")
    void look_unreadableTime_staysTheOneFirstSeen() throws Exception {
        write(entry("A", "yesterday", "CLI-99999"));
        Instant first = manager.view("A").holders().get(0).hold().since();
        time.advance(Duration.ofMinutes(16));
        acquire(CLI, "B");

        assertThat(manager.view("A").holders().get(0).hold().since()).isEqualTo(first);
        assertThat(manager.view("A").holders().get(0).state()).isEqualTo(Verdict.SUSPECT);
        assertThat(store.warnings()).singleElement().asString().contains("time of the lock on A");
    }

    @Test
    void look_removedByItsOwnProgram_isFree() {
        write(entry("A", "2026-03-02T09:59:00Z", "Desktop-2"));
        assertThat(manager.view("A").free()).isFalse();

        write("");

        assertThat(manager.view("A").free()).isTrue();
        assertThat(manager.admin().history(HistoryQuery.NEWEST))
                .extracting(past -> past.event().kind())
                .containsExactly(LockEvent.EventKind.RELEASED, LockEvent.EventKind.ACQUIRED);
    }

    @Test
    void look_renewedByItsOwnProgram_isTheSameHold() {
        write(entry("A", "2026-03-02T09:50:00Z", "Desktop-2"));
        long fence = manager.view("A").holders().get(0).hold().fence();

        write(entry("A", "2026-03-02T09:58:00Z", "Desktop-2"));

        Hold hold = manager.view("A").holders().get(0).hold();
        assertThat(hold.fence()).isEqualTo(fence);
        assertThat(hold.seen()).isEqualTo(Instant.parse("2026-03-02T09:58:00Z"));
    }

    @Test
    @DisplayName("An entry of ours that was removed is a lost hold: told, recorded, never put back")
    void renew_entryRemovedByHand_isLost() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        write("");

        assertLost(handle);
        assertThat(registry().resources()).isEmpty();
        assertThat(tryAcquire(DESKTOP, "A").granted()).isTrue();
    }

    @Test
    @Timeout(180)
    @DisplayName("A lost hold is signalled within 5 s")
    void onLoss_entryRemovedByHand_isCalledSoon() throws Exception {
        String address = "file:" + project.resolve(".locks");
        try (LockManager watching = LockManager.open(address)) {
            LockHandle handle = watching.acquire("A");
            write("");

            assertThat(handle.lost().get(90, TimeUnit.SECONDS).sentence()).contains("Your lock on A has ended");
            assertThat(handle.isHeld()).isFalse();
        }
    }

    @Test
    @DisplayName("B17: an entry of ours that was outbid is a lost hold")
    void renew_entryOutbid_isLost() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        String ours = text(path).replaceAll("(?s).*\"locks\": \\[(.*)\\].*", "$1");
        time.advance(Duration.ofMinutes(1));
        write(ours + "," + entry("A", "2026-03-02T10:00:30Z", "Desktop-2"));

        assertLost(handle);
        assertThat(holders("A")).containsExactly("Desktop-2");
        assertThat(store.warnings()).singleElement().asString().contains("A has 2 entries", "Desktop-2");
    }

    @Test
    @DisplayName("B17: an older duplicate beside ours is reported and does not count")
    void renew_olderDuplicate_isKeptUntilTheLockChangesHands() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        String ours = text(path).replaceAll("(?s).*\"locks\": \\[(.*)\\].*", "$1");
        write(entry("A", "2026-03-02T09:59:00Z", "Desktop-2") + "," + ours);

        time.advance(Duration.ofMinutes(5));
        assertThat(manager.holds().renew(handle.receipts().get(0), true)).isPresent();

        assertThat(registry().entries("A")).hasSize(2);
        assertThat(registry().counting("A").get(0).fields()).containsEntry("timestamp", "2026-03-02T10:05:00Z");
        assertThat(holders("A")).containsExactly("CLI-1");
        assertThat(store.warnings()).hasSize(1);
        handle.close();
        assertThat(registry().entries("A")).isEmpty();
    }

    @Test
    void renew_entryRewrittenForAnotherInstance_isLost() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        Files.writeString(path, text(path).replace("CLI-1", "Desktop-2"));

        assertLost(handle);
        assertThat(holders("A")).containsExactly("Desktop-2");
    }

    @Test
    void renew_entryRewrittenByItsOwnInstance_isStillHeld() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        write(entry("A", "2026-03-02T10:00:00Z", "CLI-1"));

        assertThat(manager.holds().renew(handle.receipts().get(0), true)).isPresent();
        assertThat(manager.holds().verifyFence("A", handle.fence())).isTrue();
    }

    @Test
    @DisplayName("An entry written by hand under our own instance is our own lock")
    void acquire_heldByHandByOurselves_isGranted() throws Exception {
        write(entry("A", "2026-03-02T09:59:00Z", "CLI-1"));

        LockHandle handle = acquire(CLI, "A");

        assertThat(registry().entries("A")).hasSize(1);
        assertThat(handle.holds().get(0).since()).isEqualTo(NOW.minus(Duration.ofMinutes(1)));
        handle.close();
        assertThat(registry().entries("A")).isEmpty();
    }

    @Test
    @DisplayName("B1: renewing moves the timestamp, at most once a minute, and keeps the start")
    void renew_later_movesTimestampAndKeepsSince() throws Exception {
        Receipt receipt = acquire(CLI, "A").receipts().get(0);
        String before = text(path);

        time.advance(Duration.ofSeconds(50));
        assertThat(manager.holds().renew(receipt, true)).isPresent();
        assertThat(text(path)).isEqualTo(before);
        time.advance(Duration.ofSeconds(10));
        assertThat(manager.holds().renew(receipt, true)).isPresent();

        assertThat(registry().counting("A").get(0).fields())
                .containsEntry("timestamp", "2026-03-02T10:01:00Z")
                .containsEntry("since", "2026-03-02T10:00:00Z");
    }

    @Test
    void renew_clockSetBackAnHour_goesOn() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        time.jumpBack(Duration.ofHours(1));

        assertThat(manager.holds().renew(handle.receipts().get(0), true)).isPresent();
        assertThat(tryAcquire(DESKTOP, "A").granted()).isFalse();
        handle.close();
        assertThat(acquire(DESKTOP, "A").fence()).isGreaterThan(handle.fence());
    }

    @Test
    @DisplayName("B20: read locks are shown side by side, and lost one by one")
    void acquire_shared_showsEachHold() throws Exception {
        LockHandle first = manager.acquire(LockRequest.of("A").owner(CLI).mode(Mode.SHARED));
        LockHandle second = manager.acquire(LockRequest.of("A").owner(DESKTOP).mode(Mode.SHARED));
        Registry both = registry();
        assertThat(both.counting("A")).extracting(RegistryEntry::mode).containsExactly(Mode.SHARED, Mode.SHARED);

        Edit removal = new Edit("A", List.of(both.entries("A").get(0)), List.of());
        Files.writeString(path, both.with(List.of(removal)).write());

        assertLost(first);
        assertThat(manager.holds().renew(second.receipts().get(0), true)).isPresent();
    }

    @Test
    @DisplayName("B14: several resources are shown by one replacement of the file")
    void acquire_several_replacesTheFileOnce() throws Exception {
        steps.clear();

        LockHandle handle = acquire(CLI, "A", "B", "C");

        assertThat(registry().resources()).containsExactlyInAnyOrder("A", "B", "C");
        handle.close();
        assertThat(registry().resources()).isEmpty();
        assertThat(steps).filteredOn(step -> step.startsWith("move")).hasSize(2);
    }

    @Test
    @DisplayName("B15: after corruption our own holds go on, other programs' locks are gone, people are told")
    void look_corrupt_keepsOurHolds() throws Exception {
        LockHandle handle = acquire(CLI, "A");
        String ours = text(path).replaceAll("(?s).*\"locks\": \\[(.*)\\].*", "$1");
        write(ours + "," + entry("B", "2026-03-02T10:00:00Z", "Desktop-2"));
        assertThat(holders("B")).containsExactly("Desktop-2");
        Files.writeString(path, "{\"locks\": [{\"resource\": ");

        assertThat(manager.holds().renew(handle.receipts().get(0), true)).isPresent();
        assertThat(registry().resources()).containsExactly("A");
        assertThat(manager.view("B").free()).isTrue();
        assertThat(manager.holds().verifyFence("A", handle.fence())).isTrue();
        assertThat(store.warnings())
                .singleElement()
                .asString()
                .contains(project.resolve(".locks/locks.json.corrupt.20260302T100000Z")
                        .toString());
        assertThat(store.warnings()).isEmpty();
    }

    @Test
    @DisplayName("B1: what other programs wrote about other things survives")
    void acquire_unknownFields_survive() throws Exception {
        Files.writeString(path, "{\"version\": 3, \"locks\": [{\"resource\": \"B\", \"x\": [1.0]}], \"y\": {}}");

        acquire(CLI, "A").close();

        assertThat(text(path).replaceAll("\\s", ""))
                .isEqualTo("{\"version\":3,\"locks\":[{\"resource\":\"B\",\"x\":[1.0]}],\"y\":{}}");
    }

    @Test
    void acquire_symbolicLinkInItsPlace_isRefused() throws Exception {
        Path elsewhere = Files.writeString(project.resolve("elsewhere"), "{\"locks\":[]}");
        Files.delete(path);
        Files.createSymbolicLink(path, elsewhere);

        assertThatThrownBy(() -> tryAcquire(CLI, "A"))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("symbolic link");
        assertThat(elsewhere).hasContent("{\"locks\":[]}");
    }

    @Test
    void open_symbolicLinkInPlaceOfTheFolder_isRefused() throws Exception {
        Path elsewhere = Files.createDirectory(project.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(project.resolve("link"), elsewhere);

        assertThatThrownBy(() -> new RegistryStoreProvider().open("file:" + link, time))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("symbolic link");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void open_fileInPlaceOfTheFolder_isRefused() throws Exception {
        Path file = Files.writeString(project.resolve("file"), "x");

        assertThatThrownBy(() -> new RegistryStoreProvider().open("file:" + file, time))
                .isInstanceOf(StoreUnwritableException.class);
        assertThat(file).hasContent("x");
    }

    @Test
    void open_otherScheme_isTheCallersMistake() {
        assertThatThrownBy(() -> new RegistryStoreProvider().open("files:x", time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file:.locks");
    }

    private void assertLost(LockHandle handle) {
        Receipt receipt = handle.receipts().get(0);
        assertThat(manager.holds().renew(receipt, true)).isEmpty();
        assertThat(manager.holds()
                        .loss(receipt)
                        .orElseThrow()
                        .ending()
                        .orElseThrow()
                        .kind())
                .isEqualTo(LockEvent.EventKind.LOST);
        assertThat(manager.admin().history(HistoryQuery.NEWEST))
                .anyMatch(past -> past.event().kind() == LockEvent.EventKind.LOST
                        && past.event().hold().id().equals(receipt.holdId()));
    }

    private LockHandle acquire(Owner owner, String... resources) throws InterruptedException {
        return manager.acquire(LockRequest.of(resources).owner(owner));
    }

    private Acquisition tryAcquire(Owner owner, String resource) throws InterruptedException {
        return manager.tryAcquire(LockRequest.of(resource).owner(owner));
    }

    private List<String> holders(String resource) {
        return manager.view(resource).holders().stream()
                .map(judged -> judged.hold().owner().id())
                .toList();
    }

    private Registry registry() {
        return Registry.read(text(path), NOW);
    }

    private void write(String entries) {
        try {
            Files.writeString(path, "{\"locks\":[" + entries + "]}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String entry(String resource, String timestamp, String instance) {
        return "{\"resource\":\"" + resource + "\",\"timestamp\":\"" + timestamp + "\",\"instance\":\"" + instance
                + "\"}";
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
