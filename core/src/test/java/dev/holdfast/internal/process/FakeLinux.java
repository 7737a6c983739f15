package dev.holdfast.internal.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A root directory with just so much of {@code /proc} and {@code /etc} as a process table reads. */
final class FakeLinux {
    static final long SELF = 4242;
    static final String BOOT = "11111111-2222-3333-4444-555555555555";
    static final String MACHINE = "0123456789abcdef0123456789abcdef";

    private final Path root;

    FakeLinux(Path root) {
        this.root = root;
        write("proc/sys/kernel/hostname", "wharf\n");
        write("proc/sys/kernel/random/boot_id", BOOT + "\n");
        write("etc/machine-id", MACHINE + "\n");
        link("proc/self", Long.toString(SELF));
        link("proc/4242/ns/pid", "pid:[4026531836]");
        link("proc/4242/ns/uts", "uts:[4026531838]");
        link("proc/4242/ns/time", "time:[4026531834]");
        write("proc/stat", "cpu  1 2 3\nbtime 1700000000\nprocesses 9\n");
        mounts("rw,nosuid,nodev,noexec,relatime");
        process(SELF, "java", 'S', 30, 500);
    }

    void process(long pid, String command, char state, int threads, long start) {
        String before = pid + " (" + command + ") " + state + " 1 " + pid + " 7 0 -1 4194304 102 0 0 0 0 0 0 0 20 0 ";
        write("proc/" + pid + "/stat", before + threads + " 0 " + start + " 3133440 390 0 0 0\n");
    }

    void mounts(String procOptions) {
        write(
                "proc/4242/mounts",
                "/dev/vda / ext4 rw 0 0\nproc /proc proc " + procOptions + " 0 0\n"
                        + "systemd-1 /proc/sys/fs/binfmt_misc autofs rw 0 0\n");
    }

    void write(String path, String text) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void link(String path, String target) {
        try {
            Path link = root.resolve(path);
            Files.createDirectories(link.getParent());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(String path) {
        try {
            Files.delete(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ProcessTable table() {
        return new ProcessTable(LinuxProcesses.at(root, SELF), SELF);
    }
}
