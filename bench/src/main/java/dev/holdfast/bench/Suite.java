package dev.holdfast.bench;

import java.util.Map;

/**
 * Parts that make up one report.
 *
 * @param name the name on the command line, for all of its parts
 * @param file the name of the report
 * @param head the beginning of the report
 * @param parts the parts by name, in order
 */
record Suite(String name, String file, Head head, Map<String, Part> parts) {
    /** Writes the text before the parts. */
    interface Head {
        void write(Report report);
    }
}
