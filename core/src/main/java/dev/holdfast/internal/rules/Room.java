package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Text;
import java.util.List;

/**
 * The maximum size of the record of one resource. A store writes a record as one value, and some take values of less than a
 * megabyte. A record that grew beyond that could not be written again: its holders could neither renew nor release.
 */
final class Room {
    /** Braces, names of members, times, fence and lease of a hold. */
    private static final int PART = 512;
    /** The same of a ticket, and its id. */
    private static final int TICKET = 416;
    /** The id of an entry, and what is written around the processes that it is bound to. */
    private static final int ENTRY = 64;
    /** Names of members and the number of a process. */
    private static final int PROCESS = 96;
    /** The bytes of a character that is escaped, which is the longest form of any. */
    private static final int ESCAPED = 6;

    private final boolean exact;

    private Room(boolean exact) {
        this.exact = exact;
    }

    /** Returns whether a record of that state fits every store. */
    static boolean isIn(LockState state) {
        // Most records are so small that the lengths of their texts suffice.
        return new Room(false).bytes(state) <= Bounds.RECORD || new Room(true).bytes(state) <= Bounds.RECORD;
    }

    /** Returns the bytes of a part of a record. */
    static int ofRequests(List<HandOverRequest> requests) {
        Room room = new Room(true);
        int bytes = 0;
        for (HandOverRequest request : requests) {
            bytes += PART + room.bytes(request.asker()) + room.bytes(request.holder());
            bytes += room.bytes(request.resource()) + room.bytes(request.message()) + room.bytes(request.reply());
        }
        return bytes;
    }

    private int bytes(LockState state) {
        int bytes = PART;
        for (int i = 0; i < state.holds().size(); i++) {
            bytes += bytes(state.holds().get(i));
        }
        for (int i = 0; i < state.queue().size(); i++) {
            Claim claim = state.queue().get(i).claim();
            bytes += TICKET + bytes(claim.owner()) + bytes(claim.note()) + bytes(claim.slot()) + bytes(claim.type());
        }
        for (OpenRequest request : state.requests().list()) {
            Claim claim = request.claim();
            bytes += PART + bytes(claim.owner()) + bytes(claim.note()) + bytes(claim.slot()) + bytes(claim.type());
            bytes += bytes(request.holder()) + bytes(request.message()) + bytes(request.reply());
        }
        for (String muted : state.requests().muted()) {
            bytes += ENTRY + bytes(muted);
        }
        bytes += ENTRY * state.requests().asked().size();
        return bytes;
    }

    private int bytes(Hold hold) {
        int bytes = PART + bytes(hold.owner()) + bytes(hold.note()) + bytes(hold.slot()) + bytes(hold.type());
        for (int i = 0; i < hold.bonds().size(); i++) {
            bytes += ENTRY + (hold.bonds().size() == 1 ? 0 : bytes(hold.bonds().get(i)));
        }
        return bytes;
    }

    private int bytes(Owner owner) {
        return bytes(owner.id()) + bytes(owner.name()) + bytes(owner.user()) + bytes(owner.processes());
    }

    private int bytes(List<ProcessId> processes) {
        int bytes = 0;
        for (int i = 0; i < processes.size(); i++) {
            ProcessId process = processes.get(i);
            bytes += PROCESS
                    + bytes(process.host())
                    + bytes(process.boot())
                    + bytes(process.namespace())
                    + bytes(process.start());
        }
        return bytes;
    }

    private int bytes(String text) {
        if (!exact) {
            return ESCAPED * text.length();
        }
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += bytes(text.charAt(i));
        }
        return bytes;
    }

    private static int bytes(char unit) {
        if (unit < ' ' || unit == 0x7F || Character.isSurrogate(unit) || Text.isHidden(unit)) {
            return ESCAPED;
        }
        return unit == '"' || unit == '\\' ? 2 : unit < 0x80 ? 1 : 3;
    }
}
