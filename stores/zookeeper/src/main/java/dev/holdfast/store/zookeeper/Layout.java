package dev.holdfast.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.spi.Key.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;

/** The nodes that are always there: made when a path is used for the first time, in one step. */
record Layout(Settings settings, Paths paths, Reader reader, List<ACL> rights) {
    static final int VERSION = 1;

    private static final String MARK = "holdfast ";

    /** Makes it if it is not there; refuses another's. */
    void require() {
        if (!reader.asking(this::isThere)) {
            makeBase();
            refuseForeign();
            make();
            if (!reader.asking(this::isThere)) {
                throw Failure.damaged(settings, paths.layout());
            }
        }
    }

    private boolean isThere(SessionCall call) throws SessionCall.LostException {
        call.sync("/");
        OpResult result = one(call, Op.getData(paths.layout()));
        if (!(result instanceof OpResult.GetDataResult found)) {
            int code = ((OpResult.ErrorResult) result).getErr();
            if (code == Code.NONODE.intValue()) {
                return false;
            }
            throw Failure.of(settings, code, paths.layout());
        }
        String text = new String(found.getData(), UTF_8);
        if (!text.matches(MARK + "[1-9][0-9]{0,5}")) {
            throw Failure.damaged(settings, paths.layout());
        }
        int version = Integer.parseInt(text.substring(MARK.length()));
        if (version != VERSION) {
            throw Failure.unwritable(
                    settings,
                    "they were laid out by " + (version > VERSION ? "a newer" : "an older") + " Holdfast (layout "
                            + version + ", this one knows " + VERSION
                            + "); use that one, or name another path.");
        }
        return true;
    }

    private OpResult one(SessionCall call, Op operation) throws SessionCall.LostException {
        return call.results(call.send(List.of(operation))).get(0);
    }

    private void makeBase() {
        for (int slash = paths.base().indexOf('/', 1); ; slash = paths.base().indexOf('/', slash + 1)) {
            String path = slash < 0 ? paths.base() : paths.base().substring(0, slash);
            OpResult found = reader.asking(call -> one(call, Op.getData(path)));
            if (found instanceof OpResult.ErrorResult error && error.getErr() == Code.NONODE.intValue()) {
                OpResult made =
                        reader.asking(call -> one(call, Op.create(path, new byte[0], rights, CreateMode.PERSISTENT)));
                requireMade(made, path);
            }
            if (slash < 0) {
                return;
            }
        }
    }

    private void requireMade(OpResult result, String path) {
        if (result instanceof OpResult.ErrorResult error && error.getErr() != Code.NODEEXISTS.intValue()) {
            if (error.getErr() == Code.NOAUTH.intValue()) {
                throw Failure.unwritable(
                        settings,
                        "the node " + path + " is not there, and may not be made; make it beforehand with the rights to"
                                + " create, read, write and delete below it, or let its parent's ACL allow it.");
            }
            throw Failure.of(settings, error.getErr(), path);
        }
    }

    /** Throws if another program uses the path, which is left alone. */
    private void refuseForeign() {
        List<String> there =
                reader.asking(call -> reader.children(one(call, Op.getChildren(paths.base())), paths.base()));
        if (!there.isEmpty() && !there.contains("layout")) {
            throw Failure.unwritable(
                    settings,
                    "the path " + paths.base() + " has nodes of another program (" + there.get(0)
                            + "); name a path of its own.");
        }
    }

    private void make() {
        List<String> all = new ArrayList<>();
        all.add(paths.clock());
        all.add(paths.history());
        all.add(paths.volume(1));
        for (Kind kind : Kind.values()) {
            all.add(paths.of(kind));
            all.addAll(paths.buckets(kind));
        }
        List<Op> operations = new ArrayList<>();
        operations.add(Op.create(paths.layout(), (MARK + VERSION).getBytes(UTF_8), rights, CreateMode.PERSISTENT));
        all.forEach(path -> operations.add(Op.create(path, new byte[0], rights, CreateMode.PERSISTENT)));
        List<OpResult> results = reader.asking(call -> call.results(call.send(operations)));
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                requireMade(error, operations.get(i).getPath());
                return; // another client was faster
            }
        }
    }
}
