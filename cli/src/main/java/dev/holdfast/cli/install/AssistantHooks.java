package dev.holdfast.cli.install;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.trust.TrustClaim;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts the hook into the settings of an assistant, and takes it out again; all else there stays as it is. */
public final class AssistantHooks {
    private static final String EMPTY = "{}\n";

    private final AssistantKind kind;
    private final Path file;

    private AssistantHooks(AssistantKind kind, Path file) {
        this.kind = kind;
        this.file = file;
    }

    /**
     * Returns the hooks of an assistant.
     *
     * @param name {@code claude} or {@code gemini}
     * @param base the project's root, or the user's home
     * @param local whether in the settings that only this user has in a project
     */
    public static AssistantHooks of(String name, Path base, boolean local) {
        AssistantKind kind = AssistantKind.valueOf(name.toUpperCase(Locale.ROOT));
        if (local && kind != AssistantKind.CLAUDE) {
            throw CommandFailure.usage(kind.title() + " has no settings for one user in a project: use --user.");
        }
        return new AssistantHooks(
                kind, base.resolve(kind.folder()).resolve(local ? "settings.local.json" : "settings.json"));
    }

    /** Returns the names of the supported assistants. */
    public static List<String> names() {
        return List.of("claude", "gemini");
    }

    /** Throws if a link leads the settings out of the project: a clone could let them be written anywhere. */
    public void requireWithin(Path project) {
        Path real = TrustClaim.real(file);
        if (!real.startsWith(TrustClaim.real(project))) {
            throw CommandFailure.usage(file + " leads out of the project, to " + real
                    + ": put a file in the place of the link, or use --user for the settings of the user.");
        }
    }

    public void install(String command, Installation installation) {
        String before = Installation.read(file);
        SettingsText text = new SettingsText(before == null || before.isBlank() ? EMPTY : before);
        try {
            SettingsText after = HookSettings.with(HookSettings.without(text), kind.hooks(command));
            installation.write(file, before, after.text(), false);
        } catch (IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    public void remove(Installation installation) {
        String before = Installation.read(file);
        if (before == null || before.isBlank()) {
            return;
        }
        try {
            String after = HookSettings.without(new SettingsText(before)).text();
            boolean wasOurs = !after.equals(before) && after.strip().equals(EMPTY.strip());
            @Nullable String rest = wasOurs ? null : after;
            installation.write(file, before, rest, false);
        } catch (IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    private CommandFailure unreadable(IllegalArgumentException e) {
        return CommandFailure.usage(file + " is not as " + kind.title() + " has it (" + e.getMessage()
                + "): correct it first. Nothing was changed.");
    }
}
