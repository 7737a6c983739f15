package dev.holdfast.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.ConfigurableJWTProcessor;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.holdfast.rules.Pass;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.MalformedURLException;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells from a JWT who it is of. Only signatures by keys of which we know the public half count. The issuer's keys are kept for
 * a while, and fetched anew for one that is not among them, but not more often than every few seconds. May block.
 */
final class Jwts {
    private static final Logger LOG = System.getLogger("dev.holdfast.server.access");
    private static final Duration KEPT = Duration.ofMinutes(15);
    private static final Duration KEPT_WITHOUT_ISSUER = Duration.ofHours(4);
    private static final Duration BETWEEN_FETCHES = Duration.ofSeconds(10);
    private static final int SKEW_SECONDS = 30;

    private final JwtOptions options;
    private final IssuerKeys keys = new IssuerKeys();
    private final ConfigurableJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    Jwts(JwtOptions options) {
        this.options = options;
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
        algorithms.addAll(JWSAlgorithm.Family.EC);
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, source()));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                options.audience(),
                new JWTClaimsSet.Builder().issuer(options.issuer()).build(),
                Set.of("exp", options.user()));
        claims.setMaxClockSkew(SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
    }

    private JWKSource<SecurityContext> source() {
        try {
            return JWKSourceBuilder.<SecurityContext>create(options.jwks().toURL(), keys)
                    .cache(KEPT.toMillis(), 2 * BETWEEN_FETCHES.toMillis())
                    .refreshAheadCache(false)
                    .rateLimited(BETWEEN_FETCHES.toMillis())
                    .outageTolerant(KEPT_WITHOUT_ISSUER.toMillis())
                    .build();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(options.jwks() + " is no address.", e);
        }
    }

    /** Whose it is; throws a {@link Problem} if it does not count. */
    Caller caller(String token) {
        try {
            return caller(processor.process(token, null));
        } catch (ParseException e) {
            throw Credential.unknown("This is neither a token of Holdfast nor a JWT: check what was copied.");
        } catch (RateLimitReachedException e) {
            // We have just looked: then the key is not there, unless there was nobody to ask.
            throw keys.reached() ? refused("it is signed by none of the issuer's keys") : unreachable(e);
        } catch (BadJOSEException e) {
            throw refused(e.getMessage());
        } catch (JOSEException e) {
            throw unreachable(e);
        }
    }

    private Caller caller(JWTClaimsSet claims) {
        try {
            String user = claims.getStringClaim(options.user());
            String name = claims.getStringClaim(options.name());
            Pass checked = Pass.of(user == null ? "" : user, List.of()).display(name == null ? "" : name);
            String display = checked.display().isEmpty() ? checked.user() : checked.display();
            return new Caller(checked.user(), display, Rights.ofWords(words(claims.getClaim(options.rights()))));
        } catch (ParseException | IllegalArgumentException e) {
            throw refused("its claims do not say who it is of");
        }
    }

    private static List<?> words(@Nullable Object claim) {
        return claim instanceof List<?> list ? list : claim == null ? List.of() : List.of(claim);
    }

    private static Problem refused(@Nullable String why) {
        return Credential.unknown(
                "This JWT does not count here (" + why + "): get a new one from whoever issues them.");
    }

    private Problem unreachable(JOSEException cause) {
        String why = cause instanceof RateLimitReachedException
                ? "the last attempt, less than " + BETWEEN_FETCHES.toSeconds() + " s ago, failed"
                : cause.getMessage();
        LOG.log(Level.WARNING, "The keys of JWTs at " + options.jwks().getHost() + " cannot be had: " + why);
        return new Problem(
                        503,
                        "Sign-in unavailable",
                        "The issuer's keys cannot be fetched, so that no JWT can be checked: try again in a moment, or"
                                + " tell whoever runs this server.")
                .header("Retry-After", "10");
    }
}
