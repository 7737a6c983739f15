package theatre;

import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.*;

@Path("/seats")
public class SeatResource {
    @POST
    @Path("{id}/book")
    @Transactional
    public void book(@PathParam("id") Long id, String guest) {
        Seat seat = Seat.findById(id, LockModeType.PESSIMISTIC_WRITE);
        seat.setGuest(guest);
    }

    @PUT
    @Path("{id}")
    @Transactional
    public void correct(@PathParam("id") Long id, String guest) {
        Seat seat = Seat.findById(id);
        seat.setGuest(guest); // finds mixed-locking
    }
}
