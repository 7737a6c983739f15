package dev.holdfast.spring;

import dev.holdfast.Owner;
import dev.holdfast.servlet.Callers;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.OwnerSource;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Mono;

/** Puts the owner of a reactive request into the context. Comes after Spring Security. */
record OwnerWebFilter(OwnerIds ownerIds, OwnerNames names) implements WebFilter, Ordered {
    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.Authentication", OwnerWebFilter.class.getClassLoader());
    /** As Spring Security names the attribute, in sessions of both kinds. */
    private static final String KEPT = "SPRING_SECURITY_CONTEXT";

    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Mono<Optional<Principal>> user =
                exchange.getPrincipal().map(Optional::of).defaultIfEmpty(Optional.empty());
        return Mono.zip(exchange.getSession(), user, (session, who) -> owner(exchange, session, who))
                .flatMap(
                        owner -> chain.filter(exchange).contextWrite(context -> context.put(ReactiveOwner.KEY, owner)));
    }

    private OwnerSource owner(ServerWebExchange exchange, WebSession session, Optional<Principal> user) {
        String part = exchange.getRequest().getHeaders().getFirst(Callers.OWNER_HEADER);
        List<String> client = user.isEmpty() || !SECURITY || session.getAttribute(KEPT) != null
                ? List.of()
                : AuthenticationOwner.identity(user.get(), part);
        return client.isEmpty()
                ? new WebSessionOwner(session, user.orElse(null), ownerIds, names)
                : OwnerSource.of(WebSessionOwner.named(Owner.of(ownerIds.clientOwnerId(client)), user.get(), names));
    }
}
