package dev.holdfast.cli.live;

import java.io.IOException;
import java.io.InputStream;

/** A key that the list understands. */
enum TopKey {
    QUIT,
    NAME,
    AGE,
    WAITING,
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    OTHER;

    private static final int ESCAPE = 27;

    /** Reads a key. The end of the input means quit. */
    static TopKey read(InputStream in) {
        try {
            int first = in.read();
            return first == ESCAPE ? sequence(in) : of(first);
        } catch (IOException e) {
            return QUIT; // the terminal is gone
        }
    }

    private static TopKey of(int letter) {
        return switch (letter) {
            case -1, 'q', 'Q' -> QUIT;
            case 'n' -> NAME;
            case 'a' -> AGE;
            case 'w' -> WAITING;
            case 'k' -> UP;
            case 'j' -> DOWN;
            case ' ', 'f' -> PAGE_DOWN;
            case 'b' -> PAGE_UP;
            default -> OTHER;
        };
    }

    /** Reads the rest of an arrow key, such as {@code [A}, or of a page key, such as {@code [5~}. */
    private static TopKey sequence(InputStream in) throws IOException {
        int kind = in.read();
        int letter = kind == '[' || kind == 'O' ? in.read() : kind;
        return switch (letter) {
            case -1 -> QUIT;
            case 'A' -> UP;
            case 'B' -> DOWN;
            case '5' -> PAGE_UP;
            case '6' -> PAGE_DOWN;
            default -> OTHER;
        };
    }
}
