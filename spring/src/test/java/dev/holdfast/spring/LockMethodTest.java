package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.autoproxy.InfrastructureAdvisorAutoProxyCreator;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** A lock annotation that has no effect, or that cannot be read, is refused at the start. */
class LockMethodTest {
    static class FinalMethod {
        @AcquiresLock(type = "policy", value = "#id")
        public final void edit(long id) {}
    }

    static class PrivateMethod {
        @RequiresLock(type = "policy", value = "#id")
        private long save(long id) {
            return id;
        }

        public long saveAll() {
            return save(1);
        }
    }

    static class OwnCall {
        @RequiresLock(type = "policy", value = "#id")
        public void save(long id) {}

        public void saveBoth(long first, long second) {
            save(first);
            save(second);
        }
    }

    static class OwnCallInLambda {
        @Locked("nightly")
        public void run() {}

        public void later() {
            Runnable task = () -> run();
            task.run();
        }
    }

    static class OwnReference {
        @RequiresLock(type = "policy", value = "#id")
        public void save(Long id) {}

        public void saveAll(List<Long> ids) {
            ids.forEach(this::save);
        }
    }

    static class InheritedCall extends OwnCall {
        public void saveFirst() {
            save(1);
        }
    }

    /** Calls its own methods in ways that keep the lock. */
    static class Fine {
        private final Fine proxy;

        Fine(Fine proxy) {
            this.proxy = proxy;
        }

        @AcquiresLock(type = "policy", value = "#id")
        public void edit(long id) {
            save(id);
        }

        @RequiresLock(type = "policy", value = "#id")
        public void save(long id) {}

        public void saveByProxy(long id) {
            proxy.save(id);
        }
    }

    static class Misspelt {
        @AcquiresLock(type = "policy", value = "#idd")
        public void edit(long id) {}
    }

    static class MisspeltKey {
        @Locked(value = "billing", key = "#reigon")
        public void bill(String region) {}
    }

    static class Unreadable {
        @AcquiresLock("'policy/' #id")
        public void edit(long id) {}
    }

    static class Expressions {
        @RequiresLock({"#policies.![#root + #this]", "#p0", "#a1.number", "'policy/' + #number"})
        public void save(List<String> policies, String number) {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class App {
        @Bean
        Misspelt misspelt() {
            return new Misspelt();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class Proxied {
        @Bean
        Invoices invoices() {
            return new Invoices();
        }
    }

    static class Invoices {
        @AcquiresLock(type = "invoice", value = "#id")
        public void edit(long id) {}
    }

    private static NotStartedException refused(Object bean) {
        NotStartedException refusal =
                catchThrowableOfType(NotStartedException.class, () -> looked(new StandardEnvironment(), bean));
        assertThat(refusal).as("the refusal of %s", bean).isNotNull();
        assertThat(refusal.cure()).isNotBlank();
        return refusal;
    }

    private static void looked(StandardEnvironment environment, Object bean) {
        StaticListableBeanFactory beans =
                new StaticListableBeanFactory(Map.of("proxies", new InfrastructureAdvisorAutoProxyCreator()));
        new LockMethodCheck(beans, environment).postProcessAfterInitialization(bean, "bean");
    }

    @Test
    @DisplayName("P14: a misspelt parameter stops the start of an application, with the nearest")
    void misspeltParameter_stopsTheStart() {
        Throwable failure = catchThrowable(
                () -> Apps.plain(App.class, "holdfast.store=memory:").close());
        assertThat(failure).isNotNull();
        FailureAnalysis told = new HoldfastFailureAnalyzer().analyze(failure);
        assertThat(told.getDescription())
                .isEqualTo(
                        "The lock expression #idd of Misspelt.edit names the parameter #idd, which the method does not"
                                + " have; did you mean #id?");
        assertThat(told.getAction()).isEqualTo("The parameters of the method are: #id.");
    }

    @Test
    @DisplayName("P14: an application that makes no proxies does not start")
    void withoutProxies_doesNotStart() {
        Throwable failure =
                catchThrowable(() -> Apps.plain(Proxied.class, "holdfast.store=memory:", "spring.aop.auto=false")
                        .close());
        assertThat(failure)
                .hasRootCauseMessage(
                        "The lock annotation on Invoices.edit has no effect, since this application makes no"
                                + " proxies.");
        assertThatNoException()
                .isThrownBy(() ->
                        Apps.plain(Proxied.class, "holdfast.store=memory:").close());
    }

    @Test
    void expressions_areReadAtTheStart() {
        assertThat(refused(new MisspeltKey())).hasMessageContaining("did you mean #region?");
        assertThat(refused(new Unreadable()))
                .hasMessageStartingWith("The lock expression 'policy/' #id of Unreadable.edit cannot be read: ");
        assertThatNoException().isThrownBy(() -> looked(new StandardEnvironment(), new Expressions()));
    }

    @Test
    @DisplayName("P14: a method that no proxy can come before is refused")
    void methodWithoutProxy_isRefused() {
        assertThat(refused(new FinalMethod()))
                .hasMessage("@AcquiresLock has no effect on FinalMethod.edit, which is final.");
        assertThat(refused(new PrivateMethod()))
                .hasMessage("@RequiresLock has no effect on PrivateMethod.save, which is private.");
    }

    @Test
    @DisplayName("P14: a call within the same object, past its proxy, is refused")
    void ownCall_isRefused() {
        assertThat(refused(new OwnCall()))
                .hasMessage(
                        "@RequiresLock has no effect when OwnCall.saveBoth calls OwnCall.save: a call within the same"
                                + " object does not go through the proxy of Spring.");
        assertThat(refused(new OwnCallInLambda()))
                .hasMessageContaining("when OwnCallInLambda.later calls OwnCallInLambda.run");
        assertThat(refused(new OwnReference())).hasMessageContaining("OwnReference.saveAll");
        assertThat(refused(new InheritedCall())).hasMessageContaining("InheritedCall.saveFirst calls OwnCall.save");
    }

    @Test
    void callUnderTheSameLock_orByTheProxy_isFine() {
        assertThatNoException().isThrownBy(() -> looked(new StandardEnvironment(), new Fine(new Fine(null))));
    }

    @Test
    void reportOnly_onlyWarns() {
        StandardEnvironment lenient = new StandardEnvironment();
        lenient.getPropertySources().addFirst(new MapPropertySource("test", Map.of("holdfast.report-only", "true")));
        assertThatNoException().isThrownBy(() -> looked(lenient, new OwnCall()));
        assertThatNoException().isThrownBy(() -> looked(lenient, new FinalMethod()));
    }
}
