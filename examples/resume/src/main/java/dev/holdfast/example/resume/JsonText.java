package dev.holdfast.example.resume;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Records as texts in JSON. */
final class JsonText {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private JsonText() {}

    static String of(Record record) {
        return JSON.writeValueAsString(record) + "\n";
    }

    /** Returns the record; empty if the text is not one, since the reader knows which file it is and says so. */
    static <T extends Record> Optional<T> read(String text, Class<T> type) {
        try {
            return Optional.ofNullable(JSON.readValue(text, type));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
