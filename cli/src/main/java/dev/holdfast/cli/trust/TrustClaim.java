package dev.holdfast.cli.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.base.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts of a project's configuration that count only after a person has trusted them.
 *
 * @param root the project's folder, without symbolic links
 * @param parts by their keys in {@code holdfast.yaml}, such as {@code serve.host}; may hold secrets
 */
public record TrustClaim(Path root, SortedMap<String, String> parts) {
    public TrustClaim {
        parts = new TreeMap<>(parts);
    }

    /** Returns the path without symbolic links: those of the folders above it too, if it is not there itself. */
    public static Path real(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        for (Path there = whole; there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(whole)).normalize();
            } catch (IOException e) {
                // The folder above may be there.
            }
        }
        return whole;
    }

    /** Returns whether there is nothing to trust. */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Returns a hash that is another for another folder, and for any change of a part. */
    public String fingerprint() {
        StringBuilder text = new StringBuilder();
        append(root.toString(), text);
        parts.forEach((key, value) -> {
            append(key, text);
            append(value, text);
        });
        return HexFormat.of().formatHex(Sha256.of(text.toString().getBytes(UTF_8)));
    }

    private static void append(String part, StringBuilder to) {
        to.append(part.length()).append(':').append(part);
    }

    /** Returns the parts as people may see them: {@code store: postgresql://db.example.org/app}. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        parts.forEach((key, value) -> lines.add(DisplayText.part(key, value)));
        return lines;
    }

    /** Returns a text without the parts, which may hold secrets. */
    @Override
    public String toString() {
        return "Claim" + lines() + " of " + root;
    }
}
