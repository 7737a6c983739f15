package dev.holdfast.internal.process;

/** The mount option {@code hidepid} of {@code /proc}, which makes processes of other users look absent. */
final class HideOption {
    private HideOption() {}

    /** Returns whether a list of mounts, as in {@code /proc/mounts}, shows a {@code /proc} that hides nothing. */
    static boolean isOff(String mounts) {
        boolean found = false;
        for (String line : mounts.split("\n", -1)) {
            String[] fields = line.split(" ", 5);
            if (fields.length < 4 || !fields[1].equals("/proc")) {
                continue;
            }
            if (!fields[2].equals("proc") || hides(fields[3])) {
                return false;
            }
            found = true;
        }
        return found;
    }

    private static boolean hides(String options) {
        for (String option : options.split(",", -1)) {
            if (option.startsWith("hidepid=") && !option.equals("hidepid=0") && !option.equals("hidepid=off")) {
                return true;
            }
        }
        return false;
    }
}
