/** The four questions of the page, and what can be answered. */
export const questions = {
  changes: { text: 'Does the map change?', options: { fixed: 'Never', edited: 'Now and then: doors, towers, rubble', unknown: 'Units discover it as they go' } },
  ground: { text: 'What does a step cost?', options: { uniform: 'The same everywhere', terrain: 'It depends on the ground' } },
  asks: { text: 'Who asks for paths?', options: { one: 'One unit, now and then', many: 'Many units, all the time', crowd: 'A crowd with one goal' } },
  matters: {
    text: 'What matters most?',
    options: { shortest: 'The cheapest path', soon: 'An answer soon, a few percent longer', straight: 'Straight lines, at any angle', frame: 'Little work before each move' },
  },
} as const;

type Questions = typeof questions;
export type Question = keyof Questions;
export type Answers = { readonly [Q in Question]: keyof Questions[Q]['options'] };

export const names = Object.keys(questions) as readonly Question[];

export const usual: Answers = { changes: 'edited', ground: 'uniform', asks: 'many', matters: 'shortest' };

/** The answers that an address holds, such as `#changes=fixed&ground=terrain`; the usual one for each that is missing or unknown. */
export function answersIn(hash: string): Answers {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries(names.map((name) => {
    const value = given.get(name) ?? '';
    return [name, Object.hasOwn(questions[name].options, value) ? value : usual[name]];
  })) as unknown as Answers;
}

export function hashOf(answers: Answers): string {
  return `#${names.map((name) => `${name}=${answers[name]}`).join('&')}`;
}
