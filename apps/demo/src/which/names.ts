import type { ContenderName } from './advice.ts';

/** What each contender is called on the page. */
export const contenderNames: Readonly<Record<ContenderName, string>> = {
  'a-star': 'A* (findPath)', 'jps': 'Jump points', 'jps-plus': 'JPS+', 'jps-bounds': 'JPS+ with goal bounds', 'terrain-jumps': 'Jump points on terrain', 'landmarks': 'A* with 8 landmarks',
  'corners': 'Corner hierarchy', 'within': 'within(1.1)', 'mesh': 'GridMesh (Polyanya)', 'theta': 'Lazy Theta*', 'smooth': 'A*, then smooth', 'field': 'One flow field',
  'dispatcher': 'Dispatcher', 'tba': 'TBA*', 'subgoals': 'Subgoal trees', 'lss-lrta': 'LSS-LRTA*', 'repeated': 'A*, again after each surprise', 'd-star-extra-lite': 'D* Extra Lite', 'mpaa': 'MPAA*',
  'd-star-lite': 'D* Lite', 'ad-star': 'AD*, within 1.5', 'lss-lrta-fog': 'LSS-LRTA*',
};
