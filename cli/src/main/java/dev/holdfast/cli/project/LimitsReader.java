package dev.holdfast.cli.project;

import dev.holdfast.config.internal.YamlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the limits of a server: the keys {@code limits} of the section {@code serve}. */
record LimitsReader(ServeReader reader) {
    private static final List<String> ROLES = List.of("reader", "editor", "admin");
    private static final List<String> QUOTAS =
            List.of("waits", "locks", "drafts", "draft-bytes", "sessions", "streams", "states", "rejected-states");

    static void open(Map<String, YamlValue> values) {
        ServeReader.open(
                "limits.",
                values.remove("limits"),
                List.of(
                        "requests-per-second",
                        "burst",
                        "event-streams",
                        "connections",
                        "connections-per-address",
                        "quotas"),
                values);
        ServeReader.open("limits.quotas.", values.remove("limits.quotas"), ROLES, values);
        for (String role : ROLES) {
            String quotas = "limits.quotas." + role;
            ServeReader.open(quotas + ".", values.remove(quotas), QUOTAS, values);
        }
    }

    ServeSettings.Limits limits() {
        return new ServeSettings.Limits(
                reader.number("limits.requests-per-second", 0, Integer.MAX_VALUE),
                reader.number("limits.burst", 1, Integer.MAX_VALUE),
                reader.number("limits.event-streams", 0, Integer.MAX_VALUE),
                reader.number("limits.connections", 1, Integer.MAX_VALUE),
                reader.number("limits.connections-per-address", 1, Integer.MAX_VALUE),
                quotas());
    }

    private Map<String, ServeSettings.Quota> quotas() {
        Map<String, ServeSettings.Quota> quotas = new LinkedHashMap<>();
        for (String role : ROLES) {
            String prefix = "limits.quotas." + role + ".";
            if (reader.file().values().keySet().stream().anyMatch(key -> key.startsWith(prefix))) {
                quotas.put(
                        role,
                        new ServeSettings.Quota(
                                reader.number(prefix + "waits", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "locks", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "drafts", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "draft-bytes", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "sessions", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "streams", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "states", 0, Integer.MAX_VALUE),
                                reader.number(prefix + "rejected-states", 0, Integer.MAX_VALUE)));
            }
        }
        return quotas;
    }
}
