package dev.holdfast.bench.contender;

/**
 * A contender that can be opened, as often as wanted.
 *
 * @param name as in the tables
 * @param waits whether a thread can wait for a lock
 * @param shares whether a lock can be held by many at the same time
 */
public record Entrant(String name, Role role, boolean waits, boolean shares, Opening opening) {

    /** Opens a contender on a server. */
    public interface Opening {
        /**
         * Opens the contender.
         *
         * @param address the address of a store on the server
         * @param connections the maximum, if each serves one call at a time
         */
        Contender open(String address, int connections) throws Exception;
    }

    static Entrant floor(String name, Opening opening) {
        return new Entrant(name, Role.FLOOR, false, false, opening);
    }

    static Entrant peer(String name, Opening opening) {
        return new Entrant(name, Role.PEER, false, false, opening);
    }

    /** Returns locks of a session, which can wait. */
    static Entrant session(String name, Opening opening) {
        return new Entrant(name, Role.SESSION, true, false, opening);
    }

    static Entrant holdfast() {
        return new Entrant("Holdfast", Role.OURS, true, true, (address, connections) -> new Holdfast(address));
    }

    Entrant waiting() {
        return new Entrant(name, role, true, shares, opening);
    }

    Entrant sharing() {
        return new Entrant(name, role, waits, true, opening);
    }

    public Contender open(String address, int connections) throws Exception {
        return opening.open(address, connections);
    }

    @Override
    public String toString() {
        return name;
    }
}
