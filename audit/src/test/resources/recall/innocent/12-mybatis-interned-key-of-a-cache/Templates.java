package mail;

import org.springframework.stereotype.Component;

@Component
public class Templates {
    private final TemplateMapper templateMapper;

    public String load(String name) {
        synchronized (name.intern()) {
            return templateMapper.selectText(name);
        }
    }
}
