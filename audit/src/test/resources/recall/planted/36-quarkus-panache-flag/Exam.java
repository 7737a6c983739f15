package school.exam;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.Entity;

@Entity
public class Exam extends PanacheEntity {
    public String title;
    public boolean locked;
}
