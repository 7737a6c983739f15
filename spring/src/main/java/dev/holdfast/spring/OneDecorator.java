package dev.holdfast.spring;

import dev.holdfast.session.CurrentOwner;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.task.TaskDecorator;

/** Runs tasks for the session of their request, within the decorators of the application. For executors with one decorator. */
record OneDecorator(ObjectProvider<TaskDecorator> all) implements TaskDecorator {
    @Override
    public Runnable decorate(Runnable task) {
        Runnable decorated = CurrentOwner.carried(task);
        List<TaskDecorator> others =
                all.orderedStream().filter(each -> each != this).toList();
        for (TaskDecorator other : others) {
            decorated = other.decorate(decorated);
        }
        return decorated;
    }
}
