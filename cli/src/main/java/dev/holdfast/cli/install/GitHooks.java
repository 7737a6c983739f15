package dev.holdfast.cli.install;

import dev.holdfast.cli.git.Git;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hooks of a git repository. An earlier hook is moved aside and run first, as git would; taking ours away moves it back. */
public final class GitHooks {
    private static final String MARK = "# holdfast: made by 'holdfast hooks install git'";
    private static final String ASIDE = ".before-holdfast";
    private static final List<String> NAMES = List.of("pre-commit", "pre-push", "reference-transaction");

    private final Path folder;

    private GitHooks(Path folder) {
        this.folder = folder;
    }

    /** Returns the hooks of the repository of that folder, which all its linked work trees share. */
    public static GitHooks of(Path folder) {
        return new GitHooks(new Git(folder).path("hooks"));
    }

    /**
     * Installs the hooks.
     *
     * @param release whether a push releases the locks of its files
     */
    public void install(String command, boolean release, Installation installation) {
        Map<String, String> wanted = new LinkedHashMap<>();
        wanted.put("pre-commit", script(command, "exec " + command + " guard --staged"));
        wanted.put(
                "pre-push",
                script(command, "said | " + command + " guard --pushed \"$1\"" + (release ? " --remember" : "")));
        if (release) {
            wanted.put("reference-transaction", script(command, RELEASE.formatted(command)));
        }
        for (String name : NAMES) {
            if (wanted.containsKey(name)) {
                put(name, wanted.get(name), installation);
            } else {
                take(name, installation);
            }
        }
    }

    public void remove(Installation installation) {
        for (String name : NAMES) {
            take(name, installation);
        }
    }

    private void put(String name, String script, Installation installation) {
        Path file = folder.resolve(name);
        String before = Installation.read(file);
        if (before != null && !before.contains(MARK)) {
            installation.move(file, folder.resolve(name + ASIDE));
            before = null;
        }
        installation.write(file, before, script, true);
    }

    private void take(String name, Installation installation) {
        Path file = folder.resolve(name);
        String before = Installation.read(file);
        if (before != null && before.contains(MARK)) {
            installation.write(file, before, null, true);
            Path aside = folder.resolve(name + ASIDE);
            if (Files.exists(aside)) {
                installation.move(aside, file);
            }
        }
    }

    private static String script(String command, String last) {
        String name = command.startsWith("'") ? command : command.split(" ", 2)[0];
        return """
                #!/bin/sh
                %s; 'holdfast hooks remove git' takes it away.
                # What was here before is run first.
                input=
                case $0 in *pre-commit) ;; *) input=$(cat) ;; esac
                said() { [ -z "$input" ] || printf '%%s\\n' "$input"; }
                if [ -x "$0%s" ]; then
                    said | "$0%s" "$@" || exit
                fi
                if ! command -v %s >/dev/null; then
                    echo 'holdfast: not found, so locks were not checked.' >&2
                    exit 0
                fi
                %s
                """.formatted(MARK, ASIDE, ASIDE, name, last);
    }

    /** Most changes of references are none by a push that is remembered: for those nothing is started. */
    private static final String RELEASE = """
            [ "$1" = committed ] || exit 0
            for push in "$(git rev-parse --git-common-dir)"/holdfast-pushes/*; do
                [ -e "$push" ] || exit 0
                said | %s release --pushed
                exit 0
            done""";
}
