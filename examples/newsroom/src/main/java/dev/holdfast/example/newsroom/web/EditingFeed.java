package dev.holdfast.example.newsroom.web;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Subscription;
import dev.holdfast.example.newsroom.article.ArticleRepository;
import dev.holdfast.example.newsroom.article.LockKeys;
import dev.holdfast.session.CurrentOwner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Tells every open page who edits what, as it changes on any node ({@code editing}), and that another editor asks for an
 * article ({@code asked}).
 */
@RestController
class EditingFeed {
    private static final Log LOG = LogFactory.getLog(EditingFeed.class);

    private final Map<Long, Hold> holds = new ConcurrentSkipListMap<>();
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    private final LockKeys keys;
    private final Subscription changes;

    /** An open page. */
    private record Viewer(SseEmitter events, String session) {}

    EditingFeed(LockManager locks, LockKeys keys) {
        this.keys = keys;
        this.changes = locks.listen(ArticleRepository.LOCKS, this::changed);
    }

    @GetMapping(path = "/editing", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter open() {
        SseEmitter events = new SseEmitter(0L);
        Viewer viewer = new Viewer(events, CurrentOwner.get().map(Owner::id).orElse(""));
        events.onCompletion(() -> viewers.remove(viewer));
        events.onTimeout(() -> viewers.remove(viewer));
        events.onError(e -> viewers.remove(viewer));
        viewers.add(viewer);
        tell(viewer);
        return events;
    }

    /** Sends a request to all open pages; the page of the editor shows it. */
    void asked(Ask ask) {
        viewers.forEach(viewer -> send(viewer, "asked", ask));
    }

    private void changed(LockView view) {
        long article = ArticleRepository.articleOf(view.resource());
        LockKeys.hold(view).ifPresentOrElse(hold -> holds.put(article, hold), () -> holds.remove(article));
        viewers.forEach(this::tell);
        try {
            keys.accept(view);
        } catch (DataAccessException e) {
            LOG.warn("The key of " + view.resource() + " is not as its lock is, until that changes again.", e);
        }
    }

    private void tell(Viewer viewer) {
        List<Editing> all = holds.entrySet().stream()
                .map(entry -> Editing.of(entry.getKey(), entry.getValue(), viewer.session()))
                .toList();
        send(viewer, "editing", all);
    }

    private void send(Viewer viewer, String event, Object data) {
        try {
            viewer.events().send(SseEmitter.event().name(event).data(data, MediaType.APPLICATION_JSON));
        } catch (IOException | IllegalStateException e) {
            viewers.remove(viewer); // the page is gone
        }
    }

    /** Closes the streams before the web server waits for requests in progress: these never end by themselves. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        changes.close();
        viewers.forEach(viewer -> viewer.events().complete());
    }
}
