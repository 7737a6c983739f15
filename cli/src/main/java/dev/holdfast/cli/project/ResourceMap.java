package dev.holdfast.cli.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which files stand for which resource, as {@code holdfast.yaml} tells. */
record ResourceMap(List<DeclaredResource> resources) {
    static final ResourceMap NONE = new ResourceMap(List.of());

    ResourceMap {
        resources = List.copyOf(resources);
    }

    /** A declared name in its usual form; empty if it is not declared. */
    Optional<String> declared(String name) {
        for (DeclaredResource resource : resources) {
            String full = resource.name().canonical(name);
            if (full != null) {
                return Optional.of(full);
            }
        }
        return Optional.empty();
    }

    /** All resources that cover a path below the root, in the order of the file. */
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

    /** Whether files of a resource could lie in a folder: declared ones, or the file whose path the name is. */
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

    /** The declared template that another place refers to. */
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
