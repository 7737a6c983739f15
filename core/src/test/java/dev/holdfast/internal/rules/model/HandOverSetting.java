package dev.holdfast.internal.rules.model;

import dev.holdfast.Mode;
import dev.holdfast.Policy;
import java.util.List;

/**
 * A part of all that can happen around requests, small enough to explore it.
 *
 * @param units how much time passes at most
 */
record HandOverSetting(String name, Policy policy, List<Role> roles, int units) {

    /**
     * What a person may do besides acquiring, holding and answering.
     *
     * @param user the person it belongs to, or empty
     * @param receipts how many it makes at most
     * @param may the further deeds and fates
     */
    record Role(Mode mode, String user, int receipts, List<May> may) {
        Role(Mode mode, int receipts, May... may) {
            this(mode, "", receipts, List.of(may));
        }
    }

    /** A deed, or a fate. */
    enum May {
        ASK,
        WITHDRAW,
        WAIT,
        TAKE_OVER,
        /** Asks to have alone what it reads, or takes it. */
        UPGRADE,
        FORCE,
        DIE,
        END,
        FILL_ITS_SLOT,
        OPERATE_ELSEWHERE
    }

    boolean may(int c, May deed) {
        return roles.get(c).may().contains(deed);
    }
}
