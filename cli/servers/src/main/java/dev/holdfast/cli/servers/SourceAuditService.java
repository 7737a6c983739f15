package dev.holdfast.cli.servers;

import dev.holdfast.audit.Audit;
import dev.holdfast.audit.Baseline;
import dev.holdfast.audit.Report;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.cli.audit.AuditProgress;
import dev.holdfast.cli.audit.AuditRequest;
import dev.holdfast.cli.audit.AuditResult;
import dev.holdfast.cli.audit.AuditService;
import dev.holdfast.cli.base.CommandFailure;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** Looks by the audit. */
public final class SourceAuditService implements AuditService {
    @Override
    public AuditResult audit(AuditRequest order, AuditProgress progress) throws IOException {
        Set<Rule> rules = rules(order);
        Baseline baseline = baseline(order);
        Report all = new Audit(order.folder(), order.prefix(), rules, order.tests()).run(progress::files);
        return new SourceAuditResult(all, baseline);
    }

    private static Set<Rule> rules(AuditRequest order) {
        Set<Rule> rules = order.rules().isEmpty() ? EnumSet.allOf(Rule.class) : EnumSet.noneOf(Rule.class);
        order.rules().forEach(id -> rules.add(rule(id)));
        order.ignored().forEach(id -> rules.remove(rule(id)));
        if (rules.isEmpty()) {
            throw CommandFailure.usage("There is nothing left to look for: --ignore has all that --rule has.");
        }
        return rules;
    }

    private static Rule rule(String id) {
        Rule rule = Rule.named(id);
        if (rule == null) {
            throw CommandFailure.usage(
                    "There is no rule '" + id + "'; there are " + String.join(", ", Rule.ids()) + ".");
        }
        return rule;
    }

    private static Baseline baseline(AuditRequest order) {
        String text = order.baseline();
        try {
            return text == null ? Baseline.NONE : Baseline.read(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("The file of --baseline cannot be used: " + e.getMessage()
                    + ". Write it again with --write-baseline.");
        }
    }
}
