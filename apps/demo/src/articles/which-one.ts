import { WhichOne } from '../which/which-one.ts';
import { showFigures } from './article.ts';

const page = new WhichOne(document.querySelector<HTMLElement>('.which')!);
showFigures({}, () => page.redraw());
