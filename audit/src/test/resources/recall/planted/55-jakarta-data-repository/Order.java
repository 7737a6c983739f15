package trade;

import jakarta.persistence.*;

@Entity
public class Order {
    @Id
    private Long id;

    @Version
    private long version;

    private String state;
}
