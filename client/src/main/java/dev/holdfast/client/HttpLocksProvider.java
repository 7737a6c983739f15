package dev.holdfast.client;

import dev.holdfast.Locks;
import dev.holdfast.LocksProvider;
import java.util.Set;

/**
 * Finds servers by addresses such as {@code https://locks.example.org} and {@code unix:/run/holdfast/holdfast.sock}. The token is
 * in the variable HOLDFAST_TOKEN, else in the user's {@link TokenFile}. A socket gets none but one that is kept for it: there
 * the account says who asks.
 */
public final class HttpLocksProvider implements LocksProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("http", "https", "unix");
    }

    @Override
    public Locks open(String address) {
        ServerAddress server = ServerAddress.parse(address);
        String token = server.socket() == null ? System.getenv("HOLDFAST_TOKEN") : null;
        TokenFile file = TokenFile.of(System::getenv);
        return new HttpLocks(
                new Connection(server, () -> token == null || token.isBlank() ? file.find(address) : token));
    }
}
