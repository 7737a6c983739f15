package city.permit;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.*;

@Path("/permits")
public class PermitResource {
    @PUT
    @Path("{id}")
    @Transactional
    @TransactionConfiguration(timeout = 1800)
    public Permit edit(@PathParam("id") Long id, Clerk clerk) {
        Permit permit = Permit.findById(id, LockModeType.PESSIMISTIC_WRITE); // finds row-lock-across-think-time
        permit.decision = clerk.decide(permit);
        return permit;
    }
}
