// Asks the server. What it refuses is thrown as an object of its problem: {status, detail, …}.

const token = () => document.cookie.split('; ').find(one => one.startsWith('XSRF-TOKEN='))?.slice(11) ?? '';

/** options: of fetch, such as keepalive. */
export async function call(method, path, body, options = {}) {
  const headers = { 'X-XSRF-TOKEN': token() };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(path, { ...options, method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw { status: 0, detail: 'The server cannot be reached just now.' };
  }
  const text = await answer.text();
  const data = text ? JSON.parse(text) : {};
  if (!answer.ok) throw { detail: 'That did not work.', ...data, status: answer.status };
  return data;
}

export const get = path => call('GET', path);
export const post = (path, body) => call('POST', path, body);
export const put = (path, body) => call('PUT', path, body);
export const remove = path => call('DELETE', path);
