import { badArguments } from './bad-arguments.ts';
import { badStates } from './bad-states.ts';
import { RAW } from './misuse.ts';

/** Results by kind: how many calls were tried, how many were accepted silently (or wrongly), and how many ended in an error of the engine. */
export function tryBadInputs(): { readonly kind: string; readonly answer: string; readonly tried: number; readonly silent: readonly string[]; readonly raw: readonly string[] }[] {
  return [...badStates, ...badArguments].map(({ kind, answer, calls }) => {
    const silent: string[] = [];
    const raw: string[] = [];
    calls.forEach((call, i) => {
      try {
        const result = call();
        if (answer === 'throws' || result !== true) silent.push(`call ${i}: ${String(call)}`);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (answer === 'right' || RAW.test(message)) raw.push(`call ${i}: ${message} ${String(call)}`);
      }
    });
    return { kind, answer, tried: calls.length, silent, raw };
  });
}

/** The table of docs/trust.md. */
export function badInputTable(): string {
  const rows = tryBadInputs().map(({ kind, answer, tried, silent, raw }) => `| ${kind} | ${tried} | ${answer === 'throws' ? 'throws a sentence' : 'a right answer'} | ${silent.length} | ${raw.length} |`);
  return ['| what | tried | answer | silent or wrong | error of the engine |', '| --- | ---: | --- | ---: | ---: |', ...rows].join('\n');
}
