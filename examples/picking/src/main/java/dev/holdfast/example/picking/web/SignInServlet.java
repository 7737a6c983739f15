package dev.holdfast.example.picking.web;

import dev.holdfast.internal.views.JsonAnswer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Optional;

/** {@code /sign-in}, {@code /sign-out} and {@code /me}: people choose who they are. The end of the session ends its claims. */
public final class SignInServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Pickers pickers = new Pickers();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Picker me = pickers.user(request);
        Answers.json(
                response,
                new JsonAnswer()
                        .with("name", me == null ? null : me.name())
                        .with("lead", me != null && me.lead())
                        .with("people", Picker.ALL.stream().map(Picker::name).toList())
                        .tree());
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
