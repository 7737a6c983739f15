package dev.holdfast.cli.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of each resource, from {@code holdfast.yaml}. */
record ResourceMap(List<DeclaredResource> resources) {
    static final ResourceMap NONE = new ResourceMap(List.of());

    ResourceMap {
        resources = List.copyOf(resources);
    }

    /** Returns a declared name in its full form; empty if it is not declared. */
    Optional<String> declared(String name) {
        for (DeclaredResource resource : resources) {
            String full = resource.name().canonical(name);
            if (full != null) {
                return Optional.of(full);
            }
        }
        return Optional.empty();
    }

    /** Returns all resources that cover a path below the root, in the order of the file. */
    List<String> covering(String path) {
        List<String> covering = new ArrayList<>();
        for (DeclaredResource resource : resources) {
            String name = resource.covering(path);
            if (name != null && !covering.contains(name)) {
                covering.add(name);
            }
        }
        return covering;
    }

    /** Returns whether files of a resource could be in a folder: of a declared one, or the file whose path the name is. */
    boolean mayLieIn(String folder, String resource) {
        if (resource.startsWith(folder + "/")) {
            return true;
        }
        for (DeclaredResource declared : resources) {
            if (declared.mayLieIn(folder, resource)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the declared template that equals the reference. */
    Optional<Template> referredTo(Template reference) {
        return resources.stream()
                .map(DeclaredResource::name)
                .filter(name -> name.sameAs(reference))
                .findFirst();
    }

    List<String> names() {
        return resources.stream().map(resource -> resource.name().toString()).toList();
    }
}
