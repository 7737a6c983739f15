package dev.holdfast.server.protocol;

import dev.holdfast.server.http.ToolForm;
import dev.holdfast.server.http.ToolForms;
import dev.holdfast.server.http.ToolRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;

/** The protocols that a server speaks. */
public final class Protocols implements AutoCloseable {
    /** No protocol. */
    public static final Protocols NONE = new Protocols(List.of());

    private final List<Spoken> all;

    /** A protocol and its section. */
    private record Spoken(Protocol protocol, Settings settings) {}

    private Protocols(List<Spoken> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Finds the protocols that the configuration names.
     *
     * @param sections the section of each protocol, by its name
     * @throws SettingException for a name that no protocol has
     */
    public static Protocols named(Map<String, Settings> sections) {
        if (sections.isEmpty()) {
            return NONE;
        }
        Map<String, Protocol> known = new TreeMap<>();
        ServiceLoader.load(Protocol.class, Protocol.class.getClassLoader())
                .forEach(protocol -> known.put(protocol.name(), protocol));
        List<Spoken> spoken = new ArrayList<>();
        sections.forEach((name, settings) -> {
            Protocol protocol = known.get(name);
            if (protocol == null) {
                throw new SettingException("There is no " + settings.name() + ": this server speaks "
                        + (known.isEmpty() ? "no protocol of another tool" : String.join(", ", known.keySet())) + ".");
            }
            spoken.add(new Spoken(protocol, settings));
        });
        return new Protocols(spoken);
    }

    /** Returns whether there are any. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns how their clients expect answers. */
    public ToolForms forms() {
        return new ToolForms(all.stream()
                .map(Spoken::protocol)
                .map(protocol -> new ToolForm(protocol.path(), protocol::explain))
                .toList());
    }

    /** Opens them, and returns their calls. */
    public List<ToolRoute> open(Function<Settings, ProtocolContext> contexts) {
        List<ToolRoute> routes = new ArrayList<>();
        for (Spoken spoken : all) {
            routes.addAll(spoken.protocol().open(contexts.apply(spoken.settings())));
        }
        return routes;
    }

    @Override
    public void close() {
        all.forEach(spoken -> spoken.protocol().close());
    }
}
