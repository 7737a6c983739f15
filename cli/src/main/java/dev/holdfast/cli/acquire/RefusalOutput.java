package dev.holdfast.cli.acquire;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Preset;
import dev.holdfast.ProcessId;
import dev.holdfast.Refusal;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.internal.base.FileNames;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Prints why locks were refused and which command to type next. The presets of lock directories and lock files add the lines of
 * their documents. With {@code --json} the refusals also go to standard output.
 */
public final class RefusalOutput {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final CommandContext context;
    private final AcquireOptions how;
    private final String command;

    /**
     * Creates the output of one command.
     *
     * @param command the name of the command that was refused
     */
    public RefusalOutput(CommandContext context, AcquireOptions how, String command) {
        this.context = context;
        this.how = how;
        this.command = command;
    }

    /**
     * Prints who has what was refused, and what can be done about it.
     *
     * @param owner whose earlier loss is mentioned, or null
     */
    public void print(List<Refusal> refusals, @Nullable Owner owner) {
        Preset preset = context.preset();
        for (Refusal refusal : refusals) {
            boolean held = refusal.reason() == Refusal.Reason.HELD;
            if (held && preset == Preset.BOARD) {
                say("error: lock busy: " + path(refusal));
            } else if (held && preset == Preset.RESUME) {
                say("error: " + Text.name(refusal.resource()) + " is already in progress.");
                refusal.holders().forEach(this::holder);
            }
            say(refusal.sentence(ZoneId.systemDefault()));
            if (owner != null) {
                LostHolds.of(context.manager(), refusal.resource(), owner)
                        .ifPresent(loss -> say("Before that it was yours. " + loss.sentence()));
            }
        }
        new NextSteps(context, how, command).after(refusals).forEach(this::say);
        List<String> held = refusals.stream()
                .filter(refusal -> refusal.reason() == Refusal.Reason.HELD)
                .map(this::path)
                .toList();
        if (preset == Preset.BOARD && !held.isEmpty()) {
            say("If you are sure that no process is working, remove the lock "
                    + (held.size() == 1 ? "directory" : "directories") + ": rm -r " + CommandText.words(held));
        }
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("granted", false)
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
    }

    /** Prints the holder as the document of lock files has it. */
    private void holder(LockView.Holder judged) {
        Hold hold = judged.hold();
        if (!hold.owner().processes().isEmpty()) {
            ProcessId process = hold.owner().processes().get(0);
            say("Lock held by: PID " + process.pid() + " on "
                    + (process.host().isEmpty() ? "this host" : Text.shown(process.host())) + " (acquired "
                    + TIME.format(hold.since()) + ")");
        }
    }

    /** Returns the path of the lock, or its name if it has none. */
    private String path(Refusal refusal) {
        Optional<Path> folder = context.storePath();
        return folder.map(path ->
                        path.resolve(FileNames.encode(refusal.resource())).toString())
                .orElseGet(() -> Text.name(refusal.resource()));
    }

    private void say(String line) {
        context.say("holdfast: " + line);
    }
}
