package school;

import jakarta.transaction.Transactional;

public class CourseEditor {
    private LockManager lockManager;

    @Transactional
    public void rename(Long courseId, String title, String teacher) {
        lockManager.acquireLock("course/" + courseId, teacher);
        Course course = Course.findById(courseId);
        course.title = title;
        course.persist();
        lockManager.releaseLock("course/" + courseId, teacher);
    }
}
