/** The page that lists the articles: it has no figures of its own. */
import { showFigures } from './article.ts';

showFigures({});
