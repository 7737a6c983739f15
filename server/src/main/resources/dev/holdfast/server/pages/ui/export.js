// Files to save, made in the page.
import { make } from './dom.js';

/** A cell of CSV. Spreadsheets run what begins with =, +, - or @, and names are written by others. */
function cell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns rows of objects as CSV, with the given columns. */
export function csv(columns, rows) {
  return [columns, ...rows.map(row => columns.map(column => row[column]))].map(line => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

export function save(name, type, text) {
  const anchor = make('a');
  anchor.href = URL.createObjectURL(new Blob([text], { type }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
