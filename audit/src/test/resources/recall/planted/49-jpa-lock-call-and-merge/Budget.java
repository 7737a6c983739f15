package town;

import jakarta.persistence.*;

@Entity
public class Budget {
    @Id
    private Long id;

    @Version
    private long revision;

    private long amount;
}
