package farm;

import jakarta.ejb.*;
import jakarta.persistence.*;

@Singleton
public class SeasonEnd {
    @PersistenceContext
    private EntityManager em;

    @Schedule(month = "11")
    public void clear() {
        em.createQuery("UPDATE FieldPlan p SET p.crop = NULL").executeUpdate(); // finds unguarded-write
    }
}
