// The interface as it is described by openapi.json, for people. What is shown is only ever set as text.

const $ = id => document.getElementById(id);
const DEEPEST = 4;
const SHORT = 16; // members that are shown unasked
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const NAMES = { resource: 'policy/12345', receipt: 'RECEIPT', receipts: 'RECEIPT', owner: 'tab-7', id: 'tab-7', reason: 'Anna is on holiday' };
let spec = {};

const make = (tag, className, ...content) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.filter(part => part !== '' && part !== undefined));
  return element;
};

// --- Schemas ---

const nameOf = schema => schema.$ref?.split('/').pop() ?? '';

/** Without references, and in one piece. */
function plain(schema = {}) {
  if (schema.$ref) return plain(spec.components.schemas[nameOf(schema)]);
  if (!schema.allOf) return schema;
  return schema.allOf.map(plain).reduce(
    (all, one) => ({
      ...all,
      ...one,
      properties: { ...all.properties, ...one.properties },
      required: [...(all.required ?? []), ...(one.required ?? [])],
    }),
    { ...schema, allOf: undefined },
  );
}

function typeOf(schema) {
  const shape = plain(schema);
  if (shape.enum) return shape.enum.join(' | ');
  if (shape.const !== undefined) return String(shape.const);
  if (shape.oneOf ?? shape.anyOf) return (shape.oneOf ?? shape.anyOf).map(typeOf).join(' or ');
  const types = [shape.type ?? (shape.properties ? 'object' : 'any')].flat();
  const named = types.map(type => (type === 'array' ? `list of ${typeOf(shape.items ?? {})}` : type === 'string' && shape.format ? shape.format : type));
  return named.join(' or ').replace('object', nameOf(schema) || 'object');
}

/** What may be wrong with a value of the right type. */
function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: fallback }) {
  const said = [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
    fallback !== undefined && `${fallback} by default`,
  ].filter(Boolean);
  return said.length ? ` (${said.join(', ')})` : '';
}

function row(name, schema, required, deep) {
  const shape = plain(schema);
  const label = make('td', deep ? `deep${deep}` : '', make('code', '', name), required ? make('span', 'must', ' *') : '');
  if (required) label.title = 'must be given';
  return make('tr', 'field', label, make('td', '', typeOf(schema)), make('td', '', (schema.description ?? shape.description ?? '') + bounds(shape)));
}

function rows(schema, deep = 0) {
  const shape = plain(schema);
  return Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const own = row(name, member, shape.required?.includes(name), deep);
    const inner = plain(member);
    const below = inner.items ? plain(inner.items) : inner;
    return below.properties && deep < DEEPEST ? [own, ...rows(below, deep + 1)] : [own];
  });
}

function table(first, lines) {
  const head = make('tr', '', ...[first, 'type', 'what it is'].map(text => make('th', '', text)));
  return make('div', 'table', make('table', '', make('thead', '', head), make('tbody', '', ...lines)));
}

// --- A call ---

const contentOf = part => Object.entries(part?.content ?? {})[0] ?? [];

function parameters(call) {
  const all = (call.parameters ?? []).map(parameter => {
    const line = row(parameter.name, { ...plain(parameter.schema), description: parameter.description }, parameter.required, 0);
    line.firstChild.append(make('span', 'quiet', ` ${parameter.in}`));
    return line;
  });
  return all.length ? [make('h4', '', 'Parameters'), table('name', all)] : [];
}

function body(call) {
  const [type, content] = contentOf(call.requestBody);
  if (!type) return [];
  const fields = rows(content.schema);
  return [make('h4', '', `Body, ${type}`), fields.length ? table('member', fields) : make('p', 'quiet', 'An empty object.')];
}

function answer([status, said]) {
  const label = make('span', status < 400 ? 'status' : 'status bad', status);
  const [type, content] = contentOf(said);
  const fields = status < 400 && content?.schema ? rows(content.schema) : [];
  if (!fields.length) {
    const what = type && status < 400 ? make('span', 'quiet', ` ${type}`) : '';
    return make('div', 'bare answer', label, said.description, what);
  }
  const more = make('details', 'answer', make('summary', '', label, said.description), table('member', fields));
  more.open = fields.length <= SHORT;
  return more;
}

// --- How to try it ---

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

function sample(schema, name) {
  const shape = plain(schema);
  if (shape.example !== undefined) return shape.example;
  if (shape.enum) return shape.enum[0];
  if (shape.oneOf) return sample(shape.oneOf[0], name);
  switch ([shape.type].flat()[0]) {
    case 'array':
      return [sample(shape.items ?? {}, name === 'resources' ? 'resource' : name)];
    case 'integer':
    case 'number':
      return shape.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return NAMES[name] ?? 'text';
    default:
      return Object.fromEntries((shape.required ?? []).map(member => [member, sample(shape.properties[member], member)]));
  }
}

function curl(path, method, call) {
  const needed = (call.parameters ?? []).filter(parameter => parameter.required);
  const place = path.replace(/\{(\w+)\}/g, (all, name) => encodeURIComponent(NAMES[name] ?? name.toUpperCase()));
  const query = needed.filter(parameter => parameter.in === 'query').map(({ name, schema }) => `${name}=${encodeURIComponent(sample(schema, name))}`);
  const base = new URL('.', location.href).href.replace(/\/$/, '');
  const words = ['curl', contentOf(call.responses[200])[0] === 'text/event-stream' ? '-N' : '-s'];
  if (method !== 'get' && !(method === 'post' && call.requestBody)) words.push('-X', method.toUpperCase());
  words.push(quoted(base + place + (query.length ? `?${query.join('&')}` : '')));
  if (call.security?.length !== 0) words.push('-H', '"Authorization: Bearer $token"');
  needed.filter(parameter => parameter.in === 'header').forEach(({ name }) => words.push('-H', quoted(`${name}: …`)));
  const [type, content] = contentOf(call.requestBody);
  if (type) words.push('-H', quoted(`Content-Type: ${type}`), '-d', quoted(JSON.stringify(sample(content.schema))));
  return words.join(' ');
}

async function copy(button, line) {
  try {
    await navigator.clipboard.writeText(line.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(line); // where the browser does not let us, one key is left to press
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}

function trying(path, method, call) {
  const line = make('pre', '', curl(path, method, call));
  const button = make('button', '', 'Copy');
  button.type = 'button';
  button.setAttribute('aria-label', `Copy the curl line of ${method.toUpperCase()} ${path}`);
  button.addEventListener('click', () => copy(button, line));
  return [make('h4', '', 'Try it'), make('div', 'curl', line, button)];
}

const badge = method => make('span', `method ${method}`, method.toUpperCase());

function shown(path, method, call) {
  const link = make('a', '', call.summary);
  link.href = `#${call.operationId}`;
  const open = call.security?.length === 0 ? make('span', 'tag', 'without sign-in') : '';
  const article = make(
    'article',
    'call',
    make('h3', '', badge(method), link, open),
    ...(call.description ? [make('p', '', call.description)] : []),
    ...parameters(call),
    ...body(call),
    make('h4', '', 'Answers'),
    ...Object.entries(call.responses).map(answer),
    ...trying(path, method, call),
  );
  article.id = call.operationId;
  article.dataset.call = `${method.toUpperCase()} ${path}`;
  return article;
}

/** A path that breaks, if it must, where one of its parts begins. */
const broken = path => path.split(/(?=\/)/).flatMap(part => [document.createElement('wbr'), part]);

function listed(path, method, call) {
  const link = make('a', '', badge(method), make('span', '', ...broken(path)));
  link.href = `#${call.operationId}`;
  link.title = call.summary;
  return make('li', '', link);
}

function problem() {
  const article = make('article', 'call', make('h3', '', 'What is not done, and why'), table('member', rows({ $ref: '#/components/schemas/Problem' })));
  article.id = 'problem';
  return make('section', 'path', make('h2', '', 'application/problem+json'), article);
}

// --- The page ---

const entries = []; // {text, article, item}

function render() {
  $('about').textContent = spec.info.description;
  for (const [path, calls] of Object.entries(spec.paths)) {
    const section = make('section', 'path', make('h2', '', path));
    for (const method of METHODS.filter(one => calls[one])) {
      const article = shown(path, method, calls[method]);
      const item = listed(path, method, calls[method]);
      entries.push({ text: `${article.dataset.call} ${article.textContent}`.toLowerCase(), article, item });
      section.append(article);
      $('index').append(item);
    }
    $('calls').append(section);
  }
  $('calls').append(problem());
  search();
  mark();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function search() {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { text, article, item } of entries) {
    const fits = words.every(word => text.includes(word));
    article.hidden = item.hidden = !fits;
    found += fits ? 1 : 0;
  }
  document.querySelectorAll('section.path').forEach(section => {
    section.hidden = [...section.querySelectorAll('.call')].every(call => call.hidden);
  });
  $('found').textContent = words.length ? `${found} of ${entries.length} calls` : `${entries.length} calls`;
  $('empty').hidden = found > 0;
  $('empty').textContent = found > 0 ? '' : 'No call has all of these words: try fewer.';
}

function mark() {
  for (const { article, item } of entries) {
    const link = item.firstChild;
    if (location.hash === `#${article.id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** From one call of the list to the next, beginning with the search. */
function step(by) {
  const stops = [$('search'), ...entries.filter(({ item }) => !item.hidden).map(({ item }) => item.firstChild)];
  const at = stops.indexOf(document.activeElement);
  if (at < 0 || getComputedStyle($('index')).display === 'none') return false;
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)].focus();
  return true;
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/' && document.activeElement !== $('search')) {
    event.preventDefault();
    $('search').focus();
  } else if (event.key === 'Escape' && $('search').value) {
    $('search').value = '';
    search();
  } else if ((event.key === 'ArrowDown' && step(1)) || (event.key === 'ArrowUp' && step(-1))) {
    event.preventDefault();
  }
});
$('search').addEventListener('input', search);
addEventListener('hashchange', mark);

const kept = 'holdfast-theme'; // the dashboard's
const root = document.documentElement;
root.dataset.theme = localStorage.getItem(kept) ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
$('theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  localStorage.setItem(kept, root.dataset.theme);
});

try {
  const answered = await fetch('openapi.json');
  if (!answered.ok) throw new Error(`the server answered ${answered.status}`);
  spec = await answered.json();
  render();
} catch (failure) {
  $('empty').hidden = false;
  $('empty').textContent = `The description cannot be shown (${failure.message}): reload the page, or read openapi.json.`;
}
