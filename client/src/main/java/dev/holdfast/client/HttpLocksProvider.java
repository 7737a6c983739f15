package dev.holdfast.client;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.manager.Locks;
import dev.holdfast.internal.manager.Managers;
import java.util.Set;

/**
 * Opens servers with addresses such as {@code https://locks.example.org} and {@code unix:/run/holdfast/holdfast.sock}. The
 * token comes from the variable HOLDFAST_TOKEN, else from the user's {@link TokenFile}. A socket gets only a token that is
 * stored for it: there the account identifies the caller.
 */
public final class HttpLocksProvider implements LockManager.Provider {
    @Override
    public Set<String> schemes() {
        return Set.of("http", "https", "unix");
    }

    @Override
    public LockManager open(String address, ManagerOptions options) {
        ServerAddress server = ServerAddress.parse(address);
        String token = server.socket() == null ? System.getenv("HOLDFAST_TOKEN") : null;
        TokenFile file = TokenFile.of(System::getenv);
        Locks locks = new HttpLocks(
                new Connection(server, () -> token == null || token.isBlank() ? file.find(address) : token));
        return Managers.over(locks, options);
    }
}
