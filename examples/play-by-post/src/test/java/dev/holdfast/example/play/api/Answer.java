package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a server answered. */
record Answer(int status, HttpHeaders headers, String body) {

    static Answer of(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response.headers(), response.body());
    }

    /** This, if its status is that one; else the test has failed, and shows what was said instead. */
    Answer expect(int expected) {
        assertThat(status).as(body).isEqualTo(expected);
        return this;
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    Map<String, @Nullable Object> json() {
        return Json.readObject(body);
    }

    /** What is there, by names of members and numbers of elements; null if there is nothing. */
    @Nullable
    Object at(Object... path) {
        Object here = Json.read(body);
        for (Object step : path) {
            if (here instanceof Map<?, ?> members && step instanceof String name) {
                here = members.get(name);
            } else if (here instanceof List<?> elements && step instanceof Integer number && number < elements.size()) {
                here = elements.get(number);
            } else {
                return null;
            }
        }
        return here;
    }

    String text(Object... path) {
        return String.valueOf(at(path));
    }

    /** The number there, which is a whole one. */
    long number(Object... path) {
        Object there = at(path);
        assertThat(there).as(body).isInstanceOf(Long.class);
        return there instanceof Long number ? number : 0;
    }

    boolean says(Object... path) {
        return Boolean.TRUE.equals(at(path));
    }

    /** The members of the object there. */
    @SuppressWarnings("unchecked") // the reader makes maps of no other type
    Map<String, @Nullable Object> object(Object... path) {
        Object there = at(path);
        assertThat(there).as(body).isInstanceOf(Map.class);
        return there == null ? Map.of() : (Map<String, @Nullable Object>) there;
    }

    /** The objects of the list there. */
    @SuppressWarnings("unchecked") // the reader makes lists and maps of no other type
    List<Map<String, @Nullable Object>> list(Object... path) {
        Object there = at(path);
        assertThat(there).as(body).isInstanceOf(List.class);
        return there == null ? List.of() : (List<Map<String, @Nullable Object>>) there;
    }

    /** All of it, as it came over the wire. */
    String whole() {
        return status + "\n" + headers.map() + "\n" + body;
    }
}
