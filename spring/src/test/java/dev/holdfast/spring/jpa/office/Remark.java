package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.LockRoot;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

@Entity
@LockRoot("line.order")
public class Remark {
    @Id
    @GeneratedValue
    private Long id;

    private String text;

    @ManyToOne(fetch = FetchType.LAZY)
    private OrderLine line;

    protected Remark() {}

    public Remark(OrderLine line, String text) {
        this.line = line;
        this.text = text;
    }

    public Long id() {
        return id;
    }

    public OrderLine line() {
        return line;
    }

    public String text() {
        return text;
    }

    public void write(String newText) {
        this.text = newText;
    }
}
