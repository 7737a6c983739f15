// What a browser keeps. One that is told to keep nothing, or is full, throws: then it is as if nothing had been kept.

export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False if it is not kept. */
export function remember(key, text) {
  try {
    if (text === null) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, text);
    }
    return true;
  } catch {
    return false;
  }
}
