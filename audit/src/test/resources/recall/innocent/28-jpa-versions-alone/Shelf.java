package store;

import jakarta.persistence.*;

@Entity
public class Shelf {
    @Id
    private Long id;

    @Version
    private long version;
}
