package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Stores;
import dev.holdfast.access.Passes;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import dev.holdfast.server.access.SignInOptions;
import dev.holdfast.store.LockStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/** A server in a process of its own, with sign-in and the default limits, that says how much memory it uses. */
final class SoakServer {
    private SoakServer() {}

    /** Prints a token for each user that is named, then the address; on each line that comes, the used bytes. */
    public static void main(String[] users) throws IOException {
        LockStore store = Stores.open("memory:", InstantSource.system());
        Passes passes = new Passes(store);
        Policies policies = new Policies(
                List.of(), Preset.OFFLINE.policy().change().drafts(true).done());
        try (LockManager locks = LockManager.over(store, ManagerOptions.USUAL.policies(policies));
                HoldfastServer server = HoldfastServer.start(
                        locks, passes, ServerOptions.USUAL.port(0).signIn(SignInOptions.TOKENS))) {
            for (String user : users) {
                System.out.println(passes.create(Guarded.pass(user, "editor")).secret());
            }
            System.out.println(server.address());
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
