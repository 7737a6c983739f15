package dev.holdfast.internal.base;

/** The degree to which a connection to a store's server hides a password. */
public enum Encryption {
    /** Clear text, or TLS only if the server offers it: a program in between can say that it does not. */
    NONE,
    /** TLS with any server and any certificate: a program in between can show its own. */
    UNCHECKED,
    /** TLS with a server whose certificate a trusted authority has signed. */
    CHECKED
}
