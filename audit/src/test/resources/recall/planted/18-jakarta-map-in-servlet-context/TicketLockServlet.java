package support.ticket;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

@WebServlet("/tickets/lock")
public class TicketLockServlet extends HttpServlet {
    private static final ConcurrentMap<String, String> TICKET_LOCKS = new ConcurrentHashMap<>(); // finds in-memory-lock

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String previous = TICKET_LOCKS.putIfAbsent(request.getParameter("ticket"), request.getRemoteUser());
        if (previous != null) {
            response.sendError(423, "Locked by " + previous);
        }
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) {
        TICKET_LOCKS.remove(request.getParameter("ticket"), request.getRemoteUser());
    }
}
