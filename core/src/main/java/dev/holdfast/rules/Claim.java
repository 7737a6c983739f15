package dev.holdfast.rules;

/**
 * What a caller wants to hold, and under which id it will know its own grant again after a lost answer.
 *
 * @param id this entry's id
 * @param slot the slot that the hold fills in a limit that spans resources, or empty
 */
public record Claim(HoldId id, Owner owner, Mode mode, Lease lease, String note, String slot) {
    public static final int MAX_NOTE = 4096;

    public Claim {
        if (note.length() > MAX_NOTE) {
            throw new IllegalArgumentException(
                    "A note must have at most " + MAX_NOTE + " characters, not " + note.length() + ".");
        }
        note = Text.cut(Text.shown(note), MAX_NOTE);
    }

    public Claim(HoldId id, Owner owner, Mode mode, Lease lease) {
        this(id, owner, mode, lease, "", "");
    }
}
