package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.Locale;

/**
 * A setting of the application.
 *
 * @param key the name with dots, as in a properties file
 */
public record Setting(String key, String value, Place place) {
    /** Returns the key in Spring's canonical form: {@code spring.jpa.openInView} is {@code spring.jpa.open-in-view}. */
    public String plainKey() {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
