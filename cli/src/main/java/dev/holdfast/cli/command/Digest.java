package dev.holdfast.cli.command;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the annotations of a command say, written down when Holdfast is built: to read the annotations themselves takes a third
 * of a call's time. Beside the class of each command that has one lies a file {@code NAME.digest}.
 */
record Digest(List<String> synopsis, List<String> description, List<String> footer, List<DigestedArgument> arguments) {

    /** The model of a command made by its digest, or null if there is none. */
    static @Nullable CommandSpec found(String name, HoldfastCommand command) {
        try (InputStream in = Digest.class.getResourceAsStream(name + ".digest")) {
            return in == null ? null : read(new DataInputStream(in)).model(name, command);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("The digest of the command " + name + " does not fit its class.", e);
        }
    }

    CommandSpec model(String name, HoldfastCommand command) throws ReflectiveOperationException {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
        spec.usageMessage().customSynopsis(synopsis.toArray(new String[0]));
        spec.usageMessage().description(description.toArray(new String[0]));
        spec.usageMessage().footer(footer.toArray(new String[0]));
        for (DigestedArgument argument : arguments) {
            spec.add(argument.model(command));
        }
        return spec;
    }

    void write(DataOutputStream out) throws IOException {
        writeAll(synopsis, out);
        writeAll(description, out);
        writeAll(footer, out);
        out.writeInt(arguments.size());
        for (DigestedArgument argument : arguments) {
            argument.write(out);
        }
    }

    static Digest read(DataInputStream in) throws IOException {
        List<String> synopsis = readAll(in);
        List<String> description = readAll(in);
        List<String> footer = readAll(in);
        List<DigestedArgument> arguments = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            arguments.add(DigestedArgument.read(in));
        }
        return new Digest(synopsis, description, footer, arguments);
    }

    static void writeAll(List<String> texts, DataOutputStream out) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            out.writeUTF(text);
        }
    }

    static List<String> readAll(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            texts.add(in.readUTF());
        }
        return texts;
    }
}
