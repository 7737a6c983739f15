package app.locks;

import jakarta.persistence.*;
import java.time.Instant;

@Entity
@Table(name = "document_lock")
public class DocumentLock {
    @Id
    private Long documentId;

    private String lockedBy;
    private Instant acquiredAt;
    private Instant expiresAt;
}
