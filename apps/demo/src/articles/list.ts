import { showFigures } from './article.ts';

showFigures({});
