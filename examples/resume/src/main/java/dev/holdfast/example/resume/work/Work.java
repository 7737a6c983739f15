package dev.holdfast.example.resume.work;

import java.util.List;

/**
 * Something to do in parts, one after another. Its outputs, one for each part that is done, are all there is to remember: so
 * many are done, and the next part begins from them.
 */
public interface Work {
    /** How many parts there are. */
    int size();

    /** The output of the part after those. */
    String next(List<String> outputs) throws WorkException;

    /** What all outputs together come to, in lines. */
    List<String> result(List<String> outputs);
}
