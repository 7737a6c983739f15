package dev.holdfast.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.ConfigurableJWTProcessor;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.options.JwtOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Verifies JWTs. Accepts only asymmetric signatures. No thread waits for the issuer, so an issuer that does not answer delays
 * only callers with JWTs.
 */
final class JwtVerifier {
    /** The prefix of users from JWTs. A token cannot have such a user. */
    static final String REALM = "jwt:";

    private static final Logger LOG = System.getLogger("dev.holdfast.server.access");
    private static final int SKEW_SECONDS = 30;
    private static final int MAX_WAITING = 1_000;

    private final JwtOptions options;
    private final IssuerKeys keys;
    private final Executor blocking;
    private final AtomicInteger waiting = new AtomicInteger();
    private final JWSKeySelector<Known> selector;
    private final ConfigurableJWTProcessor<Known> processor = new DefaultJWTProcessor<>();

    /** The keys that a JWT is checked with. */
    private record Known(JWKSet keys) implements SecurityContext {}

    /** @param blocking threads for checking signatures, which takes a while */
    JwtVerifier(JwtOptions options, IssuerKeys keys, Executor blocking) {
        this.options = options;
        this.keys = keys;
        this.blocking = blocking;
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
        algorithms.addAll(JWSAlgorithm.Family.EC);
        this.selector = new JWSVerificationKeySelector<>(
                algorithms, (wanted, known) -> known == null ? List.of() : wanted.select(known.keys()));
        processor.setJWSKeySelector(selector);
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        DefaultJWTClaimsVerifier<Known> claims = new DefaultJWTClaimsVerifier<>(
                options.audience(),
                new JWTClaimsSet.Builder().issuer(options.issuer()).build(),
                Set.of("exp", options.user()));
        claims.setMaxClockSkew(SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
    }

    /** Returns the caller of a JWT when the issuer's keys are known, or fails with a {@link Problem}. Does not block. */
    CompletionStage<Caller> caller(String token) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return CompletableFuture.failedFuture(unavailable());
        }
        return orUnreachable(keys.current())
                .thenComposeAsync(known -> checked(token, known), blocking)
                .whenComplete((caller, failure) -> waiting.decrementAndGet());
    }

    private CompletionStage<Caller> checked(String token, Known known) {
        if (!signedByNone(token, known)) {
            return CompletableFuture.completedFuture(caller(token, known));
        }
        return orUnreachable(keys.newest()).thenApplyAsync(newest -> caller(token, newest), blocking);
    }

    private CompletableFuture<Known> orUnreachable(CompletableFuture<JWKSet> fetched) {
        return fetched.handle((keySet, failure) -> {
            if (keySet == null) {
                throw unreachable(failure);
            }
            return new Known(keySet);
        });
    }

    private boolean signedByNone(String token, Known known) {
        try {
            return selector.selectJWSKeys(SignedJWT.parse(token).getHeader(), known)
                    .isEmpty();
        } catch (ParseException | JOSEException e) {
            return false; // said when it is checked
        }
    }

    private Caller caller(String token, Known known) {
        try {
            return caller(processor.process(token, known));
        } catch (ParseException e) {
            throw Credential.unknown("This is neither a token of Holdfast nor a valid JWT: check what was copied.");
        } catch (BadJOSEException | JOSEException e) {
            throw refused(e.getMessage());
        }
    }

    private Caller caller(JWTClaimsSet claims) {
        try {
            String user = claims.getStringClaim(options.user());
            String name = claims.getStringClaim(options.name());
            AccessToken checked = AccessToken.of(user == null || user.isEmpty() ? "" : REALM + user, List.of())
                    .display(name == null ? "" : name);
            String display = checked.display().isEmpty() ? user : checked.display();
            return new Caller(checked.user(), display, RightsMapper.ofWords(words(claims.getClaim(options.rights()))));
        } catch (ParseException | IllegalArgumentException e) {
            throw refused("its claims do not name a user");
        }
    }

    private static List<?> words(@Nullable Object claim) {
        return claim instanceof List<?> list ? list : claim == null ? List.of() : List.of(claim);
    }

    private static Problem refused(@Nullable String why) {
        return Credential.unknown("This JWT does not count here (" + why + "): get a new one from its issuer.");
    }

    private Problem unreachable(@Nullable Throwable failure) {
        Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
        LOG.log(
                Level.WARNING,
                "The keys of JWTs at " + options.jwks().getHost() + " cannot be fetched: "
                        + (cause instanceof TimeoutException ? "there was no answer in time." : cause));
        return unavailable();
    }

    private static Problem unavailable() {
        return new Problem(
                        503,
                        "Sign-in unavailable",
                        "The issuer's keys cannot be fetched, so no JWT can be checked. Try again in a moment, or tell"
                                + " the operator of this server.")
                .header("Retry-After", "10");
    }
}
