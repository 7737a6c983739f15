package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.LockRoot;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

@Entity
@LockRoot("order")
public class OrderLine {
    @Id
    @GeneratedValue
    private Long id;

    private int pieces;

    @ManyToOne(fetch = FetchType.LAZY)
    private PurchaseOrder order;

    protected OrderLine() {}

    public OrderLine(PurchaseOrder order, int pieces) {
        this.order = order;
        this.pieces = pieces;
    }

    public Long id() {
        return id;
    }

    public int pieces() {
        return pieces;
    }

    public void count(int newPieces) {
        this.pieces = newPieces;
    }

    public void move(PurchaseOrder newOrder) {
        this.order = newOrder;
    }

    public PurchaseOrder order() {
        return order;
    }
}
