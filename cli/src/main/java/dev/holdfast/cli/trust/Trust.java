package dev.holdfast.cli.trust;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lets the store and the server that a project names count once a person has trusted them: with the option {@code --trust}, with
 * the variable HOLDFAST_TRUST, with {@code holdfast trust}, or when asked at the terminal.
 *
 * @param given whether the caller has said by an option that it trusts the project
 * @param silent whether no question may be asked
 */
public record Trust(Environment environment, boolean given, boolean silent) {
    private static final String VARIABLE = "HOLDFAST_TRUST";
    private static final List<String> YES = List.of("yes", "y");

    /** Throws an {@link UntrustedProjectException} unless a person trusts that. */
    public void require(TrustClaim claim) {
        if (claim.isEmpty() || given || isListed(claim.root())) {
            return;
        }
        TrustedProjects known = new TrustedProjects(environment);
        if (known.has(claim)) {
            return;
        }
        if (silent || !Terminal.INPUT.present() || !Terminal.MESSAGES.present()) {
            throw new UntrustedProjectException(
                    told(claim) + " A person who trusts it allows that with: " + command(claim) + " (in CI: " + VARIABLE
                            + "=" + ShellQuote.quoted(claim.root().toString()) + ", or --trust)");
        }
        if (!agreed(claim)) {
            throw new UntrustedProjectException("Nothing was done. To trust the project later: " + command(claim));
        }
        known.add(claim);
    }

    /** Refuses a folder of locks that is a link before a person is asked to trust it: it is never followed. */
    public static void requireNoLink(Path folder) {
        if (Files.isSymbolicLink(folder)) {
            throw new UntrustedProjectException(DisplayText.plain(folder.toString())
                    + " is a symbolic link, which is never followed: remove it, or name the folder that it should lead"
                    + " to as the store.");
        }
    }

    /** Remembers without asking, for what the user has just written or trusted by a command of its own. */
    public TrustedProject remember(TrustClaim claim) {
        return new TrustedProjects(environment).add(claim);
    }

    private static String told(TrustClaim claim) {
        return "The project " + DisplayText.plain(claim.root().toString()) + " is not trusted yet: holdfast.yaml sets "
                + String.join(", ", claim.lines()) + ".";
    }

    private static String command(TrustClaim claim) {
        return "holdfast trust " + ShellQuote.quoted(claim.root().toString());
    }

    private boolean isListed(Path root) {
        String list = environment.variable(VARIABLE);
        for (String folder : (list == null ? "" : list).split(File.pathSeparator, -1)) {
            if (!folder.isEmpty() && isWithin(root, folder)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(Path root, String folder) {
        try {
            Path path = Path.of(folder);
            if (path.isAbsolute()) {
                return root.startsWith(path.toRealPath());
            }
        } catch (InvalidPathException e) {
            // said below
        } catch (IOException e) {
            return false; // a folder that is not there has no project in it
        }
        throw CommandFailure.usage(VARIABLE + " lists folders from the top, such as " + VARIABLE + "=$PWD, and '"
                + DisplayText.plain(folder) + "' is none.");
    }

    private boolean agreed(TrustClaim claim) {
        environment
                .err()
                .println("The project " + DisplayText.plain(claim.root().toString()) + " is not trusted yet.");
        environment.err().println("Its holdfast.yaml sets:");
        claim.lines().forEach(line -> environment.err().println("- " + line));
        environment.err().print("Trust it, now and later? (yes/no): ");
        environment.err().flush();
        String answer = line();
        return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
    }

    /** Reads no more than a line: the rest may be for a command to be run. */
    private @Nullable String line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = environment.in().read();
            for (; next >= 0 && next != '\n'; next = environment.in().read()) {
                line.write(next);
            }
            return next < 0 && line.size() == 0 ? null : line.toString(Charset.defaultCharset());
        } catch (IOException e) {
            return null; // the terminal is gone
        }
    }
}
