package dev.holdfast.client;

import dev.holdfast.Locks;
import dev.holdfast.LocksProvider;
import java.util.Set;

/**
 * Finds servers by addresses such as {@code https://locks.example.org}. The token is in the variable HOLDFAST_TOKEN, else in
 * the user's {@link TokenFile}.
 */
public final class HttpLocksProvider implements LocksProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("http", "https");
    }

    @Override
    public Locks open(String address) {
        String token = System.getenv("HOLDFAST_TOKEN");
        TokenFile file = TokenFile.of(System::getenv);
        return new HttpLocks(new Connection(
                ServerAddress.parse(address), () -> token == null || token.isBlank() ? file.find(address) : token));
    }
}
