package dev.holdfast.example.play.data;

import java.util.UUID;

/** People and scenes to try it with. Clara leads; the others play, and each of them can take a post. */
public final class Demo {
    private Demo() {}

    /** Fills an empty database. */
    public static void fill(Database database) {
        People people = new People(database);
        if (!people.all().isEmpty()) {
            return;
        }
        String anna = add(people, "Anna");
        String ben = add(people, "Ben");
        String mia = add(people, "Mia");
        String clara = add(people, "Clara");
        Stage stage = new Stage(database);
        Scene harbour = stage.addScene("The harbour at low tide", clara, false);
        Role ferryman = stage.addRole(harbour.id(), anna, "Orrin the ferryman");
        stage.addRole(harbour.id(), anna, "Tam, his nephew");
        Role stranger = stage.addRole(harbour.id(), ben, "The stranger in grey");
        stage.addRole(harbour.id(), mia, "The harbour warden");
        Scene council = stage.addScene("The council of three", clara, true);
        stage.addRole(council.id(), anna, "The Margrave");
        stage.addRole(council.id(), ben, "The Abbess");
        stage.addRole(council.id(), mia, "The Chancellor");
        tell(database, ferryman, "The tide has taken the last boat. Orrin coils his rope and does not look up.");
        tell(database, stranger, "\"Then I will wait,\" says the stranger, and sits down on the wet stone.");
    }

    private static String add(People people, String name) {
        return people.add(name).map(User::id).orElseThrow();
    }

    private static void tell(Database database, Role role, String content) {
        Posts posts = new Posts(database);
        Post.Text text = new Post.Text(content, null, null, false);
        String lockId = UUID.randomUUID().toString(); // of a hold that is long over
        database.inTransaction(rows -> posts.add(rows, role, text, lockId, 0));
    }
}
