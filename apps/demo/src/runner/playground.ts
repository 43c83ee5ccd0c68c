/** Takes a code sample elsewhere: to an online playground, or into a file. */
import { button, element } from '../element.ts';
import type { Versions } from './project.ts';
import { fieldsOf, fileOf } from './project.ts';

/** Set when the site is built: the versions of the packages, and whether this is the published site. */
declare const PF_VERSIONS: Versions;
declare const PF_PUBLISHED: boolean;

const PLAYGROUND = 'https://stackblitz.com/run?file=index.js';

/** Buttons that open the sample, as it is edited now. A clone has no online playground, since its packages may not be published. */
export function playgroundButtons(code: () => string): readonly HTMLElement[] {
  const download = button('Download', () => save('sample.mjs', fileOf(code(), PF_VERSIONS)), { title: 'As a file for Node' });
  return PF_PUBLISHED ? [button('Open in StackBlitz', () => open(code()), { title: 'As a project, in a new tab' }), download] : [download];
}

function open(code: string): void {
  const inputs = Object.entries(fieldsOf(code, PF_VERSIONS)).map(([name, value]) => element('input', { type: 'hidden', name, value }));
  const form = element('form', { method: 'post', action: PLAYGROUND, target: '_blank', hidden: '' }, ...inputs);
  document.body.append(form);
  form.submit();
  form.remove();
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  element('a', { href: url, download: name }).click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
