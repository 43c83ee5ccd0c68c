import { checkList, shown } from '@pf/graph/kit';
import type { RoutePlanner } from './route-planner.ts';
import { Unit } from './unit.ts';
import type { UnitKind } from './unit-kind.ts';

/** The units of a dispatcher, by the numbers that its user knows. */
export class Roster {
  /** In the order in which they were added. */
  readonly units: Unit[] = [];
  private readonly byId = new Map<number, Unit>();
  /** The number of the next unit. */
  nextId = 0;
  private hasLeft = false;

  /** Ends the use of the dispatcher; throws while it has units. */
  leave(): void {
    this.checkJoined();
    const { length } = this.units;
    if (length > 0) throw new Error(`A dispatcher that leaves has no units, got one with ${length}: remove its units first.`);
    this.hasLeft = true;
  }

  checkJoined(): void {
    if (this.hasLeft) throw new Error('This dispatcher has left the one that it had joined: join again to get a new one.');
  }

  add(at: number, planner: RoutePlanner, kind: UnitKind): Unit {
    const unit = new Unit(at, planner, kind, this.nextId++);
    this.units.push(unit);
    this.byId.set(unit.id, unit);
    return unit;
  }

  remove(unit: Unit): void {
    this.units.splice(this.units.indexOf(unit), 1);
    this.byId.delete(unit.id);
  }

  /** Whether it is a unit of this dispatcher, not of a joined one. */
  has(unit: Unit): boolean {
    return this.byId.get(unit.id) === unit;
  }

  find(id: number): Unit {
    this.checkJoined();
    const unit = this.byId.get(id);
    if (unit === undefined) throw new RangeError(`There is no unit ${shown(id)}: pass a number that add has returned.`);
    return unit;
  }

  /** The units of a group, each of which must be listed once. */
  findGroup(units: Iterable<number> | ArrayLike<number>): Unit[] {
    const ids = typeof units === 'object' && (units as object | null) !== null && Symbol.iterator in units ? [...units] : units;
    checkList(ids, 'units');
    const group = Array.from(ids, (id) => this.find(id));
    if (new Set(group).size < group.length) throw new RangeError(`Unit ${group.find((unit, i) => group.indexOf(unit) < i)!.id} is twice among the units of a group: list each once.`);
    return group;
  }
}
