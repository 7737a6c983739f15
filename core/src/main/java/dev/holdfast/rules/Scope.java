package dev.holdfast.rules;

/**
 * A limit of one hold that spans resources.
 *
 * @param prefix as many leading segments of a resource's name as it has make one scope: with {@code scene/*}, the scope of
 *     {@code scene/9/character/4} is {@code scene/9}
 * @param perUser one hold for each user of the scope, or one in all
 */
public record Scope(String prefix, boolean perUser) {

    /** Returns the name of the slot that a hold of that user on that resource fills, or empty if the limit does not apply. */
    public String slotFor(String resource, String user) {
        if (perUser && user.isEmpty()) {
            return "";
        }
        int end = -1;
        for (int segments = prefix.split("/", -1).length; segments > 0; segments--) {
            end = resource.indexOf('/', end + 1);
            if (end < 0) {
                return "";
            }
        }
        String scope = resource.substring(0, end);
        if (!Glob.matches(prefix, scope)) {
            return "";
        }
        return perUser ? scope + '\n' + user : scope;
    }
}
