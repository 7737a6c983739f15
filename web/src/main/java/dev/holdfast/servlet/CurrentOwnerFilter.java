package dev.holdfast.servlet;

import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.OwnerSource;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** Makes the session of a request the current owner while the request is handled. For every kind of dispatch. */
public final class CurrentOwnerFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    private final transient OwnerIds ownerIds;
    private final transient Callers callers;
    private final transient UnaryOperator<HttpServletRequest> watch;

    /** @param watch wraps a request to notice the end of its session, if the container does not report it */
    public CurrentOwnerFilter(OwnerIds ownerIds, Callers callers, UnaryOperator<HttpServletRequest> watch) {
        this.ownerIds = ownerIds;
        this.callers = callers;
        this.watch = watch;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        OwnerSource before = CurrentOwner.source();
        if (before instanceof SessionOwner) {
            chain.doFilter(request, response); // forwarded within one request
            return;
        }
        HttpServletRequest watched = watch.apply(request);
        CurrentOwner.set(new SessionOwner(watched, ownerIds, callers));
        try {
            chain.doFilter(watched, response);
        } finally {
            CurrentOwner.set(before);
        }
    }
}
