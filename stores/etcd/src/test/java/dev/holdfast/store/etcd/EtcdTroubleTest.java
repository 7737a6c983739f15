package dev.holdfast.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.engines.EtcdServer;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdTroubleTest {
    private final String address = TestEtcd.address();
    private final String prefix = EtcdAddress.parse(address).prefix();

    @Test
    void layout_ofANewerHoldfast_isRefused() {
        Stores.open(address).close();
        try (Admin admin = new Admin(address)) {
            String clock = prefix + "/clock";
            admin.put(clock, admin.get(clock).replace("\"layout\":1", "\"layout\":2"));
        }
        assertThatThrownBy(() -> Stores.open(address))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessage("The locks in " + address
                        + " were written by a newer Holdfast (layout 2, known is 1): use that version here too.");
    }

    @Test
    void prefix_ofAnotherProgram_isRefused() {
        try (Admin admin = new Admin(address)) {
            admin.put(prefix + "/clock", "{\"wound\":true}");
        }
        assertThatThrownBy(() -> Stores.open(address))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("another program uses this prefix; choose another one");
    }

    @Test
    void record_ofAnotherProgram_isNamed() {
        try (LockStore store = Stores.open(address);
                Admin admin = new Admin(address)) {
            admin.put(prefix + "/record/lock/a", "mine!");
            assertThatThrownBy(() -> store.read(List.of(Key.lock("a"))))
                    .isInstanceOf(UnreadableRecordException.class)
                    .hasMessageContaining(prefix + "/record/lock/a");
            Stores.applied(store, Stores.acquire("b", Lease.NONE));
        }
    }

    @Test
    void record_tooLarge_isToldAndNothingIsChanged() {
        StringBuilder text = new StringBuilder();
        new Random(1).ints(1_500_000, 32, 0x2000).forEach(c -> text.append((char) c));
        try (LockStore store = Stores.open(address)) {
            assertThatThrownBy(() -> store.apply(List.of(Group.of(Stores.draft("large", text.toString())))))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("start it with a larger --max-request-bytes");
            Stores.applied(store, Stores.acquire("b", Lease.NONE));
        }
    }

    @Test
    void etcd_full_isToldAndNothingIsLost(@TempDir Path folder) {
        try (EtcdServer small = EtcdServer.start(folder, "--unsafe-no-fsync", "--quota-backend-bytes", "1000000");
                LockStore store = Stores.open(small.address())) {
            Stores.applied(store, Stores.acquire("held", Lease.NONE));
            StringBuilder text = new StringBuilder();
            new Random(1).ints(100_000, 32, 0x2000).forEach(c -> text.append((char) c));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) {
                            Stores.applied(store, Group.of(Stores.draft("draft-" + i, text.toString())));
                        }
                    })
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessage("etcd at 127.0.0.1:" + small.port()
                            + " is full: compact and defragment it, disarm its alarm, and let it compact by itself.");
            assertThat(store.read(List.of(Key.lock("held"))).entries()).hasSize(1);
        }
    }

    @Test
    void server_ofAnotherKind_isTold() throws Exception {
        try (ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread talker = new Thread(() -> talk(door));
            talker.setDaemon(true);
            talker.start();
            String there = "etcd://127.0.0.1:" + door.getLocalPort() + "/locks?timeout=1s";
            assertThatThrownBy(() -> Stores.open(there))
                    .isInstanceOf(StoreUnreachableException.class)
                    .hasMessageContaining("check that it runs and that the address is right");
        }
    }

    private static void talk(ServerSocket door) {
        try {
            while (true) {
                try (Socket caller = door.accept()) {
                    caller.getOutputStream().write("220 mail.example ESMTP\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (java.io.IOException e) {
            // The door is closed: the test is over.
        }
    }

    @Test
    void host_unknown_isToldByItsName() {
        assertThatThrownBy(() -> Stores.open("etcd://no-such-host.invalid:2379/locks?timeout=3s"))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("no-such-host.invalid:2379");
    }

    @Test
    void certificate_missing_isToldByItsName() {
        assertThatThrownBy(() -> Stores.open("etcds://127.0.0.1:2379/locks?ca=/nowhere/ca.pem"))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("/nowhere/ca.pem")
                .hasMessageContaining("each must be a readable PEM file");
    }
}
