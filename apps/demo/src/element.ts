type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children: all that this page needs of a framework. */
export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A labelled list to choose from. */
export function choice(name: string, options: readonly (readonly [value: string, text: string, group?: string])[], chosen: string, change: (value: string) => void): HTMLLabelElement {
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
