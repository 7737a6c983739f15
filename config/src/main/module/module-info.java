/** The settings of a project in {@code holdfast.yaml}. */
module dev.holdfast.config {
    requires transitive dev.holdfast;
    requires org.snakeyaml.engine;
    requires static org.jspecify;

    exports dev.holdfast.config;
}
