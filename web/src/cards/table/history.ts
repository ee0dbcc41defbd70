/**
 * The order in which cards came onto piles and places: views contain sets, so the order comes from
 * earlier steps. A deal gathers all cards, so steps before it do not matter.
 */
import type { Step } from '../../scene/scene';

/** Memories by step. */
export class History<V, Memory> {
  readonly #known = new WeakMap<Step<V>, Memory>();
  readonly #steps: (() => readonly Step<V>[]) | undefined;
  readonly #next: (memory: Memory | null, step: Step<V>) => Memory;

  /** `next` computes a step's memory from the previous one, which is null if unknown. */
  constructor(
    steps: (() => readonly Step<V>[]) | undefined, next: (memory: Memory | null, step: Step<V>) => Memory,
  ) {
    this.#steps = steps;
    this.#next = next;
  }

  /** Returns the memory of a step. */
  at(step: Step<V>): Memory {
    const found = this.#known.get(step);
    if (found !== undefined) return found;
    const all = this.#steps?.() ?? [];
    let begin = step.index;
    let memory: Memory | null = null;
    if (isSame(all[step.index], step)) {
      while (memory === null && all[begin]!.cause.type === 'move' && begin > 0) {
        begin -= 1;
        memory = this.#known.get(all[begin]!) ?? null;
      }
      for (let i = memory === null ? begin : begin + 1; i < step.index; i += 1) {
        memory = this.#next(memory, all[i]!);
        this.#known.set(all[i]!, memory);
      }
    }
    const here = this.#next(memory, step);
    this.#known.set(step, here);
    return here;
  }
}

/** True if two steps are the same step of a log, which can have been rebuilt as it grew. */
function isSame<V>(one: Step<V> | undefined, other: Step<V>): boolean {
  if (!one || one === other) return one === other;
  return one.snapshot.ply === other.snapshot.ply && one.snapshot.deal === other.snapshot.deal;
}
