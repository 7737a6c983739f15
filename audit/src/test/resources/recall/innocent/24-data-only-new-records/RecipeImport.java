package kitchen;

class RecipeImport {
    private Recipes all;

    void add(String text) {
        Recipe recipe = new Recipe();
        recipe.setText(text);
        all.save(recipe);
    }
}
