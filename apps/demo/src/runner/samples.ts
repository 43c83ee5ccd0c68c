/** Code samples of a page that can be edited, and run in place. */
import { button, element } from '../element.ts';
import { PackagesWorker, Superseded } from './packages-worker.ts';
import { playgroundButtons } from './playground.ts';
import type { Printed } from './run-code.ts';

/** Milliseconds that a sample may take once its packages are loaded. */
const LIMIT = 5000;

/** The kinds of words that are coloured. */
const TOKENS = /(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?<word>\b(?:import|from|export|const|let|new|for|of|while|if|else|return|function|class|await|async|typeof|type|interface|as)\b)|(?<number>\b\d[\d_.]*\b)/g;
const kinds = ['comment', 'string', 'word', 'number'] as const;

let worker: PackagesWorker | undefined;
const samples = new Set<HTMLElement>();

/** Makes all samples below `root` such: blocks of TypeScript. */
export function makeSamples(root: ParentNode): void {
  for (const code of root.querySelectorAll<HTMLElement>('pre > code.language-ts')) if (!samples.has(code)) makeSample(code);
}

function makeSample(code: HTMLElement): void {
  const pre = code.parentElement!;
  const original = code.textContent;
  const said = element('div', { class: 'ran', role: 'status' });
  said.hidden = true;
  const run = button('Run', () => void start(), { class: 'main', title: 'Ctrl Enter' });
  const reset = button('Reset', () => {
    code.textContent = original;
    said.hidden = true;
    reset.hidden = true;
    colour();
  });
  reset.hidden = true;
  let runs = 0;
  const start = async (): Promise<void> => {
    const mine = ++runs;
    said.hidden = false;
    said.replaceChildren('Running …');
    const rows: HTMLElement[] = [];
    const show = ({ source, value }: Printed): void => {
      rows.push(element('div', {}, ...(source === '' ? [] : [element('code', {}, source)]), element('samp', {}, value)));
      said.replaceChildren(...rows);
    };
    try {
      await (worker ??= new PackagesWorker()).ask('run', { code: code.textContent }, LIMIT, show);
      if (rows.length === 0) said.replaceChildren('It ran. No statement has a value.');
    } catch (error) {
      if (mine !== runs) return;
      if (error instanceof Superseded) said.replaceChildren('Stopped, since another sample was run.');
      else said.replaceChildren(...rows, element('div', { class: 'fault' }, error instanceof Error ? error.message : String(error)));
    }
  };
  code.setAttribute('contenteditable', 'plaintext-only');
  // Where text alone cannot be asked for, what is pasted is taken as text all the same, since only the text is read.
  if (code.contentEditable !== 'plaintext-only') code.contentEditable = 'true';
  for (const [name, value] of [['role', 'textbox'], ['aria-multiline', 'true'], ['aria-label', 'Code sample, to be edited; Control and Enter run it'], ['spellcheck', 'false'], ['tabindex', '0']]) code.setAttribute(name, value);
  pre.removeAttribute('tabindex');
  code.addEventListener('input', () => {
    reset.hidden = code.textContent === original;
    colour();
  });
  code.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void start();
  });
  const holder = element('div', { class: 'sample' });
  pre.replaceWith(holder);
  holder.append(pre, element('div', { class: 'sample-bar' }, run, reset, ...playgroundButtons(() => code.textContent)), said);
  samples.add(code);
  colour();
}

/** Colours the words of all samples, without touching their text, where the browser can. */
function colour(): void {
  if (!('highlights' in CSS)) return;
  const ranges = new Map(kinds.map((kind) => [kind, [] as Range[]]));
  for (const code of samples) {
    if (!code.isConnected) samples.delete(code);
    const texts: Text[] = [];
    for (const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT); walk.nextNode() !== null;) texts.push(walk.currentNode as Text);
    for (const text of texts) {
      for (const found of text.data.matchAll(TOKENS)) {
        const kind = kinds.find((each) => found.groups?.[each] !== undefined)!;
        const range = new Range();
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        ranges.get(kind)!.push(range);
      }
    }
  }
  for (const [kind, all] of ranges) CSS.highlights.set(`code-${kind}`, new Highlight(...all));
}
