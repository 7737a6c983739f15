package farm;

import jakarta.persistence.*;

@Entity
public class FieldPlan {
    @Id
    private Long id;

    private String crop;
}
