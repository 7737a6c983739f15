package school.exam;

import jakarta.transaction.Transactional;
import jakarta.ws.rs.*;

@Path("/exams")
public class ExamResource {
    @POST
    @Path("{id}/lock")
    @Transactional
    public void lock(@PathParam("id") Long id) {
        if (Exam.update("locked = true where id = ?1 and locked = false", id) == 0) { // finds lock-without-owner
            throw new ClientErrorException("The exam is being edited", 423);
        }
    }
}
