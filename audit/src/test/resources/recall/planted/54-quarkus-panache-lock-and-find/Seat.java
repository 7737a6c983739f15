package theatre;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.*;

@Entity
public class Seat extends PanacheEntity {
    @Version
    public long version;

    public String guest;

    public void setGuest(String guest) {
        this.guest = guest;
    }
}
