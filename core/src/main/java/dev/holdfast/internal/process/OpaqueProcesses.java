package dev.holdfast.internal.process;

import java.time.Instant;
import java.util.Optional;

/** The processes of a platform that we know too little about to prove anything. */
record OpaqueProcesses(Place place) implements Processes {
    @Override
    public ProcessSighting look(long pid) {
        return ProcessSighting.UNCLEAR;
    }

    @Override
    public Optional<Instant> startedAt(long pid) {
        return Optional.empty();
    }
}
