package dev.holdfast.example.picking;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.example.picking.data.OrderRepository;
import dev.holdfast.example.picking.web.OrderServlet;
import dev.holdfast.example.picking.web.Pickers;
import dev.holdfast.example.picking.web.SignInServlet;
import dev.holdfast.servlet.HoldfastListener;
import dev.holdfast.servlet.ServletLocks;
import dev.holdfast.servlet.ServletOptions;
import dev.holdfast.session.LockLocation;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import javax.sql.DataSource;

/** The locks of the warehouse, and what works with them. */
final class PickingListener extends HoldfastListener {
    private final DataSource source;
    private final Duration lease;

    PickingListener(DataSource source, Duration lease) {
        this.source = source;
        this.lease = lease;
    }

    @Override
    protected LockLocation location(ServletContext context) {
        return in(source);
    }

    /** Returns a lease of half an hour, with or without an open page: a picker walks around. */
    @Override
    protected Policies policies() {
        return Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .pattern("order/*")
                        .lease(new Lease(lease, null, null))
                        .build());
    }

    @Override
    protected ServletOptions options(ServletContext context) {
        return super.options(context)
                .callers(new Pickers())
                .adminRole(Pickers.LEAD)
                .help("The shift lead can release it.");
    }

    @Override
    protected void started(ServletContext context, ServletLocks locks) {
        OrderRepository orders = new OrderRepository(locks.current(), locks.transactions());
        context.addServlet("orders", new OrderServlet(orders, locks.locks())).addMapping("/orders", "/orders/*");
        context.addServlet("sign-in", new SignInServlet()).addMapping("/sign-in", "/sign-out", "/me");
    }
}
