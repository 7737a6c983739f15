package dev.holdfast.example.picking.data;

import java.util.List;

/**
 * The order of a customer.
 *
 * @param completed whether it left the warehouse
 */
public record Order(long id, String customer, boolean completed, List<Line> lines) {

    /**
     * One kind of thing in it, reserved for it.
     *
     * @param bin where it lies
     */
    public record Line(int number, String item, String bin, int quantity, boolean picked) {}
}
