package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;

/** A table about servers that have their own processor, where there are two. */
record HttpPart(Table table) implements Part {
    /** Measures servers on these processors. */
    interface Table {
        void run(Cores cores, Setting setting, Report report) throws Exception;
    }

    @Override
    public void run(Setting setting, Report report) throws Exception {
        Cores cores = Cores.find();
        cores.load(() -> table.run(cores, setting, report));
    }
}
