/** Methods of CDI beans that run under locks. */
module dev.holdfast.cdi {
    requires transitive dev.holdfast;
    requires transitive jakarta.cdi;
    requires jakarta.inject;
    requires jakarta.interceptor;
    requires static org.jspecify;

    exports dev.holdfast.cdi;

    // The container makes the interceptor.
    opens dev.holdfast.cdi;

    provides jakarta.enterprise.inject.spi.Extension with
            dev.holdfast.cdi.HoldfastExtension;
}
