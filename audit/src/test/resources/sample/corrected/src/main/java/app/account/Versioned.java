package app.account;

import jakarta.persistence.*;

@MappedSuperclass
abstract class Versioned {
    @Version
    private long version;
}
