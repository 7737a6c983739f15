package dev.holdfast.bench;

/** The floor of every command in Java: a JVM that starts, prints a word and ends. */
public final class BareMain {
    private BareMain() {}

    public static void main(String[] arguments) {
        System.out.println("done");
    }
}
