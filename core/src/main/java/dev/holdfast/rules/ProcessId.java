package dev.holdfast.rules;

/**
 * One process of one machine, told apart from any other that ever gets the same number. Unknown parts are empty.
 *
 * @param host the machine's name
 * @param boot names this run of the machine's kernel
 * @param namespace the process-id namespace the number belongs to
 * @param pid the process number
 * @param start when it started, in a unit that setting the clock does not move
 */
public record ProcessId(String host, String boot, String namespace, long pid, String start) {}
