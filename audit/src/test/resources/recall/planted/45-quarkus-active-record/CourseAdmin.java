package school;

import jakarta.transaction.Transactional;
import jakarta.ws.rs.*;

@Path("/admin/courses")
public class CourseAdmin {
    @DELETE
    @Path("{id}")
    @Transactional
    public void delete(@PathParam("id") Long id) {
        Course.deleteById(id); // finds unguarded-write
    }
}
