package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** A plain and a TLS server on the same locks in a process of their own, with sign-in and the default limits. */
final class SoakServer {
    private SoakServer() {}

    /**
     * Prints a token for each user, then both addresses; for each line that it reads, how many bytes of the heap are used.
     *
     * @param args the files with certificate and key, then the users
     */
    public static void main(String[] args) throws IOException {
        LockStore store = StoreProvider.openStore("memory:", InstantSource.system());
        AccessTokens tokens = new AccessTokens(store);
        Policies policies = new Policies(
                List.of(), Preset.OFFLINE.policy().toBuilder().drafts(true).build());
        ServerOptions plain = ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS);
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT.policies(policies));
                HoldfastServer server = HoldfastServer.start(locks, store, plain);
                HoldfastServer secure = HoldfastServer.start(
                        locks, store, plain.tls(new TlsOptions(Path.of(args[0]), Path.of(args[1]))))) {
            for (String user : List.of(args).subList(2, args.length)) {
                System.out.println(
                        tokens.create(Guarded.unsaved(user, "editor")).secret());
            }
            System.out.println(server.address());
            System.out.println(secure.address());
            BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (questions.readLine() != null) {
                System.gc();
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.println(runtime.totalMemory() - runtime.freeMemory());
            }
        }
    }
}
