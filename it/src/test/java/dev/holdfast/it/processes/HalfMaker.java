package dev.holdfast.it.processes;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The main program of a process that has the guard of a folder and is in the middle of making a lock directory there. */
final class HalfMaker {
    private HalfMaker() {}

    /** Arguments: the guard file, the lock directory. */
    public static void main(String[] args) throws Exception {
        try (FileChannel file =
                        FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock guard = file.lock()) {
            Path made = Files.createDirectory(Path.of(args[1]));
            System.out.println(made + " under " + guard);
            System.out.flush();
            while (System.in.read() >= 0) {
                // only the end of its input, or a kill, ends it
            }
        }
    }
}
