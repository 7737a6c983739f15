package dev.holdfast.cli.project;

import dev.holdfast.config.internal.YamlValue;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how the audit log of a server is written: the keys {@code audit} of the section {@code serve}. */
record AuditReader(ServeReader reader) {
    static final List<String> KEYS = List.of("file", "on-failure", "max-size", "keep", "keep-days", "sync", "key");

    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}) ?([kmg]?)i?b?");
    private static final long MIN_BYTES = 64 << 10;
    private static final int MAX_FILES = 10_000;
    private static final int MAX_DAYS = 3_650;

    ServeSettings.Audit audit() {
        String file = reader.text("audit.file", "/var/log/holdfast/audit.jsonl", "");
        YamlValue failure = reader.said("audit.on-failure");
        YamlValue size = reader.said("audit.max-size");
        YamlValue sync = reader.said("audit.sync");
        YamlValue key = reader.said("audit.key");
        return new ServeSettings.Audit(
                file.isEmpty() ? null : reader.path("audit.file", file),
                failure == null || failure.read("refuse", AuditReader::refuses),
                size == null ? null : size.read("64MiB", AuditReader::bytes),
                reader.number("audit.keep", 1, MAX_FILES),
                reader.number("audit.keep-days", 0, MAX_DAYS),
                sync != null && sync.yesOrNo(),
                key == null ? null : key.read("the output of openssl rand -base64 32", ServeReader::secret));
    }

    private static boolean refuses(String text) {
        return switch (text) {
            case "refuse" -> true;
            case "allow" -> false;
            default ->
                throw new IllegalArgumentException("Write refuse or allow here, not '" + text
                        + "': whether locks are refused while the audit log cannot be written.");
        };
    }

    private static long bytes(String text) {
        Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (size.matches()) {
            int shift = switch (size.group(2)) {
                case "k" -> 10;
                case "m" -> 20;
                case "g" -> 30;
                default -> 0;
            };
            long bytes = Long.parseLong(size.group(1)) << shift;
            if (bytes >= MIN_BYTES) {
                return bytes;
            }
        }
        throw new IllegalArgumentException(
                "A size of at least 64KiB is expected here, such as 64MiB, not '" + text + "'.");
    }
}
