package dev.holdfast.cli.serve;

import dev.holdfast.access.Passes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** What whoever starts a server with sign-in should know, though nothing is wrong. */
public final class Cautions {
    private Cautions() {}

    /** In sentences, each with what to do. */
    public static List<String> of(ServeSettings settings, Passes passes) {
        ServeSettings.SignIn signIn = settings.signIn();
        List<String> cautions = new ArrayList<>();
        if (signIn == null) {
            return cautions;
        }
        if (settings.tls() == null && !isLoopback(settings.host())) {
            cautions.add("Without TLS, tokens can be read on their way: set tls.certificate and tls.key, or let a proxy"
                    + " speak TLS.");
        }
        if (signIn.jwt() == null && passes.list().isEmpty()) {
            cautions.add("There is no token yet, so that nobody can sign in: make one by holdfast token create NAME"
                    + " --role admin.");
        }
        return cautions;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
