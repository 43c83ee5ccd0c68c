import type { Answers } from '../../src/which/questions.ts';
import { names, questions } from '../../src/which/questions.ts';

/** Every combination of answers. */
export function allAnswers(): readonly Answers[] {
  return names.reduce<readonly Partial<Answers>[]>((some, name) => some.flatMap((answers) => Object.keys(questions[name].options).map((value) => ({ ...answers, [name]: value }))), [{}]) as readonly Answers[];
}
