package dev.holdfast.servlet;

import dev.holdfast.session.LockProblem;
import dev.holdfast.session.LockProblems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers exceptions of locks with a problem, unless the servlet does so itself. */
final class LockProblemFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    private final transient LockProblems problems;

    LockProblemFilter(LockProblems problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException | RuntimeException e) {
            LockProblem problem = response.isCommitted() ? null : problem(e);
            if (problem == null) {
                throw e;
            }
            // Keeps the headers, such as the cookie of a new session.
            response.resetBuffer();
            JsonResponses.problem(request, response, problem);
        }
    }

    /** Returns the problem of an exception, also of one that a servlet or page has wrapped. */
    private @Nullable LockProblem problem(Throwable failure) {
        LockProblem problem = problems.of(failure);
        return problem == null && failure instanceof ServletException wrapped && wrapped.getRootCause() != null
                ? problem(wrapped.getRootCause())
                : problem;
    }
}
