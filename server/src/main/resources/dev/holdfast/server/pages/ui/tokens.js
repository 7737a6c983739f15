// The tokens of the server, for administrators.
import { askRevoke } from './ask.js';
import { $, make, put, reconcile, shown } from './dom.js';
import { problemOf, read, send, session } from './session.js';
import { full } from './time.js';

const rightOf = right => `${right.role}${right.exact ? ` of ${right.prefix}` : right.prefix ? ` below ${right.prefix}` : ''}${right.verbs ? ` (only ${right.verbs.join(', ')})` : ''}`;

export class TokensPage {
  start() {
    document.title = 'Tokens · Holdfast';
    const allowed = session.who.tokens;
    $('tokens-refused').hidden = allowed;
    $('tokens-allowed').hidden = !allowed;
    $('token-form').addEventListener('submit', event => {
      event.preventDefault();
      this.#create();
    });
    $('token-copy').addEventListener('click', async () => {
      await navigator.clipboard?.writeText($('token-secret').value);
      put($('token-copy'), 'Copied');
    });
  }

  async #create() {
    const answer = await send('v1/admin/tokens', 'POST', {
      user: $('token-user').value.trim(),
      role: $('token-role').value,
      prefix: $('token-prefix').value.trim(),
      expires: `${$('token-days').value}d`,
    });
    put($('token-error'), answer?.ok ? '' : await problemOf(answer));
    $('token-made').hidden = !answer?.ok;
    if (!answer?.ok) return;
    const made = await answer.json();
    put($('token-made-text'), `The token ${shown(made.token.label)}. Copy it now: it is shown this once.`);
    $('token-secret').value = made.secret;
    put($('token-copy'), 'Copy');
    $('token-user').value = '';
    $('token-secret').focus();
    $('token-secret').select();
    await this.load();
  }

  async load() {
    if (!session.who.tokens) return;
    const answer = await read('v1/admin/tokens');
    if (!answer) return;
    const tokens = answer.tokens.sort((a, b) => (a.label < b.label ? -1 : 1));
    reconcile($('tokens').tBodies[0], tokens, token => token.id, token => this.#row(token));
  }

  #row(token) {
    const revoke = make('button', 'danger', 'Revoke…');
    revoke.type = 'button';
    revoke.setAttribute('aria-label', `Revoke ${shown(token.label)}`);
    revoke.addEventListener('click', () => askRevoke(token, () => this.load()));
    const label = make('th', '', token.label, make('span', 'quiet', ` ${token.id}`));
    label.scope = 'row';
    return make('tr', '', label, make('td', '', token.user), make('td', '', token.rights.map(rightOf).join(', ')), make('td', '', full(token.since)), make('td', '', token.until ? full(token.until) : 'until it is revoked'), make('td', '', revoke));
  }

  lock() {}

  stop() {
    if ($('token-secret')) $('token-secret').value = '';
  }
}
