// The part of <holdfast-editing> in which people ask and answer: a sentence, some buttons, and a line for words. It keeps its elements
// as long as they mean the same, so that the focus and what was typed stay.

const make = (tag, className) => {
  const element = document.createElement(tag);
  element.className = className;
  return element;
};

/** The styles of these elements. */
export const conversationStyle = `
  .talk { grid-column: 1 / -1; display: grid; gap: .4rem; padding-top: .3rem; }
  .talk p { margin: 0; overflow-wrap: anywhere; }
  .talk .fault { color: var(--short); }
  .talk form, .talk .actions { display: flex; flex-wrap: wrap; gap: .4rem; align-items: end; }
  .talk label { display: grid; gap: .15rem; flex: 1 1 16rem; }
  .talk input, .talk button { font: inherit; color: inherit; background: transparent; border-radius: .4rem;
    border: 1px solid color-mix(in srgb, currentColor 55%, transparent); }
  .talk input { padding: .25rem .4rem; min-width: 0; }
  .talk button { padding: .25rem .7rem; cursor: pointer; }
  .talk button[data-action=notify] { border-color: transparent; padding-inline: .2rem; text-decoration: underline; text-underline-offset: .18em; }
  .talk button:hover { background: color-mix(in srgb, currentColor 12%, transparent); }
`;

/**
 * An action is {key, label, run} for a button, and {key, label, run, words, send, back} for one that asks for words before: the label of
 * their line and those of its buttons. run(words) may be asynchronous; the message of a failure is shown.
 */
export class Conversation {
  element = make('div', 'talk');
  #says = make('p', 'says');
  #fault = make('p', 'fault');
  #form = make('form', 'words');
  #label = document.createElement('span');
  #input = document.createElement('input');
  #send = document.createElement('button');
  #back = document.createElement('button');
  #actions = make('div', 'actions');
  #shown = []; // the actions, in the order of their buttons
  #writing = null; // the key of the action whose words are being written
  #busy = false;
  #done;

  /** done is called after every action. */
  constructor(done) {
    this.#done = done;
    this.element.setAttribute('role', 'group');
    this.element.hidden = true;
    this.#says.setAttribute('role', 'status');
    this.#fault.setAttribute('role', 'alert');
    this.#input.maxLength = 1000;
    this.#input.autocomplete = 'off';
    const label = document.createElement('label');
    label.append(this.#label, this.#input);
    this.#send.type = 'submit';
    this.#back.type = 'button';
    this.#form.append(label, this.#send, this.#back);
    this.#form.hidden = true;
    this.element.append(this.#says, this.#form, this.#actions, this.#fault);
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      const action = this.#find(this.#writing);
      if (action) this.#run(action, this.#input.value.trim());
    });
    this.#form.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // a dialog around it stays
      this.#close();
    });
    this.#back.addEventListener('click', () => this.#close());
  }

  #find(key) {
    return this.#shown.find(action => action.key === key);
  }

  /** Shows a sentence, which may be empty, and what can be done. */
  show(name, says, actions) {
    this.element.hidden = !says && actions.length === 0 && !this.#fault.textContent;
    this.element.setAttribute('aria-label', name);
    // Setting the same text would announce it again.
    if (this.#says.textContent !== says) this.#says.textContent = says;
    const keys = list => list.map(({ key, label }) => `${key} ${label}`).join('\n');
    const same = keys(actions) === keys(this.#shown);
    this.#shown = actions;
    if (!same) this.#actions.replaceChildren(...actions.map(action => this.#button(action)));
    if (this.#writing && !this.#find(this.#writing)) this.#close();
    this.#says.hidden = !says;
    this.#fault.hidden = !this.#fault.textContent;
  }

  #button({ key, label }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.dataset.action = key;
    button.addEventListener('click', () => {
      const action = this.#find(key);
      if (action?.words) this.#write(action);
      else if (action) this.#run(action);
    });
    return button;
  }

  #write({ key, words, send, back }) {
    this.#writing = key;
    this.#label.textContent = words;
    this.#send.textContent = send;
    this.#back.textContent = back;
    this.#form.hidden = false;
    this.#actions.hidden = true;
    this.#input.focus();
  }

  /** Closes the line for words. The focus goes back to the button that opened it. */
  #close() {
    const key = this.#writing;
    const focused = this.#form.contains(this.element.getRootNode().activeElement);
    this.#writing = null;
    this.#form.hidden = true;
    this.#actions.hidden = false;
    this.#input.value = '';
    if (focused) (this.#actions.querySelector(`[data-action="${key}"]`) ?? this.#actions.querySelector('button'))?.focus();
  }

  async #run(action, words) {
    if (this.#busy) return;
    this.#busy = true;
    this.#fault.textContent = '';
    try {
      await action.run(words);
    } catch (failure) {
      this.#fault.textContent = failure.message;
    } finally {
      this.#busy = false;
      this.#done();
      if (this.#writing) this.#close();
    }
  }
}
