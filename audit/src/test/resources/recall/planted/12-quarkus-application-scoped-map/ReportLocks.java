package health.report;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

@ApplicationScoped
public class ReportLocks {
    private final Map<Long, String> lockedReports = new ConcurrentHashMap<>(); // finds in-memory-lock

    public boolean lock(Long reportId, String user) {
        return lockedReports.putIfAbsent(reportId, user) == null;
    }

    public void unlock(Long reportId, String user) {
        lockedReports.remove(reportId, user);
    }
}
