package dev.holdfast.internal.rules;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Text;

/**
 * A caller's claim to a resource, with the id by which the caller recognises its own grant after a lost answer.
 *
 * @param id this entry's id
 * @param slot the slot that the hold fills in a limit that spans resources, or empty
 * @param type the lock type that reports show, or empty
 */
public record Claim(HoldId id, Owner owner, Mode mode, Lease lease, String note, String slot, String type) {
    public Claim {
        if (note.length() > Hold.MAX_NOTE) {
            throw new IllegalArgumentException(
                    "A note must have at most " + Hold.MAX_NOTE + " characters, not " + note.length() + ".");
        }
        note = Text.cut(Text.shown(note), Hold.MAX_NOTE);
    }

    public Claim(HoldId id, Owner owner, Mode mode, Lease lease, String note, String slot) {
        this(id, owner, mode, lease, note, slot, "");
    }

    public Claim(HoldId id, Owner owner, Mode mode, Lease lease) {
        this(id, owner, mode, lease, "", "");
    }
}
