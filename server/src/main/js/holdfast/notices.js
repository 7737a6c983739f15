// Notifications of the browser, for who waits or is asked and looks elsewhere. Only after a click that allows them.
const CONSENT = 'holdfast-notify';

/** Returns the storage of this origin; null if the browser forbids it. Then the consent lasts as long as the page. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

let here = false; // the consent in this page

const permitted = () => globalThis.Notification?.permission === 'granted';

/** True if the person wants notifications, and the browser lets us. */
export const notifies = () => permitted() && (here || storage()?.getItem(CONSENT) === 'true');

/** Asks the browser for leave, which needs a click, or notifies no more. Resolves to whether notifications will come. */
export async function notify(wanted) {
  here = wanted && globalThis.Notification !== undefined && (await Notification.requestPermission()) === 'granted';
  try {
    if (here) storage()?.setItem(CONSENT, 'true');
    else storage()?.removeItem(CONSENT);
  } catch {
    // The storage is full: the consent lasts as long as the page.
  }
  return notifies();
}

/** Tells a person who looks elsewhere. A later notice about the same replaces an earlier one. */
export function notice(text, about) {
  if (!notifies() || !globalThis.document?.hidden) return;
  const shown = new Notification(text, { tag: `holdfast ${about}` });
  shown.onclick = () => {
    globalThis.focus?.();
    shown.close();
  };
}
