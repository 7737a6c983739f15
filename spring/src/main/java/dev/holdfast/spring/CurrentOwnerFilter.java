package dev.holdfast.spring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets the session of a request be the owner while the request is handled. */
final class CurrentOwnerFilter extends OncePerRequestFilter {
    private final OwnerSeal seal;
    private final OwnerNames names;
    private final SessionWatch watch;

    /**
     * @param watch notices the end of sessions in a request, if nobody else does
     */
    CurrentOwnerFilter(OwnerSeal seal, OwnerNames names, SessionWatch watch) {
        this.seal = seal;
        this.names = names;
        this.watch = watch;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpServletRequest watched = watch.watched(request);
        OwnerSource before = CurrentOwner.source();
        CurrentOwner.set(new SessionOwner(watched, seal, names));
        try {
            chain.doFilter(watched, response);
        } finally {
            CurrentOwner.set(before);
        }
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }
}
