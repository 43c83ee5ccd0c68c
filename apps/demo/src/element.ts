type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children: all that this page needs of a framework. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export type Option = readonly [value: string, text: string, group?: string];

/** A labelled list to choose from. */
export function choice(name: string, options: readonly Option[], chosen: string, change: (value: string) => void): HTMLLabelElement {
  const select = element('select', { name });
  for (const [value, text, group] of options) {
    let parent: HTMLElement = select;
    if (group !== undefined) {
      const found = [...select.querySelectorAll('optgroup')].find((each) => each.label === group);
      parent = found ?? element('optgroup', { label: group });
      if (found === undefined) select.append(parent);
    }
    parent.append(element('option', { value }, text));
  }
  select.value = chosen;
  select.addEventListener('change', () => change(select.value));
  return element('label', {}, name, select);
}

export function button(text: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', press);
  return made;
}

/** A button that shows a drawing of 16 × 16 and says its name to those who hover or listen. */
export function iconButton(name: string, drawing: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = button('', press, { 'aria-label': name, title: name, class: 'icon', ...attributes });
  made.append(icon(drawing));
  return made;
}

export function icon(drawing: string): SVGSVGElement {
  const name = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(name, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(name, 'path');
  path.setAttribute('d', drawing);
  svg.append(path);
  return svg;
}

export interface Tools {
  readonly bar: HTMLElement;
  choose(value: string): void;
}

/** A row of buttons of which one is pressed. */
export function tools(name: string, options: readonly (readonly [value: string, text: string])[], chosen: string, change: (value: string) => void): Tools {
  const buttons = options.map(([value, text]) => button(text, () => choose(value), { 'data-tool': value }));
  const mark = (value: string): void => buttons.forEach((each) => each.setAttribute('aria-pressed', String(each.dataset['tool'] === value)));
  const choose = (value: string): void => {
    mark(value);
    change(value);
  };
  mark(chosen);
  const title = element('span', { 'aria-hidden': 'true' }, name);
  return { bar: element('div', { role: 'group', 'aria-label': name, class: 'tools' }, title, element('div', {}, ...buttons)), choose };
}

/** What draws on a canvas. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to draw on.');
  return context;
}

/** Colours, and what each means. */
export function showColours(list: HTMLElement, items: readonly (readonly string[])[]): void {
  list.replaceChildren(...items.map(([colour, name]) => element('li', {}, element('span', { style: `background:${colour}` }), name)));
}

/** Names and values beside each other. */
export function showFacts(list: HTMLElement, facts: readonly (readonly [name: string, value: string])[]): void {
  list.replaceChildren(...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}
