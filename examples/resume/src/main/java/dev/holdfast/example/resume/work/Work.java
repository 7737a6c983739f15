package dev.holdfast.example.resume.work;

import java.util.List;

/**
 * Something to do in parts, one after another. Its outputs, one for each part that is done, are all there is to remember: so
 * many are done, and the next part begins from them.
 */
public interface Work {
    /** Returns the number of parts. */
    int size();

    /** Returns the output of the part after the given outputs. */
    String next(List<String> outputs) throws WorkException;

    /** Returns the result of all outputs, in lines. */
    List<String> result(List<String> outputs);
}
