package dev.holdfast.bench.contender;

import dev.holdfast.engines.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A kind of server, and all contenders on it.
 *
 * @param key the word for it on the command line and in names of files
 * @param name as in the tables
 * @param entrants the bare driver first, then the peers, then Holdfast
 * @param goals the goals for the speed of Holdfast as a multiple of the bare driver, by the number of threads
 * @param alone the goal for one thread with its own lock, as a multiple of the best peer
 * @param contended the goal where all want the same lock, as a multiple of the best peer
 * @param facts the facts about a running server
 */
public record Engine(
        String key,
        String name,
        Starting starting,
        List<Entrant> entrants,
        Map<Integer, Double> goals,
        double alone,
        double contended,
        Facts facts) {

    /** Starts a server with its data in that folder. */
    interface Starting {
        Server start(Path folder) throws Exception;
    }

    /** Asks a running server for its version and its durability. */
    interface Facts {
        String ask(String address) throws Exception;
    }

    public Server start(Path folder) throws Exception {
        return starting.start(folder);
    }

    public String facts(Server server) throws Exception {
        return facts.ask(server.address());
    }
}
