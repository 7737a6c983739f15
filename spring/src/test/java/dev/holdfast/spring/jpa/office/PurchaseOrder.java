package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.Lockable;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;

@Entity
@Lockable("order")
public class PurchaseOrder {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    private String text;

    @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
    private List<OrderLine> lines = new ArrayList<>();

    protected PurchaseOrder() {}

    public PurchaseOrder(String text) {
        this.text = text;
    }

    public Long id() {
        return id;
    }

    public String text() {
        return text;
    }

    public void write(String newText) {
        this.text = newText;
    }

    public List<OrderLine> lines() {
        return lines;
    }
}
