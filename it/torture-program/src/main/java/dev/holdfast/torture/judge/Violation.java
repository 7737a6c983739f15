package dev.holdfast.torture.judge;

/**
 * A promise that was broken.
 *
 * @param promise a few words that name it
 * @param evidence the operations that show it
 */
public record Violation(String promise, String evidence) {
    static Violation of(String promise, Object... operations) {
        StringBuilder evidence = new StringBuilder();
        for (Object operation : operations) {
            evidence.append(evidence.length() == 0 ? "" : " | ").append(operation);
        }
        return new Violation(promise, evidence.toString());
    }

    @Override
    public String toString() {
        return promise + ": " + evidence;
    }
}
