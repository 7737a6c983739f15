package dev.holdfast.cli.acquire;

import dev.holdfast.LockView;
import dev.holdfast.NotPermittedException;
import dev.holdfast.Owner;
import dev.holdfast.Preset;
import dev.holdfast.Refusal;
import dev.holdfast.Refusal.Reason;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.internal.base.Text;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The commands that can be typed after a refusal, each with its purpose. They depend on the reasons of the refusals. */
final class NextSteps {
    private static final Set<Reason> ENDS_BY_WAITING =
            EnumSet.of(Reason.HELD, Reason.BUSY, Reason.QUEUE, Reason.QUEUE_FULL);
    private static final Set<Reason> ENDS_BY_OVERRIDE = EnumSet.of(Reason.HELD, Reason.QUEUE, Reason.QUEUE_FULL);

    private final CommandContext context;
    private final AcquireOptions how;
    private final String command;

    NextSteps(CommandContext context, AcquireOptions how, String command) {
        this.context = context;
        this.how = how;
        this.command = command;
    }

    List<String> after(List<Refusal> refusals) {
        List<String> lines = new ArrayList<>();
        boolean all = refusals.stream().allMatch(refusal -> ENDS_BY_WAITING.contains(refusal.reason()));
        if (all && refusals.stream().allMatch(this::maySpendTime)) {
            if (how.timeout() == null) {
                lines.add("To wait for it: " + again("--wait 5m"));
            } else if (refusals.stream().noneMatch(NextSteps::mayBeOverridden)) {
                lines.add("To try again: " + CommandText.again(context, command));
            }
        }
        for (Refusal refusal : refusals) {
            if (!how.overrides() && RequestOffer.isPossible(context, refusal)) {
                lines.add("To ask for " + (refusals.size() == 1 ? "it" : Text.name(refusal.resource())) + ": "
                        + CommandText.asking(context, refusal.resource(), how.mode()));
            }
        }
        if (!how.overrides() && refusals.stream().allMatch(NextSteps::mayBeOverridden)) {
            String force = context.preset() == Preset.RESUME ? "--force" : "--override";
            lines.add("To take it over: " + again(force + (how.hasNote() ? "" : " --note 'your reason'")));
        }
        for (Refusal refusal : refusals) {
            ofTheCallersOwn(refusal).ifPresent(lines::add);
        }
        return lines;
    }

    private boolean maySpendTime(Refusal refusal) {
        return context.policies().forResource(refusal.resource()).waiting().allowed();
    }

    private static boolean mayBeOverridden(Refusal refusal) {
        return ENDS_BY_OVERRIDE.contains(refusal.reason());
    }

    /** Returns the step after a refusal because of what the caller itself holds or did. */
    private Optional<String> ofTheCallersOwn(Refusal refusal) {
        return switch (refusal.reason()) {
            case SLOT_TAKEN -> Optional.of(other(refusal));
            case TOO_SOON -> Optional.of("To acquire it then: " + CommandText.again(context, command));
            case UPGRADE, UPGRADING, TOO_MANY_ENTRIES ->
                Optional.of("To release it first: " + release(refusal.resource()) + " && "
                        + CommandText.again(context, command));
            case HELD, BUSY, QUEUE, QUEUE_FULL, OWNER_ENDED -> Optional.empty();
        };
    }

    /** Returns the step that ends the one lock of its kind that is allowed: to release it, or to wait for its other owner. */
    private String other(Refusal refusal) {
        for (LockView.Holder judged : refusal.holders()) {
            for (LockView view : visible()) {
                boolean there =
                        view.holders().stream().anyMatch(one -> one.hold().equals(judged.hold()));
                if (there && isOwn(judged.hold().owner())) {
                    return "To release the other one: " + release(view.resource()) + " && "
                            + CommandText.again(context, command);
                } else if (there) {
                    return "To wait for the other one: " + CommandText.waiting(context, List.of(view.resource()))
                            + " && " + CommandText.again(context, command);
                }
            }
        }
        return "To see what is held: holdfast status" + CommandText.place(context);
    }

    private List<LockView> visible() {
        try {
            return context.manager().list("");
        } catch (NotPermittedException e) {
            return List.of(); // a server shows its locks to some
        }
    }

    private boolean isOwn(Owner holder) {
        return context.instance()
                .session()
                .filter(own -> own.id().equals(holder.id()))
                .isPresent();
    }

    private String release(String resource) {
        return "holdfast release " + CommandText.word(resource) + CommandText.place(context);
    }

    private String again(String more) {
        return CommandText.again(context, command, more);
    }
}
