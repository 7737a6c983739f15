package dev.holdfast.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The task of a worker process.
 *
 * @param folder for its history
 * @param name of the process
 * @param address of the store or server
 * @param register the port of the register
 * @param counts whether it updates counters that nothing guards; right only where no process is stopped beyond its lease
 * @param jumps whether its wall clock jumps
 */
record Assignment(
        Path folder,
        String name,
        String address,
        int register,
        long seed,
        int threads,
        Duration lease,
        Duration cooldown,
        boolean counts,
        boolean jumps,
        Flaw flaw) {
    String[] arguments() {
        return new String[] {
            folder.toString(),
            name,
            address,
            Integer.toString(register),
            Long.toString(seed),
            Integer.toString(threads),
            lease.toString(),
            cooldown.toString(),
            Boolean.toString(counts),
            Boolean.toString(jumps),
            flaw.word()
        };
    }

    static Assignment of(String[] arguments) {
        List<String> rest = List.of(arguments);
        return new Assignment(
                Path.of(rest.get(0)),
                rest.get(1),
                rest.get(2),
                Integer.parseInt(rest.get(3)),
                Long.parseLong(rest.get(4)),
                Integer.parseInt(rest.get(5)),
                Duration.parse(rest.get(6)),
                Duration.parse(rest.get(7)),
                Boolean.parseBoolean(rest.get(8)),
                Boolean.parseBoolean(rest.get(9)),
                Flaw.named(rest.get(10)));
    }
}
