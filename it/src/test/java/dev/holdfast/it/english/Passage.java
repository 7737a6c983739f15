package dev.holdfast.it.english;

/**
 * A piece of prose in a file. Code within it is blanked out, and line breaks are kept.
 *
 * @param file the path from the root of the repository
 * @param line the line on which the text begins
 * @param kind the place of the text within the file
 */
record Passage(String file, int line, Kind kind, String text) {
    /** The places in which prose is found. */
    enum Kind {
        /** A paragraph, a point of a list or a cell of a table in Markdown. */
        PARAGRAPH,
        /** Javadoc of a method or constructor. */
        METHOD_COMMENT,
        /** Javadoc of a type, package or module. */
        TYPE_COMMENT,
        /** Any other comment. */
        COMMENT,
        /** A string literal or a text block. */
        STRING,
        /** A line of a script, of statements or of data. */
        LINE
    }

    /** Returns the line of the file on which an offset of the text lies. */
    int lineAt(int offset) {
        return line
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }
}
