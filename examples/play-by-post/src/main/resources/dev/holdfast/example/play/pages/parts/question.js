// Asks before something that cannot be taken back.
import { $ } from './dom.js';

let act = null;

/** {title, about, label (of a text to give, or nothing), yes, act(text)}: act may reject with a sentence, which is shown then. */
export function ask({ title, about, label = '', yes, act: doIt }) {
  act = doIt;
  $('question-title').textContent = title;
  $('question-about').textContent = about;
  $('question-what').textContent = label;
  $('question-label').hidden = !label;
  $('question-text').value = '';
  $('question-error').textContent = '';
  $('question-yes').textContent = yes;
  $('question').showModal();
  (label ? $('question-text') : $('question-no')).focus();
}

export const closeQuestion = () => $('question').close();

export function startQuestions() {
  $('question-no').addEventListener('click', closeQuestion);
  $('question').querySelector('form').addEventListener('submit', async event => {
    event.preventDefault();
    $('question-yes').disabled = true;
    try {
      await act($('question-text').value.trim());
      closeQuestion();
    } catch (trouble) {
      $('question-error').textContent = trouble.message;
    } finally {
      $('question-yes').disabled = false;
    }
  });
}
