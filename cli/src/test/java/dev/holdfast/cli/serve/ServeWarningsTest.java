package dev.holdfast.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.internal.access.Passes;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.rules.Pass;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said when a server starts. */
final class ServeWarningsTest {
    private static final ServeSettings.SignIn TOKENS = new ServeSettings.SignIn(true, null, null, Duration.ofHours(8));
    private static final StoreLocation MEMORY = StoreLocation.of("memory:");
    private static final ServeSettings.Limits LIMITS = new ServeSettings.Limits(null, null, null, null, null, Map.of());
    private static final ServeSettings.Tls TLS = new ServeSettings.Tls(Path.of("c"), Path.of("k"));

    private static ServeSettings settings(
            String host, ServeSettings.@Nullable SignIn signIn, ServeSettings.@Nullable Tls tls) {
        return new ServeSettings(host, 0, signIn, tls, LIMITS);
    }

    private static ServeSettings withSocket(boolean alone, ServeSettings.@Nullable SignIn signIn) {
        ServeSettings.Socket socket = new ServeSettings.Socket(Path.of("s"), null, false, Map.of(), List.of(), alone);
        return new ServeSettings("127.0.0.1", 0, signIn, null, LIMITS, ServeSettings.Audit.OFF, socket);
    }

    @Test
    void port_besideASocket_isOpenToAllAccounts() {
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            Passes passes = new Passes(store);
            passes.create(Pass.of("anna", List.of()));
            assertThat(ServeWarnings.of(withSocket(false, null), passes, MEMORY))
                    .singleElement()
                    .asString()
                    .contains("Every account of this machine", "leave out the port");
            assertThat(ServeWarnings.of(withSocket(true, null), passes, MEMORY)).isEmpty();
            assertThat(ServeWarnings.of(withSocket(false, TOKENS), passes, MEMORY))
                    .isEmpty();
        }
    }

    @Test
    void cautions_areOfPlainTextAndOfNoToken() {
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            Passes passes = new Passes(store);
            assertThat(ServeWarnings.of(settings("0.0.0.0", null, null), passes, MEMORY))
                    .isEmpty();
            assertThat(ServeWarnings.of(settings("0.0.0.0", TOKENS, null), passes, MEMORY))
                    .satisfiesExactly(
                            tls -> assertThat(tls).contains("tls.certificate"),
                            token -> assertThat(token)
                                    .endsWith("holdfast token create NAME --role admin --store memory:"));
            passes.create(Pass.of("anna", List.of()));
            assertThat(ServeWarnings.of(settings("127.0.0.1", TOKENS, null), passes, MEMORY))
                    .isEmpty();
            assertThat(ServeWarnings.of(settings("0.0.0.0", TOKENS, TLS), passes, MEMORY))
                    .isEmpty();
        }
    }

    @Test
    void caution_ofNoToken_namesTheStoreButNoSecret() {
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            Passes passes = new Passes(store);
            assertThat(said(passes, "sqlite:/srv/our locks.db")).endsWith(" --store 'sqlite:/srv/our locks.db'");
            assertThat(said(passes, "redis://ann:secret@localhost")).endsWith(" --store ADDRESS (that of this server)");
        }
    }

    private static String said(Passes passes, String address) {
        return ServeWarnings.of(settings("127.0.0.1", TOKENS, null), passes, StoreLocation.of(address))
                .get(0);
    }

    @Test
    void rightsOfOthers_areNamed(@TempDir Path folder) throws Exception {
        StoreLocation locks = StoreLocation.of("sqlite:" + Files.createFile(folder.resolve("locks.db")));
        Files.setAttribute(folder.resolve("locks.db"), "unix:mode", 0644);
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            Passes passes = new Passes(store);
            assertThat(ServeWarnings.of(settings("127.0.0.1", null, null), passes, locks))
                    .singleElement()
                    .asString()
                    .startsWith("Other users may read " + folder.resolve("locks.db"))
                    .contains("chmod go-rwx");
            Files.setAttribute(folder.resolve("locks.db"), "unix:mode", 0600);
            assertThat(ServeWarnings.of(settings("127.0.0.1", null, null), passes, locks))
                    .isEmpty();
        }
    }

    @Test
    void rightsOfOthers_onTheAuditLog_areNamed(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("audit.jsonl"));
        Files.setAttribute(file, "unix:mode", 0640);
        Files.setAttribute(folder, "unix:mode", 0777);
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            Passes passes = new Passes(store);
            ServeSettings settings = settings("127.0.0.1", null, null).auditLog(file);
            assertThat(ServeWarnings.of(settings, passes, MEMORY))
                    .satisfiesExactly(
                            read -> assertThat(read).startsWith("Other users may read " + file),
                            write -> assertThat(write).startsWith("Other users may change " + folder));
            Files.setAttribute(file, "unix:mode", 0600);
            Files.setAttribute(folder, "unix:mode", 0755);
            assertThat(ServeWarnings.of(settings, passes, MEMORY)).isEmpty();
        }
    }
}
