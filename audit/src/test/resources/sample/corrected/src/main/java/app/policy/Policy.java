package app.policy;

import jakarta.persistence.*;

@Entity
public class Policy {
    @Id
    private Long id;

    @Version
    private long version;

    private String holder;
}
