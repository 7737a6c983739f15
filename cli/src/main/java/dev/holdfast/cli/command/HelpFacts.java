package dev.holdfast.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Exit codes and variables, for the help of a command and for the manual page. */
final class HelpFacts {
    /** What the code 0 means, and codes of a single command, by its name. */
    private static final Map<String, List<String>> OWN_CODES = Map.ofEntries(
            Map.entry(
                    "run",
                    List.of("*=that of COMMAND, if it ran", "75=busy", "76=a lock was lost, and COMMAND was stopped")),
            Map.entry("acquire", List.of("0=all of them are yours", "75=busy: another owner has one of them")),
            Map.entry(
                    "release",
                    List.of("0=released, or free already", "76=it was lost before", "77=another owner has it")),
            Map.entry("renew", List.of("0=renewed", "76=it was lost", "77=another owner has it")),
            Map.entry("verify", List.of("0=all of them are still held", "76=one of them was lost")),
            Map.entry("wait", List.of("0=all of them are free", "75=still busy after the maximum wait")),
            Map.entry("who", List.of("0=another owner has it, or you", "1=it is free")),
            Map.entry("git", List.of("0=the push may pass", "2=another user has one of its files")),
            Map.entry("guard", List.of("0=the files may be written", "2=another owner has one of them")),
            Map.entry("hook", List.of("0=the tool may go on", "2=another owner has the file")),
            Map.entry("force-release", List.of("0=it is free", "75=with --fence: another owner has it by now")),
            Map.entry("doctor", List.of("0=no problem", "1=there is a problem")),
            Map.entry("audit", List.of("0=nothing was found", "1=a mistake was found")),
            Map.entry("audit-log", List.of("0=the log is intact", "1=the log is broken", "64=there is no log")),
            Map.entry("clear", List.of("0=cleared, or nothing to clear", "130=not confirmed")));

    private static final Map<String, String> CODES = new LinkedHashMap<>();
    private static final Map<String, String> VARIABLES = new LinkedHashMap<>();

    static {
        CODES.put("0", "done");
        CODES.put("1", "who: it is free; doctor, audit, audit-log: there is a problem");
        CODES.put("2", "guard, hook: another owner has it");
        CODES.put("64", "wrong usage; the message says what to write");
        CODES.put("69", "the store cannot be reached, or the outcome is unknown");
        CODES.put("70", "a fault in Holdfast; please report it");
        CODES.put("73", "it cannot be written there");
        CODES.put("75", "busy: another owner has it");
        CODES.put("76", "a lock was lost while it was held");
        CODES.put("77", "not permitted, not yours, or the project is not trusted");
        CODES.put("130", "cancelled; 143 and 129 after the signals TERM and HUP");
        VARIABLES.put("HOLDFAST_STORE", "where the locks are, unless --store is given");
        VARIABLES.put("HOLDFAST_OWNER", "who acts, unless --owner is given");
        VARIABLES.put("HOLDFAST_TOKEN", "the token for the server in --store or HOLDFAST_STORE");
        VARIABLES.put("HOLDFAST_TRUST", "folders whose projects are trusted, for CI");
        VARIABLES.put("HOLDFAST_ENV", "Desktop names instances Desktop- instead of CLI-");
        VARIABLES.put("HOLDFAST_RECEIPT", "receipts of holds that run may enter; run sets it");
        VARIABLES.put("HOLDFAST_RESOURCE", "what is locked; run sets it for its command");
        VARIABLES.put("HOLDFAST_FENCE", "the fences of these locks; run sets it for its command");
        VARIABLES.put("HOLDFAST_REPORT_EVERY", "the time between the lines of a wait without a terminal");
        VARIABLES.put("HOLDFAST_ASK_AFTER", "the time after which a chosen wait asks again");
        VARIABLES.put("NO_COLOR", "no colours");
        VARIABLES.put("JAVA_HOME, JDK_JAVA_OPTIONS", "which Java, and its options");
    }

    private HelpFacts() {}

    /** Returns the meanings of all exit codes. */
    static Map<String, String> codes() {
        return CODES;
    }

    /** Returns the meanings of all variables. */
    static Map<String, String> variables() {
        return VARIABLES;
    }

    /** Returns the meanings of the codes that matter to a caller of that command. */
    static Map<String, String> codes(String command) {
        Map<String, String> codes = new LinkedHashMap<>();
        for (String own : OWN_CODES.getOrDefault(command, List.of("0=done"))) {
            codes.put(own.substring(0, own.indexOf('=')), own.substring(own.indexOf('=') + 1));
        }
        for (String common : List.of("64", "69")) {
            codes.putIfAbsent(common, CODES.getOrDefault(common, ""));
        }
        return codes;
    }

    /** Returns the meanings of the variables that matter to a caller of that command. */
    static Map<String, String> variables(String command) {
        List<String> names = new ArrayList<>(List.of("HOLDFAST_STORE", "HOLDFAST_OWNER"));
        switch (command) {
            case "run" ->
                names.addAll(
                        List.of("HOLDFAST_RECEIPT", "HOLDFAST_RESOURCE", "HOLDFAST_FENCE", "HOLDFAST_REPORT_EVERY"));
            case "acquire", "wait" -> names.add("HOLDFAST_REPORT_EVERY");
            case "token" -> names.add("HOLDFAST_TOKEN");
            case "trust" -> names.add("HOLDFAST_TRUST");
            default -> {}
        }
        Map<String, String> variables = new LinkedHashMap<>();
        names.forEach(name -> variables.put(name, VARIABLES.getOrDefault(name, "")));
        return variables;
    }
}
