// Calls to the server, and how what comes back is shown.

/** A refusal, with one sentence for the person. */
export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, 'The warehouse cannot be reached just now; this page goes on trying.');
  }
  const type = answer.headers.get('Content-Type') ?? '';
  const content = type.includes('json') ? await answer.json() : null;
  if (!answer.ok) throw new Refused(answer.status, content?.detail ?? 'Something went wrong: ' + answer.status);
  return content;
}

// In which time zone the server's sentences are read.
document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; SameSite=Strict`;

/** 9:05 AM, in the time zone and the language of the reader. */
export function clock(moment) {
  return new Date(moment).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }).replace(/\s/, ' ');
}

const notice = document.getElementById('notice');
notice.querySelector('button').addEventListener('click', () => { notice.hidden = true; });

export function tell(sentence) {
  notice.querySelector('span').textContent = sentence;
  notice.hidden = false;
}

/** Does it again and again, a moment after it is done; what failed is tried again. */
export function keepDoing(work, pause) {
  const again = async () => {
    await work();
    setTimeout(again, pause);
  };
  again();
}
