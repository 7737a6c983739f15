package dev.holdfast.cli.install;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hooks in the settings of an assistant: groups by event, with a matcher and commands. Ours are known by their command. */
final class HookSettings {
    private static final String HOOKS = "hooks";

    private HookSettings() {}

    /** A hook to add for an event and the tools that match. */
    record Wanted(String event, @Nullable String matcher, Map<String, Object> hook) {}

    /** Returns the settings with those hooks in place of all earlier ones of Holdfast. */
    static SettingsText with(SettingsText before, List<Wanted> wanted) {
        SettingsText text = before;
        for (Wanted one : wanted) {
            text = withHooks(text);
            SettingsNode hooks = hooks(text);
            SettingsNode groups = hooks.member(one.event());
            Map<String, Object> group = new LinkedHashMap<>();
            if (one.matcher() != null) {
                group.put("matcher", one.matcher());
            }
            group.put(HOOKS, List.of(one.hook()));
            if (groups == null) {
                text = text.withMember(hooks, one.event(), List.of(group));
            } else if (groups.kind() == SettingsNode.Kind.ARRAY) {
                text = text.withItem(groups, group);
            } else {
                throw new IllegalArgumentException("\"" + one.event() + "\" is not a list");
            }
        }
        return text;
    }

    private static SettingsText withHooks(SettingsText text) {
        SettingsNode root = text.root();
        if (root.kind() != SettingsNode.Kind.OBJECT) {
            throw new IllegalArgumentException("it is not an object");
        }
        SettingsNode hooks = root.member(HOOKS);
        if (hooks == null) {
            return text.withMember(root, HOOKS, Map.of());
        }
        if (hooks.kind() != SettingsNode.Kind.OBJECT) {
            throw new IllegalArgumentException("\"hooks\" is not an object");
        }
        return text;
    }

    private static SettingsNode hooks(SettingsText text) {
        SettingsNode hooks = text.root().member(HOOKS);
        if (hooks == null) {
            throw new IllegalStateException("There are no hooks.");
        }
        return hooks;
    }

    /** Returns the settings without Holdfast's hooks, and without objects that are empty then. */
    static SettingsText without(SettingsText before) {
        SettingsText text = before;
        while (true) {
            SettingsText less = withoutOne(text);
            if (less == null) {
                return text;
            }
            text = less;
        }
    }

    private static @Nullable SettingsText withoutOne(SettingsText text) {
        SettingsNode root = text.root();
        SettingsNode hooks = root.member(HOOKS);
        if (hooks == null) {
            return null;
        }
        for (SettingsNode.Member event : hooks.members()) {
            List<SettingsNode> groups = event.value().items();
            for (int i = 0; i < groups.size(); i++) {
                SettingsNode commands = groups.get(i).member(HOOKS);
                int ours = commands == null ? -1 : ours(commands);
                if (commands != null && ours >= 0) {
                    if (commands.items().size() > 1) {
                        return withoutItem(text, commands, ours);
                    } else if (groups.size() > 1) {
                        return withoutItem(text, event.value(), i);
                    } else if (hooks.members().size() > 1) {
                        return withoutMember(text, hooks, event.name());
                    }
                    return withoutMember(text, root, HOOKS);
                }
            }
        }
        return null;
    }

    private static int ours(SettingsNode commands) {
        for (int i = 0; i < commands.items().size(); i++) {
            if (isOurs(commands.items().get(i).textOf("command"))) {
                return i;
            }
        }
        return -1;
    }

    static boolean isOurs(String command) {
        return command.matches("(?s).*\\bholdfast(\\.cmd)?['\"]? hook( .*)?");
    }

    private static SettingsText withoutItem(SettingsText text, SettingsNode array, int index) {
        SettingsNode item = array.items().get(index);
        Integer before = index == 0 ? null : array.items().get(index - 1).end();
        return text.without(
                array,
                item.start(),
                item.end(),
                before,
                index + 1 == array.items().size());
    }

    private static SettingsText withoutMember(SettingsText text, SettingsNode object, String name) {
        List<SettingsNode.Member> members = object.members();
        for (int i = 0; i < members.size(); i++) {
            SettingsNode.Member member = members.get(i);
            if (member.name().equals(name)) {
                Integer before = i == 0 ? null : members.get(i - 1).value().end();
                return text.without(object, member.start(), member.value().end(), before, i + 1 == members.size());
            }
        }
        throw new IllegalStateException("There is no " + name + ".");
    }
}
