package dev.holdfast.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.internal.base.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Identifies findings by rule, file and text of the line, so that a finding is recognised after its line has moved. */
final class Fingerprints {
    private static final int BYTES = 8;

    private final Path folder;
    private final String prefix;
    private final Map<String, List<String>> lines = new HashMap<>();

    Fingerprints(Path folder, String prefix) {
        this.folder = folder;
        this.prefix = prefix;
    }

    Map<Finding, String> of(List<Finding> findings) throws IOException {
        Map<String, Integer> times = new HashMap<>();
        Map<Finding, String> prints = new LinkedHashMap<>();
        for (Finding finding : findings) {
            String file = finding.place().file().substring(prefix.length());
            String text = finding.rule().id() + "\n" + file + "\n"
                    + line(file, finding.place().line());
            int nth = times.merge(text, 1, Integer::sum); // a file may have the same line twice
            byte[] digest = Sha256.of((text + "\n" + nth).getBytes(ISO_8859_1));
            prints.put(finding, HexFormat.of().formatHex(digest, 0, BYTES));
        }
        return prints;
    }

    private String line(String file, int number) throws IOException {
        List<String> all = lines.get(file);
        if (all == null) {
            all = Files.readAllLines(folder.resolve(file), ISO_8859_1); // decodes any bytes, always in the same way
            lines.put(file, all);
        }
        return number <= all.size() ? all.get(number - 1).strip() : "";
    }
}
