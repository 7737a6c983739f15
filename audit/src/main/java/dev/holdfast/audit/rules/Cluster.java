package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.TypeFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Signs that an application runs on several servers. */
final class Cluster {
    private static final List<String> MARKS = List.of(
            "EnableRedisHttpSession",
            "EnableJdbcHttpSession",
            "EnableHazelcastHttpSession",
            "EnableMongoHttpSession",
            "EnableSpringHttpSession",
            "EnableDiscoveryClient",
            "EnableEurekaClient");
    private static final Set<String> SHARED = Set.of("redis", "jdbc", "hazelcast", "mongodb");

    private Cluster() {}

    /** Returns the place of the first sign, if there is one. */
    static Optional<Place> sign(Project project) {
        Optional<Place> setting = project.settings().stream()
                .filter(Cluster::says)
                .map(Setting::place)
                .findFirst();
        return setting.isPresent()
                ? setting
                : project.types().stream()
                        .filter(type -> type.marked(MARKS))
                        .map(TypeFacts::place)
                        .findFirst();
    }

    private static boolean says(Setting setting) {
        String key = setting.plainKey();
        String value = setting.value();
        return switch (key) {
            case "spec.replicas",
                    "spec.minreplicas",
                    "replicacount",
                    "quarkus.kubernetes.replicas",
                    "quarkus.openshift.replicas" -> several(value);
            case "spring.session.storetype" -> SHARED.contains(value);
            case "web.distributable" -> true;
            default ->
                (key.startsWith("services.") && key.endsWith(".deploy.replicas") && several(value))
                        || (key.endsWith("org.quartz.jobstore.isclustered") && value.equals("true"))
                        || key.startsWith("eureka.client.")
                        || key.startsWith("spring.cloud.kubernetes.");
        };
    }

    private static boolean several(String value) {
        return value.matches("\\d{1,4}") && Integer.parseInt(value) > 1;
    }
}
