package app.account;

import jakarta.persistence.*;

@Entity
public class Account extends Versioned {
    @Id
    private Long id;

    private long balance;
}
