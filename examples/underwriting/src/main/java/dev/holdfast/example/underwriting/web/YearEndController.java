package dev.holdfast.example.underwriting.web;

import dev.holdfast.example.underwriting.policy.YearEnd;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** An endpoint for administrators that knows nothing of locks: see {@link YearEnd}. */
@RestController
class YearEndController {
    private final YearEnd yearEnd;

    YearEndController(YearEnd yearEnd) {
        this.yearEnd = yearEnd;
    }

    @PostMapping("/admin/surcharge/{way}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void surcharge(@PathVariable String way) {
        if (way.equals("sql")) {
            yearEnd.surchargeAll();
        } else {
            yearEnd.surchargeEach();
        }
    }
}
