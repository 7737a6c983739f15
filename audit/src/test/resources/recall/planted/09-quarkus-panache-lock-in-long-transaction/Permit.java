package city.permit;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.Entity;

@Entity
public class Permit extends PanacheEntity {
    public String decision;
}
