package dev.holdfast.example.picking.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /sign-in}, {@code /sign-out} and {@code /me}: people choose who they are. The end of the session ends its claims. */
public final class SignInServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Pickers pickers = new Pickers();

    /** The answer to the question who one is. */
    private record Me(@Nullable String name, boolean lead, List<String> people) {}

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Picker me = pickers.user(request);
        Answers.json(
                response,
                new Me(
                        me == null ? null : me.name(),
                        me != null && me.lead(),
                        Picker.ALL.stream().map(Picker::name).toList()));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession before = request.getSession(false);
        Optional<Picker> chosen = request.getServletPath().equals("/sign-in")
                ? Picker.named(String.valueOf(Answers.body(request).get("name")))
                : Optional.empty();
        if (before != null) {
            before.invalidate();
        }
        chosen.ifPresent(picker -> request.getSession(true).setAttribute(Pickers.ATTRIBUTE, picker));
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
