package dev.holdfast.spring;

import dev.holdfast.Owner;
import dev.holdfast.servlet.SessionOwner;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.OwnerSource;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.WebSession;

/** The session of a reactive request and its user. */
record WebSessionOwner(WebSession session, @Nullable Principal user, OwnerIds ownerIds, OwnerNames names)
        implements OwnerSource {
    private static final String NOT_SIGNED_IN = "a user who is not signed in";

    @Override
    public @Nullable Owner known() {
        return session.isStarted() ? owner() : null;
    }

    @Override
    public Owner taking() {
        session.start();
        session.getAttributes().putIfAbsent(SessionOwner.MARK, true);
        return owner();
    }

    @Override
    public boolean lives() {
        return session.getAttributes().containsKey(SessionOwner.MARK);
    }

    @Override
    public OwnerSource elsewhere() {
        return this;
    }

    private Owner owner() {
        return named(Owner.of(ownerIds.ownerId(session.getId())), user, names);
    }

    /** Returns the owner with the name and the user that others see. */
    static Owner named(Owner owner, @Nullable Principal user, OwnerNames names) {
        return user == null
                ? owner.named(NOT_SIGNED_IN)
                : owner.named(names.nameOf(user)).user(user.getName());
    }
}
