package dev.holdfast.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.cli.project.WebhookSettings;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.rules.AccessToken;
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
        return new ServeSettings(
                "127.0.0.1",
                0,
                signIn,
                null,
                LIMITS,
                ServeSettings.Audit.OFF,
                socket,
                ServeSettings.Web.NONE,
                ServeSettings.Protocols.NONE,
                WebhookSettings.NONE);
    }

    @Test
    void port_besideASocket_isOpenToAllAccounts() {
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            tokens.create(AccessToken.of("anna", List.of()));
            assertThat(ServeWarnings.of(withSocket(false, null), tokens, MEMORY))
                    .singleElement()
                    .asString()
                    .contains("Every account of this machine", "leave out the port");
            assertThat(ServeWarnings.of(withSocket(true, null), tokens, MEMORY)).isEmpty();
            assertThat(ServeWarnings.of(withSocket(false, TOKENS), tokens, MEMORY))
                    .isEmpty();
        }
    }

    @Test
    void cautions_areOfPlainTextAndOfNoToken() {
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            assertThat(ServeWarnings.of(settings("0.0.0.0", null, null), tokens, MEMORY))
                    .isEmpty();
            assertThat(ServeWarnings.of(settings("0.0.0.0", TOKENS, null), tokens, MEMORY))
                    .satisfiesExactly(
                            tls -> assertThat(tls).contains("tls.certificate"),
                            token -> assertThat(token)
                                    .endsWith("holdfast token create NAME --role admin --store memory:"));
            tokens.create(AccessToken.of("anna", List.of()));
            assertThat(ServeWarnings.of(settings("127.0.0.1", TOKENS, null), tokens, MEMORY))
                    .isEmpty();
            assertThat(ServeWarnings.of(settings("0.0.0.0", TOKENS, TLS), tokens, MEMORY))
                    .isEmpty();
        }
    }

    @Test
    void caution_ofNoToken_namesTheStoreButNoSecret() {
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            assertThat(said(tokens, "sqlite:/srv/our locks.db")).endsWith(" --store 'sqlite:/srv/our locks.db'");
            assertThat(said(tokens, "redis://ann:secret@localhost")).endsWith(" --store ADDRESS (that of this server)");
        }
    }

    private static String said(AccessTokens tokens, String address) {
        return ServeWarnings.of(settings("127.0.0.1", TOKENS, null), tokens, StoreLocation.of(address))
                .get(0);
    }

    @Test
    void rightsOfOthers_areNamed(@TempDir Path folder) throws Exception {
        StoreLocation locks = StoreLocation.of("sqlite:" + Files.createFile(folder.resolve("locks.db")));
        Files.setAttribute(folder.resolve("locks.db"), "unix:mode", 0644);
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            assertThat(ServeWarnings.of(settings("127.0.0.1", null, null), tokens, locks))
                    .singleElement()
                    .asString()
                    .startsWith("Other users may read " + folder.resolve("locks.db"))
                    .contains("chmod go-rwx");
            Files.setAttribute(folder.resolve("locks.db"), "unix:mode", 0600);
            assertThat(ServeWarnings.of(settings("127.0.0.1", null, null), tokens, locks))
                    .isEmpty();
        }
    }

    @Test
    void rightsOfOthers_onTheAuditLog_areNamed(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("audit.jsonl"));
        Files.setAttribute(file, "unix:mode", 0640);
        Files.setAttribute(folder, "unix:mode", 0777);
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            ServeSettings settings = settings("127.0.0.1", null, null).auditLog(file);
            assertThat(ServeWarnings.of(settings, tokens, MEMORY))
                    .satisfiesExactly(
                            read -> assertThat(read).startsWith("Other users may read " + file),
                            write -> assertThat(write).startsWith("Other users may change " + folder));
            Files.setAttribute(file, "unix:mode", 0600);
            Files.setAttribute(folder, "unix:mode", 0755);
            assertThat(ServeWarnings.of(settings, tokens, MEMORY)).isEmpty();
        }
    }

    @Test
    void othersWhoMayExchangeTheDatabase_areNamed(@TempDir Path folder) throws Exception {
        StoreLocation locks = StoreLocation.of("sqlite:" + folder.resolve("locks.db"));
        Files.setAttribute(Files.createFile(folder.resolve("locks.db")), "unix:mode", 0600);
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            Files.setAttribute(folder, "unix:mode", 0777);
            assertThat(ServeWarnings.of(settings("127.0.0.1", null, null), tokens, locks))
                    .singleElement()
                    .asString()
                    .startsWith("Other users may change " + folder);
            for (int mode : new int[] {0775, 01777}) {
                Files.setAttribute(folder, "unix:mode", mode);
                assertThat(ServeWarnings.of(settings("127.0.0.1", null, null), tokens, locks))
                        .isEmpty();
            }
        }
    }

    @Test
    void othersWhoMayReadTheKey_areNamed(@TempDir Path folder) throws Exception {
        Path key = Files.createFile(folder.resolve("key.pem"));
        try (LockStore store = StoreProvider.openStore("memory:", InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(store);
            ServeSettings settings =
                    settings("127.0.0.1", null, new ServeSettings.Tls(folder.resolve("cert.pem"), key));
            Files.setAttribute(key, "unix:mode", 0644);
            assertThat(ServeWarnings.of(settings, tokens, MEMORY))
                    .singleElement()
                    .asString()
                    .startsWith("Other users may read " + key);
            Files.setAttribute(key, "unix:mode", 0640);
            assertThat(ServeWarnings.of(settings, tokens, MEMORY)).isEmpty();
        }
    }
}
