package dev.holdfast.cli.hook;

import java.util.List;
import java.util.Set;

/** Commands by what they do with the files that they are given. */
final class KnownCommands {
    static final Set<String> PREFIXES = Set.of(
            "sudo", "doas", "env", "command", "builtin", "exec", "nohup", "nice", "time", "timeout", "stdbuf", "xargs",
            "if", "then", "else", "elif", "while", "until", "do", "!", "{", "}");
    static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh");
    static final Set<String> ALL_WRITTEN =
            Set.of("rm", "unlink", "shred", "touch", "truncate", "tee", "rename", "ed", "ex", "patch");
    static final Set<String> LAST_WRITTEN = Set.of("cp", "ln", "install", "rsync", "scp");
    static final Set<String> READING = Set.copyOf(words("""
            cat head tail less more grep egrep fgrep rg ag ls dir tree wc diff cmp comm stat file uniq cut tr
            echo printf test [ [[ true false pwd which mkdir rmdir chmod chown type export set read basename
            dirname realpath readlink sha256sum sha1sum md5sum cksum xxd od hexdump strings jq column nl fold du
            df date sleep wait kill ps holdfast for case esac done fi in source . local unset"""));
    static final Set<String> GIT_WRITING =
            Set.of("mv", "rm", "restore", "checkout", "apply", "clean", "stash", "reset");

    private KnownCommands() {}

    /** Returns the words of a text, between which are blanks or ends of lines. */
    static List<String> words(String text) {
        return List.of(text.split("\\s+", -1));
    }
}
