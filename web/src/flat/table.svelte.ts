/** State of a flat table that its parts share. */
import { getContext, setContext } from 'svelte';
import type { Overlay } from '../scene/scene';

/** The table, for what lies on it. */
export interface TableContext {
  readonly overlay: Overlay;
  pick(spot: string): void;
  hover(spot: string | null): void;
}

/** A set of spots with one stop of the tabulator. */
export class Group {
  /** The spot that had the focus last. */
  current = $state<string | null>(null);

  /** True if the tabulator stops at this spot, of those that are there. */
  stops(id: string, spots: readonly string[]): boolean {
    const stop = this.current !== null && spots.includes(this.current) ? this.current : spots[0];
    return stop === id;
  }
}

/** A group and its spots, as a context. */
export interface GroupContext {
  readonly group: Group;
  readonly spots: readonly string[];
}

const TABLE = Symbol('table');
const GROUP = Symbol('group');

export function giveTable(table: TableContext): void {
  setContext(TABLE, table);
}

export function tableOf(): TableContext {
  return getContext<TableContext>(TABLE);
}

export function giveGroup(group: GroupContext): void {
  setContext(GROUP, group);
}

export function groupOf(): GroupContext {
  return getContext<GroupContext>(GROUP);
}
