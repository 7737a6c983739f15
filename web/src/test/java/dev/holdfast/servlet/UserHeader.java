package dev.holdfast.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;

/** Signs in whomever a header names, with the role that another names. */
final class UserHeader extends HttpFilter {
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String user = request.getHeader("X-User");
        chain.doFilter(
                new HttpServletRequestWrapper(request) {
                    @Override
                    public Principal getUserPrincipal() {
                        return user == null ? null : () -> URLDecoder.decode(user, StandardCharsets.UTF_8);
                    }

                    @Override
                    public boolean isUserInRole(String role) {
                        return role.equals(request.getHeader("X-Role"));
                    }
                },
                response);
    }
}
