package dev.holdfast.it.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The manifests for Kubernetes: each field exists, and they fit together. */
class KubernetesTest {
    private static final Path MANIFESTS = Command.ROOT.resolve("deploy/kubernetes/holdfast.yaml");
    private static final Map<String, Class<?>> KINDS = Map.of(
            "ConfigMap", ConfigMap.class,
            "Deployment", Deployment.class,
            "Service", Service.class,
            "PodDisruptionBudget", PodDisruptionBudget.class);

    /** The models keep fields that they do not know. This reader refuses them. */
    private static final ObjectMapper STRICT = new YAMLMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated member) {
                    return false;
                }
            });

    private static Map<String, Object> read(String manifests) throws Exception {
        Map<String, Object> read = new LinkedHashMap<>();
        try (MappingIterator<JsonNode> documents =
                STRICT.readerFor(JsonNode.class).readValues(new YAMLFactory().createParser(manifests))) {
            while (documents.hasNext()) {
                JsonNode document = documents.next();
                String kind = document.get("kind").asText();
                read.put(kind, STRICT.treeToValue(document, KINDS.get(kind)));
            }
        }
        return read;
    }

    @Test
    void eachField_exists() throws Exception {
        assertThat(read(Files.readString(MANIFESTS)).keySet()).containsExactlyInAnyOrderElementsOf(KINDS.keySet());
    }

    @Test
    void misspeltField_isFound() throws Exception {
        String misspelt = Files.readString(MANIFESTS).replace("readinessProbe:", "readynessProbe:");
        assertThatThrownBy(() -> read(misspelt)).hasMessageContaining("readynessProbe");
    }

    @Test
    void parts_fitTogether() throws Exception {
        Map<String, Object> all = read(Files.readString(MANIFESTS));
        Deployment deployment = (Deployment) all.get("Deployment");
        Service service = (Service) all.get("Service");
        PodDisruptionBudget budget = (PodDisruptionBudget) all.get("PodDisruptionBudget");
        ConfigMap settings = (ConfigMap) all.get("ConfigMap");
        Map<String, String> labels =
                deployment.getSpec().getTemplate().getMetadata().getLabels();
        assertThat(labels)
                .isEqualTo(deployment.getSpec().getSelector().getMatchLabels())
                .isEqualTo(service.getSpec().getSelector())
                .isEqualTo(budget.getSpec().getSelector().getMatchLabels());
        assertThat(deployment
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getVolumes()
                        .get(0)
                        .getConfigMap()
                        .getName())
                .isEqualTo(settings.getMetadata().getName());
        Container container =
                deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
        assertThat(container.getPorts().get(0).getName())
                .isEqualTo(service.getSpec().getPorts().get(0).getTargetPort().getStrVal())
                .isEqualTo(container.getReadinessProbe().getHttpGet().getPort().getStrVal());
        String image = Files.readString(Command.ROOT.resolve("Dockerfile"));
        assertThat(image)
                .contains("useradd --uid "
                        + deployment
                                .getSpec()
                                .getTemplate()
                                .getSpec()
                                .getSecurityContext()
                                .getRunAsUser() + " ")
                .contains("EXPOSE " + container.getPorts().get(0).getContainerPort());
        String explained = Files.readString(Command.ROOT.resolve("docs/configuration.md"));
        List<String> variables = container.getEnv().stream()
                .map(EnvVar::getName)
                .filter(name -> name.startsWith("HOLDFAST_"))
                .toList();
        assertThat(variables)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(explained).contains("`" + name + "`"));
    }
}
