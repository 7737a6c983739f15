package dev.holdfast.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.session.DefaultSessionIdManager;
import org.eclipse.jetty.session.HouseKeeper;

/**
 * A container that runs one web application.
 *
 * @param ending what shuts it down
 */
record Node(int port, Ending ending) implements AutoCloseable {

    /** Shuts it down. */
    interface Ending {
        void end() throws Exception;
    }

    /** Starts one. */
    interface Container {
        Node start(Path folder, HoldfastListener listener, HttpServlet servlet) throws Exception;
    }

    static Node tomcat(Path folder, HoldfastListener listener, HttpServlet servlet) throws LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        context.addServletContainerInitializer(listener, null);
        context.setBackgroundProcessorDelay(1);
        FilterDef user = new FilterDef();
        user.setFilterName("user");
        user.setFilter(new UserHeader());
        user.setAsyncSupported("true");
        context.addFilterDef(user);
        FilterMap all = new FilterMap();
        all.setFilterName("user");
        all.addURLPattern("/*");
        context.addFilterMap(all);
        Tomcat.addServlet(context, "app", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/app/*", "app");
        tomcat.start();
        return new Node(tomcat.getConnector().getLocalPort(), () -> {
            tomcat.stop();
            tomcat.destroy();
        });
    }

    static Node jetty(Path folder, HoldfastListener listener, HttpServlet servlet) throws Exception {
        Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
        context.setTempDirectory(folder.toFile());
        context.addEventListener(listener);
        FilterHolder user = new FilterHolder(new UserHeader());
        user.setAsyncSupported(true);
        context.addFilter(user, "/*", EnumSet.of(DispatcherType.REQUEST));
        ServletHolder app = new ServletHolder(servlet);
        app.setAsyncSupported(true);
        context.addServlet(app, "/app/*");
        server.setHandler(context);
        DefaultSessionIdManager sessions = new DefaultSessionIdManager(server);
        HouseKeeper keeper = new HouseKeeper();
        keeper.setIntervalSec(1);
        sessions.setSessionHouseKeeper(keeper);
        server.addBean(sessions, true);
        server.start();
        return new Node(((ServerConnector) server.getConnectors()[0]).getLocalPort(), server::stop);
    }

    @Override
    public void close() {
        try {
            ending.end();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
