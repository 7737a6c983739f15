package dev.holdfast;

/**
 * The properties of a store that a manager and its users should know.
 *
 * @param address how to open it again, without secrets
 * @param preset the rules that apply unless others are configured
 * @param oneProcess whether only this process can see it
 * @param needsProcess whether a hold must be bound to a process, since nothing else would ever end it
 * @param foreignWriters whether other programs write to it by hand, so that a hold can vanish at any time
 */
public record StoreTraits(
        String address, Preset preset, boolean oneProcess, boolean needsProcess, boolean foreignWriters) {}
