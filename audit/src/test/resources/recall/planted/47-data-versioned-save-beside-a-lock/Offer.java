package sales;

import jakarta.persistence.*;

@Entity
public class Offer {
    @Id
    private Long id;

    @Version
    private int version;

    private long price;
}
