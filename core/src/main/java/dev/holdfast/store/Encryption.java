package dev.holdfast.store;

/** How far a connection to a server of a store keeps others from reading a password on its way. */
public enum Encryption {
    /** Clear text, or TLS only if the server offers it: a program in between can say that it does not. */
    NONE,
    /** TLS with any server, whatever its certificate says: a program in between can show its own. */
    UNCHECKED,
    /** TLS with a server whose certificate a trusted authority has signed. */
    CHECKED
}
