package dev.holdfast.example.newsroom.web;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

/** {@code /session/ping}: another name of the starter's {@code /session/heartbeat}. */
@Controller
class Ping {
    @PostMapping("/session/ping")
    String ping() {
        return "forward:/session/heartbeat";
    }
}
