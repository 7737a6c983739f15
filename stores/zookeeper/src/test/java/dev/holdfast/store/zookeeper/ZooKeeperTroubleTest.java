package dev.holdfast.store.zookeeper;

import static dev.holdfast.store.zookeeper.Records.acquire;
import static dev.holdfast.store.zookeeper.Records.applied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.util.List;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is wrong is told in one sentence with cause and cure, and without secrets. */
class ZooKeeperTroubleTest {
    private final String address = Servers.fresh();
    private final Settings settings = Settings.of(address);
    private final Paths paths = new Paths(settings.base());
    private Bare bare;

    @BeforeEach
    void connect() throws Exception {
        bare = Bare.shared();
    }

    @AfterEach
    void disconnect() {
        bare.close();
    }

    private ZooKeeperLockStore open() {
        return ZooKeeperLockStore.open(settings);
    }

    private void assertUnwritable(String opened, String... what) {
        assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(opened)).close())
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining(settings.toString())
                .hasMessageContainingAll(what)
                .hasMessageNotContaining("sesame");
    }

    @Test
    void nodes_belongToTheUserAlone() throws Exception {
        try (LockStore store = open()) {
            applied(store, acquire("a", "ann"));
            List<ACL> owner = Bare.only(settings.login());
            for (String path : List.of(settings.base(), paths.layout(), paths.of(Key.lock("a")))) {
                assertThat(bare.rights(path)).as(path).isEqualTo(owner);
            }
        }
    }

    @Test
    void open_wrongPassword_isRefused() {
        open().close();
        assertUnwritable(
                address.replace("open-sesame", "close-sesame"), "the user 'holdfast' has no right", "check user and");
    }

    @Test
    void open_nobodyInParticular_isRefused() {
        open().close();
        assertUnwritable(address.replaceFirst("//.*@", "//"), "a client without user and password has no right");
    }

    @Test
    void open_pathThatMayNotBeMade_isRefused() throws Exception {
        String parent = settings.base().substring(0, settings.base().lastIndexOf('/')) + "-closed";
        if (bare.stat(parent) == null) {
            bare.make(parent, "", Bare.world(ZooDefs.Perms.READ));
        }
        String closed = address.replace(settings.base(), parent + "/locks");
        assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(closed)))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("the node " + parent + "/locks is not there, and may not be made");
    }

    @Test
    void open_pathWithoutTheRightToCreate_isRefused() throws Exception {
        bare.make(settings.base(), "", Bare.world(ZooDefs.Perms.READ));
        assertUnwritable(address, "may not be made", "make it beforehand with the rights");
    }

    @Test
    void open_pathOfAnother_isRefusedAndLeftAsItIs() throws Exception {
        bare.make(settings.base() + "/brokers", "1", Bare.world(ZooDefs.Perms.ALL));
        assertUnwritable(address, "has nodes of another program (brokers); name a path of its own");
        assertThat(bare.children(settings.base())).containsExactly("brokers");
    }

    @Test
    void open_pathMadeBeforehand_isUsed() throws Exception {
        bare.make(settings.base(), "by the administrator", Bare.only(settings.login()));
        try (LockStore store = open()) {
            applied(store, acquire("a", "ann"));
        }
    }

    @Test
    void open_newerLayout_isRefused() throws Exception {
        open().close();
        bare.write(paths.layout(), "holdfast 2");
        assertUnwritable(address, "laid out by a newer Holdfast (layout 2, this one knows 1)");
        bare.write(paths.layout(), "scribble");
        assertUnwritable(address, "the node " + paths.layout() + " is not as Holdfast left it");
    }

    @Test
    void use_unreadableRecord_isNamed() throws Exception {
        try (LockStore store = open()) {
            applied(store, acquire("Chapter_03", "ann"));
            bare.write(paths.of(Key.lock("Chapter_03")), "scribble");
            assertThatThrownBy(() -> store.read(List.of(Key.lock("Chapter_03"))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContainingAll("LOCK record 'Chapter_03'", "delete the node");
            applied(store, acquire("Chapter_04", "ann"));
        }
    }

    @Test
    void use_missingNodes_isTold() throws Exception {
        try (LockStore store = open()) {
            bare.delete(paths.clock());
            assertThatThrownBy(() -> applied(store, acquire("a", "ann")))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("the node " + paths.clock() + " is not as Holdfast left it");
            bare.make(paths.clock(), "", Bare.only(settings.login()));
            applied(store, acquire("a", "ann"));
            String bucket = paths.of(Key.lock("b"));
            bare.delete(bucket.substring(0, bucket.lastIndexOf('/')));
            assertThatThrownBy(() -> applied(store, acquire("b", "ann")))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("is not as Holdfast left it");
        }
    }

    @Test
    void use_rightsTakenAway_isTold() throws Exception {
        try (LockStore store = open()) {
            applied(store, acquire("a", "ann"));
            String bucket = paths.of(Key.lock("b"));
            bare.protect(bucket.substring(0, bucket.lastIndexOf('/')), Bare.world(ZooDefs.Perms.READ));
            assertThatThrownBy(() -> applied(store, acquire("b", "ann")))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("the user 'holdfast' has no right to " + bucket);
            assertThat(store.query(Query.all(Kind.LOCK)).entries()).hasSize(1);
        }
    }

    @Test
    @Timeout(90)
    void open_hostThatDoesNotExist_isUnreachable() {
        assertThatThrownBy(() -> ZooKeeperLockStore.open(Settings.of(
                        "zookeeper://ann:secret-word@no-such-host.invalid:2181/x?timeout=1s&insecure-password=on")))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("zookeeper://no-such-host.invalid:2181/x")
                .hasMessageNotContaining("secret-word");
    }
}
