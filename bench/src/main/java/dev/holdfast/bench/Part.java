package dev.holdfast.bench;

/** One table of the report. */
interface Part {
    void run(Setting setting, Report report) throws Exception;
}
