package school;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.Entity;

@Entity
public class Course extends PanacheEntity {
    public String title;
}
