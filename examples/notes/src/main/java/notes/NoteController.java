package notes;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class NoteController {
    private final Notes notes;

    NoteController(Notes notes) {
        this.notes = notes;
    }

    @GetMapping("/notes/{id}")
    String view(@PathVariable long id) {
        return notes.find(id);
    }

    @PostMapping("/notes/{id}/edit")
    String edit(@PathVariable long id) {
        return notes.findForEdit(id);
    }

    @PutMapping("/notes/{id}")
    void save(@PathVariable long id, @RequestBody String text) {
        notes.save(id, text);
    }
}
