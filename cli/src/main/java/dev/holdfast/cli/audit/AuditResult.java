package dev.holdfast.cli.audit;

import dev.holdfast.json.JsonAnswer;
import java.util.List;

/** The findings of an audit in all output formats. */
public interface AuditResult {
    /** Returns whether there are findings that are neither known nor ignored. */
    boolean found();

    /** Returns the findings for people, with a line end; empty if there are none. */
    String text();

    JsonAnswer json();

    String sarif();

    /** Returns the baseline: all findings of this run. */
    String baseline();

    /** Returns a summary and further remarks, such as files that could not be read. */
    List<String> remarks();
}
