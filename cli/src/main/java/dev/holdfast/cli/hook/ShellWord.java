package dev.holdfast.cli.hook;

/**
 * A word of a command line, without its quotes.
 *
 * @param known whether it is complete: no part of it depends on unknown values
 * @param pattern whether braces and wildcards in it have their meaning
 * @param quoted whether any of it was quoted
 */
record ShellWord(String text, boolean known, boolean pattern, boolean quoted) {}
