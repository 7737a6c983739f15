package dev.holdfast.cli.audit;

import dev.holdfast.json.JsonAnswer;
import java.util.List;

/** What was found, as it is asked for. */
public interface AuditResult {
    /** Whether anything was that is neither known nor ignored. */
    boolean found();

    /** For people, with an end of line; empty if nothing was found. */
    String text();

    JsonAnswer json();

    String sarif();

    /** What to write down as known: all that is there now. */
    String baseline();

    /** All in one sentence, and others that somebody should know, such as the files that could not be read. */
    List<String> remarks();
}
