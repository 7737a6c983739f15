package dev.holdfast.server;

import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.Protocols;
import java.util.TreeSet;

/** Refuses options under which others could use the locks, or read a password on its way. */
final class StartChecks {
    private StartChecks() {}

    /** @throws ServerException if the options do not fit together */
    static void require(ServerOptions options, boolean tokens) {
        if (options.signIn() == null && options.hasPort()) {
            PortServer.requireLoopback(options.host());
        } else if (options.signIn() != null && !tokens) {
            throw new IllegalArgumentException("Sign-in needs the store with the tokens.");
        }
        if (options.signIn() == null && !options.web().origins().known().isEmpty()) {
            throw new ServerException(
                    "Pages of other origins need a token, and this server has no sign-in: turn sign-in on, or name no"
                            + " origins.",
                    null);
        }
    }

    /** Passwords of other tools are tokens: they need sign-in, and must not be read on their way. */
    static Protocols protocols(ServerOptions options) {
        if (options.protocols().isEmpty()) {
            return Protocols.NONE;
        }
        String names = String.join(", ", new TreeSet<>(options.protocols().keySet()));
        SignInOptions signIn = options.signIn();
        if (signIn == null || !signIn.tokens()) {
            throw new ServerException(
                    "The clients of " + names + " sign in with a token of Holdfast, and this server accepts none: set"
                            + " serve.sign-in.tokens: true, or name no protocols.",
                    null);
        }
        if (options.tls() == null && options.hasPort() && !PortServer.isLoopback(options.host())) {
            throw new ServerException(
                    "The clients of " + names + " send tokens, which others could read on their way to "
                            + options.host() + " without TLS: set serve.tls.certificate and serve.tls.key, or listen on"
                            + " 127.0.0.1 behind a proxy with TLS.",
                    null);
        }
        return Protocols.named(options.protocols());
    }
}
