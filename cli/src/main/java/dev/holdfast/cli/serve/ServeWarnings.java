package dev.holdfast.cli.serve;

import dev.holdfast.cli.doctor.StoreFiles;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.base.StoreLocation;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Warnings for the operator who starts a server. */
public final class ServeWarnings {
    private ServeWarnings() {}

    /** Returns sentences, each with what to do. */
    public static List<String> of(ServeSettings settings, AccessTokens tokens, StoreLocation store) {
        ServeSettings.SignIn signIn = settings.signIn();
        ServeSettings.Socket socket = settings.socket();
        List<String> cautions = new ArrayList<>();
        StoreFiles.of(store.toString())
                .ifPresent(files -> files.rights().forEach(finding -> cautions.add(sentence(finding.text()))));
        Path audit = settings.audit().file();
        if (audit != null) {
            StoreFiles.rightsOf(audit).forEach(finding -> cautions.add(sentence(finding.text())));
        }
        ServeSettings.Tls tls = settings.tls();
        if (tls != null) {
            StoreFiles.rightsOfKey(tls.key()).forEach(finding -> cautions.add(sentence(finding.text())));
        }
        for (Path key : StatePolicy.keys(settings.protocols())) {
            StoreFiles.rightsOfKey(key).forEach(finding -> cautions.add(sentence(finding.text())));
        }
        for (Path secret : settings.webhooks().files()) {
            StoreFiles.rightsOfKey(secret).forEach(finding -> cautions.add(sentence(finding.text())));
        }
        if (signIn == null) {
            if (socket != null && !socket.alone()) {
                cautions.add("Every account of this machine may do everything at the port, since there is no sign-in:"
                        + " leave out the port, or turn sign-in on.");
            }
            return cautions;
        }
        if (tls == null && !isLoopback(settings.host())) {
            cautions.add("Without TLS, tokens can be read on their way: set tls.certificate and tls.key, or let a proxy"
                    + " speak TLS.");
        }
        if (signIn.jwt() == null && tokens.list().isEmpty()) {
            cautions.add("There is no token yet, so no user can sign in. Create one with holdfast token create NAME"
                    + " --role admin --store " + argument(store));
        }
        return cautions;
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** Returns the store as a command can name it; an address with secrets is not shown. */
    private static String argument(StoreLocation store) {
        String shown = store.toString();
        return StoreLocation.of(shown).equals(store) ? ShellQuote.quoted(shown) : "ADDRESS (that of this server)";
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
