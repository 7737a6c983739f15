package dev.holdfast.spring;

import dev.holdfast.internal.base.PolicyKeys;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses to start with a property below {@code holdfast} that does not exist, so that a misspelled one is not ignored. Logs a
 * hint for a key of a policy that has a new name.
 */
record KnownProperties(Environment environment) implements BeanFactoryPostProcessor {
    private static final Log LOG = LogFactory.getLog(KnownProperties.class);
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("holdfast");
    private static final String ELEMENT = "[]";
    private static final String POLICY = "holdfast.policies" + ELEMENT + ".";

    /** The properties as people write them, by the same in lower case without dashes. */
    private static final Map<String, String> KNOWN = known();

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            // Variables of the environment are shared with the command.
            if (source instanceof IterableConfigurationPropertySource names
                    && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
                names.stream().filter(PREFIX::isAncestorOf).forEach(name -> check(name, source));
            }
        }
    }

    private static void check(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        if (KNOWN.containsKey(text(name, Form.UNIFORM))) {
            return;
        }
        String last = name.getLastElement(Form.DASHED);
        if (PolicyKeys.isOld(last) && text(name, Form.UNIFORM).startsWith(POLICY)) {
            LOG.warn(name + ": " + PolicyKeys.hint(last));
            return;
        }
        String sentence = "There is no property " + name + hint(name);
        if (source.getUnderlyingSource() instanceof PropertySource<?> properties
                && properties.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
            LOG.warn(sentence); // other programs in this JVM may have properties of that name
            return;
        }
        Object origin =
                Objects.requireNonNull(source.getConfigurationProperty(name)).getOrigin();
        throw new NotStartedException(
                sentence,
                "Correct or remove it" + (origin == null ? "" : " in " + origin)
                        + ". docs/spring.md has the properties.",
                null);
    }

    private static String hint(ConfigurationPropertyName name) {
        String nearest = NearestName.to(text(name, Form.UNIFORM), KNOWN.keySet());
        return nearest == null ? "." : "; did you mean " + indexed(KNOWN.get(nearest), name) + "?";
    }

    /** Returns a known property with the indexes of a name. */
    private static @Nullable String indexed(@Nullable String known, ConfigurationPropertyName name) {
        String result = known;
        for (int i = 0; result != null && i < name.getNumberOfElements(); i++) {
            if (name.isNumericIndex(i)) {
                String index = "[" + name.getElement(i, Form.ORIGINAL) + "]";
                int at = result.indexOf(ELEMENT);
                result = at < 0 ? result : result.substring(0, at) + index + result.substring(at + ELEMENT.length());
            }
        }
        return result;
    }

    private static String text(ConfigurationPropertyName name, Form form) {
        return IntStream.range(0, name.getNumberOfElements())
                .mapToObj(i -> name.isNumericIndex(i) ? ELEMENT : (i == 0 ? "" : ".") + name.getElement(i, form))
                .collect(Collectors.joining());
    }

    private static Map<String, String> known() {
        Map<String, String> known = new TreeMap<>();
        collect("holdfast", HoldfastProperties.class, known);
        return Map.copyOf(known);
    }

    private static void collect(String name, Type type, Map<String, String> known) {
        if (type instanceof ParameterizedType list) {
            known.put(uniform(name), name);
            collect(name + ELEMENT, list.getActualTypeArguments()[0], known);
        } else if (type instanceof Class<?> record && record.isRecord()) {
            if (record == PolicyProperties.LeaseProperties.class
                    || record == PolicyProperties.RequestProperties.class) {
                known.put(uniform(name), name); // a single value
            }
            for (RecordComponent component : record.getRecordComponents()) {
                String key = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                collect(name + "." + key, component.getGenericType(), known);
            }
        } else {
            known.put(uniform(name), name);
        }
    }

    private static String uniform(String name) {
        return name.replace("-", "");
    }
}
