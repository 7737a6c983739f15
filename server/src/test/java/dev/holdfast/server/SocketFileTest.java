package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.check.ShortFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server does about its socket's place: it replaces nothing but a dead socket of its own account. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketFileTest {
    private static final int STRANGER = 54_321;

    @TempDir(factory = ShortFolder.class)
    private Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("s.sock");
    }

    private SocketFile claim() {
        return SocketFile.claim(SocketOptions.at(path));
    }

    /** Makes a socket as a server does. The caller closes it. */
    private static ServerSocketChannel bound(Path at) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(at));
    }

    private void requireRefused(String... words) {
        assertThatThrownBy(this::claim)
                .isInstanceOf(ServerException.class)
                .message()
                .contains(words)
                .contains("--socket");
    }

    @Test
    void socket_ofAServerThatWasKilled_isReplaced() throws IOException {
        bound(path).close();
        bound(path.resolveSibling("s.sock~")).close();
        try (SocketFile file = claim();
                ServerSocketChannel listening = bound(file.fresh())) {
            assertThat(path).doesNotExist();
            file.show();
            assertThat(listening.isOpen()).isTrue();
            assertThat(path).exists();
        }
        assertThat(path).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"s.sock", "s.sock~"})
    void file_atItsPlace_isKept(String name) throws IOException {
        Files.writeString(folder.resolve(name), "mine");
        requireRefused("is not a socket of this account");
        assertThat(folder.resolve(name)).hasContent("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s.sock", "s.sock~", "s.sock.lock"})
    void link_atItsPlace_isNotFollowed(String name) throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "mine");
        Files.createSymbolicLink(folder.resolve(name), target);
        requireRefused(folder.resolve(name).toString());
        assertThat(target).hasContent("mine");
        assertThat(Files.isSymbolicLink(folder.resolve(name))).isTrue();
    }

    @Test
    void link_toADeadSocket_isKept() throws IOException {
        Path target = folder.resolve("target");
        bound(target).close();
        Files.createSymbolicLink(path, target);
        requireRefused("is not a socket of this account");
        assertThat(Files.exists(target, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"s.sock", "s.sock.lock"})
    void file_ofAnotherAccount_isKept(String name) throws IOException {
        assumeTrue((Integer) Files.getAttribute(folder, "unix:uid") == 0, "only root can give files away");
        if (name.equals("s.sock")) {
            bound(path).close();
        } else {
            Files.createFile(folder.resolve(name));
        }
        Files.setAttribute(folder.resolve(name), "unix:uid", STRANGER);
        requireRefused(folder.resolve(name).toString());
        assertThat(folder.resolve(name)).exists();
    }

    @Test
    void socket_thatIsListenedOn_isKept() throws IOException {
        try (ServerSocketChannel other = bound(path)) {
            requireRefused("Another server listens");
            assertThat(other.isOpen()).isTrue();
        }
        assertThat(path).exists();
    }

    @Test
    void second_isToldWhoHasIt_andHasItNext() {
        try (SocketFile first = claim()) {
            requireRefused("process " + ProcessHandle.current().pid());
            assertThat(first.fresh()).doesNotExist();
        }
        claim().close();
    }

    @Test
    void several_atTheSameTime_haveOneWinner() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                bound(path).close();
                List<Future<SocketFile>> tries = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    tries.add(threads.submit(this::claim));
                }
                List<SocketFile> won = new ArrayList<>();
                for (Future<SocketFile> one : tries) {
                    try {
                        won.add(one.get());
                    } catch (ExecutionException e) {
                        assertThat(e.getCause()).isInstanceOf(ServerException.class);
                    }
                }
                assertThat(won).hasSize(1);
                won.get(0).close();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void close_afterTheSocketWasReplaced_keepsTheOther() throws IOException {
        SocketFile file = claim();
        try (ServerSocketChannel listening = bound(file.fresh())) {
            assertThat(listening.isOpen()).isTrue();
            file.show();
            Files.delete(path);
            Files.writeString(path, "another's");
        }
        file.close();
        assertThat(path).hasContent("another's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxrwxr-x"})
    void folder_thatOthersMayWriteTo_isRefused(String rights) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));
        assertThatThrownBy(this::claim).hasMessageContaining("chmod go-w " + folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s.sock", "own/s.sock", "own/below/s.sock"})
    void folder_ofAnotherAccount_isRefused(String name) throws IOException {
        assumeTrue((Integer) Files.getAttribute(folder, "unix:uid") == 0, "only root can give files away");
        Files.setAttribute(folder, "unix:uid", STRANGER);
        path = folder.resolve(name);
        assertThatThrownBy(this::claim)
                .hasMessageContaining("Other accounts could replace the socket")
                .hasMessageContaining(folder.toString());
    }

    @Test
    void folder_likeTmp_isTaken() throws IOException {
        Files.setAttribute(folder, "unix:mode", 01777);
        try (SocketFile file = claim()) {
            assertThat(file.fresh()).isEqualTo(folder.toRealPath().resolve("s.sock~"));
        }
    }

    @Test
    void path_thatIsTooLong_isToldInASentence() {
        path = folder.resolve("x".repeat(120));
        assertThatThrownBy(this::claim)
                .hasMessageContaining("at most 100 bytes")
                .hasMessageContaining("shorter");
    }

    @Test
    void group_thatThereIsNot_isTold() {
        assertThatThrownBy(() -> SocketFile.claim(SocketOptions.at(path).group("no-such-group")))
                .hasMessage("There is no group 'no-such-group' on this machine.");
    }
}
