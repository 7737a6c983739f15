package dev.holdfast.check;

import java.util.List;
import java.util.Random;

/** Makes inputs for fuzz tests from valid ones: cut, repeated, swapped, with difficult pieces. Seeded. */
public final class Mutator {
    private static final String[] PIECES = {
        "",
        " ",
        "\n",
        "\t",
        "\u0000",
        "\u001B[2J",
        "\u202E",
        "\u200B",
        "\uFEFF",
        "\uD800",
        "e\u0308",
        "😀",
        "\"",
        "\\",
        "'",
        "`",
        "$(",
        "${",
        "$((",
        "<<EOF\n",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "*",
        "**",
        "?",
        "[!a-z]",
        "{a,b}",
        "../",
        "//",
        "/",
        "-",
        "--",
        "@",
        "&a ",
        "*a",
        "!!",
        "<<: *a",
        "? ",
        ": ",
        "- ",
        "|\n",
        ">\n",
        "%",
        "%zz",
        "999999999999999999999",
        "-1",
        "1e400",
        "NaN",
        "null",
        "true",
        "P106751991167300D",
        "2562047788015215h",
        "\\u0000",
        "\\ud800",
        "/dev/null",
        "/proc/self/environ",
        "~",
        "~root",
        ";",
        "|",
        "&",
        ">",
        "2>&1",
        "=",
        "sudo ",
        "sh -c ",
        "xargs ",
        "a".repeat(600)
    };

    private final Random random;

    public Mutator(long seed) {
        this.random = new Random(seed);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Returns pieces in a row. */
    public String pieces(int most) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            text.append(random.nextInt(3) == 0 ? Character.toString('a' + random.nextInt(26)) : piece());
        }
        return text.toString();
    }

    private String piece() {
        return PIECES[random.nextInt(PIECES.length)];
    }

    /** Returns a valid input with a few changes. */
    public String mutated(String good) {
        StringBuilder text = new StringBuilder(good);
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(3)));
                case 2 -> text.replace(at, end, piece());
                case 3 -> text.setLength(random.nextInt(20) == 0 ? at : text.length());
                default -> text.insert(at, piece().repeat(random.nextInt(30) == 0 ? 2_000 : 1));
            }
        }
        return text.toString();
    }
}
