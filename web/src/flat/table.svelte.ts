/** State shared by the parts of a flat table. */
import { getContext, setContext } from 'svelte';
import type { Overlay } from '../scene/scene';

/** The table as its contents see it. */
export interface TableContext {
  readonly overlay: Overlay;
  pick(spot: string): void;
  hover(spot: string | null): void;
}

/** A set of spots with one Tab stop. */
export class Group {
  /** The spot focused last. */
  current = $state<string | null>(null);

  /** True if Tab stops at this one of the visible spots. */
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
