package dev.holdfast.cdi;

import dev.holdfast.LockManager;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Locked} work in a container, and gives the application a lock manager if none of its beans is one. Its address is
 * the system property {@code holdfast.store} or the environment variable {@code HOLDFAST_STORE}. Found by the container.
 */
public final class HoldfastExtension implements Extension {
    private static final Set<Class<? extends Annotation>> SHARED = Set.of(ApplicationScoped.class, Singleton.class);

    private boolean managed;
    private boolean added;
    private boolean used;

    /** Adds the interceptor, also where the jar is no bean archive. */
    void add(@Observes BeforeBeanDiscovery discovery) {
        discovery
                .addAnnotatedType(LockedInterceptor.class, LockedInterceptor.class.getName())
                .add(new Binding());
        discovery.addAnnotatedType(LockedCalls.class, LockedCalls.class.getName());
    }

    /** Notes whether the application has a manager of its own. */
    void noteManager(@Observes ProcessBean<?> found) {
        Bean<?> bean = found.getBean();
        if (bean.getTypes().contains(LockManager.class)) {
            managed = true;
            if (!SHARED.contains(bean.getScope())) {
                found.addDefinitionError(new IllegalStateException("The LockManager bean has the scope @"
                        + bean.getScope().getSimpleName()
                        + ", so each user would get another one. Annotate its producer with @ApplicationScoped."));
            }
        }
    }

    /** Refuses methods on which the annotation cannot work. */
    void check(@Observes ProcessManagedBean<?> found) {
        for (AnnotatedMethod<?> method : found.getAnnotatedBeanClass().getMethods()) {
            if (method.isAnnotationPresent(Locked.class)) {
                used = true;
                try {
                    LockedMethod.of(method.getJavaMember());
                } catch (IllegalArgumentException e) {
                    found.addDefinitionError(e);
                }
            }
        }
    }

    /** Adds a manager if there is none. */
    void addManager(@Observes AfterBeanDiscovery discovery) {
        added = !managed;
        if (added) {
            discovery
                    .<LockManager>addBean()
                    .id(HoldfastExtension.class.getName())
                    .types(Object.class, LockManager.class)
                    .scope(ApplicationScoped.class)
                    .produceWith(beans -> LockManager.open(required(address())))
                    .disposeWith((manager, beans) -> manager.close());
        }
    }

    /** Stops the start of an application whose locks are nowhere. */
    void requireAddress(@Observes AfterDeploymentValidation validation) {
        if (used && added) {
            try {
                required(address());
            } catch (IllegalStateException e) {
                validation.addDeploymentProblem(e);
            }
        }
    }

    private static @Nullable String address() {
        String property = System.getProperty("holdfast.store");
        return property == null ? System.getenv("HOLDFAST_STORE") : property;
    }

    private static String required(@Nullable String address) {
        if (address == null) {
            throw new IllegalStateException(
                    "It is not known where the locks are. Set the system property holdfast.store"
                            + " or the environment variable HOLDFAST_STORE to an address such as postgresql://localhost/app,"
                            + " or produce an @ApplicationScoped LockManager.");
        }
        return address;
    }

    /** The interceptor is bound here, so that the annotation is for methods alone. */
    private static final class Binding extends jakarta.enterprise.util.AnnotationLiteral<Locked> implements Locked {
        private static final long serialVersionUID = 1;

        @Override
        public String value() {
            return "";
        }

        @Override
        public String waitFor() {
            return "";
        }

        @Override
        public WhenHeld whenHeld() {
            return WhenHeld.SKIP;
        }

        @Override
        public String keep() {
            return "";
        }

        @Override
        public String note() {
            return "";
        }
    }
}
