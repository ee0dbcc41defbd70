/** What people do at a table, with the pointer or with the keyboard alone. */
import { gameOf } from '../games';
import type { MovePrompt, NewMatch } from '../../src/wire';
import type { Visitor } from './visitor';

/** Starts a match as this visitor and goes to it; its id. */
export async function begin(visitor: Visitor, url: string, match: NewMatch, query = ''): Promise<string> {
  if (!visitor.page.url().startsWith(url)) await visitor.page.goto(url);
  const id = await visitor.page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/matches', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { id: string }).id;
  }, JSON.stringify(match));
  await visitor.goto(`${url}/m/${id}?still${query}`);
  return id;
}

/** Waits for a decision; nothing once the match is over. */
export async function asked(visitor: Visitor): Promise<MovePrompt | null> {
  await visitor.until(({ ask, status }) => ask !== null || status !== 'running');
  return (await visitor.table())!.ask;
}

/** A way to make a move on the page. */
export type Hand = (visitor: Visitor, ask: MovePrompt, move: string) => Promise<void>;

/** Types the move into its field and confirms it. */
export const typing: Hand = async ({ page }, _, move) => {
  const field = page.getByRole('combobox', { name: 'Your move' });
  await field.focus();
  await page.keyboard.type(move);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
};

/** Picks the spots of the move on the flat table and confirms it. */
export const clicking: Hand = async (visitor, ask, move) => {
  await picking(visitor, ask, move, async (spot) => {
    await visitor.page.locator(`[data-spot="${spot}"]`).first().click();
  });
};

/** Picks the spots of the move on the 3D table and confirms it. */
export const pointing: Hand = async (visitor, ask, move) => {
  await picking(visitor, ask, move, async (spot) => {
    const { x, y } = await resting(visitor, spot);
    await visitor.page.mouse.click(x, y);
  });
};

/** Looks in a row that find a spot at the same place, of which several fit into a snapshot drawn in software. */
const RESTS = 4;

/** Where a spot of the 3D table is, once the picture has come to rest there. */
async function resting({ page }: Visitor, spot: string): Promise<{ x: number; y: number }> {
  let [last, same] = ['', 0];
  for (;;) {
    const point = await page.evaluate((wanted) => window.__juez.pointOf(wanted), spot);
    const now = JSON.stringify(point);
    same = now === last ? same + 1 : 0;
    if (point && same === RESTS) return point;
    last = now;
    await page.waitForTimeout(100);
  }
}

async function picking(
  visitor: Visitor,
  ask: MovePrompt,
  move: string,
  pick: (spot: string) => Promise<void>,
): Promise<void> {
  const { page } = visitor;
  const { snapshot, head } = (await visitor.state())!;
  const way = gameOf(head.game).ways(ask.legal, snapshot, 'en').find((one) => one.move === move);
  if (!way) throw new Error(`no way to ${move}`);
  const confirm = page.getByRole('button', { name: 'Confirm' });
  // The page asks once the move before has been shown.
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  if (way.spots.length === 0) await page.getByRole('button', { name: way.button! }).click();
  for (const spot of way.spots) await pick(spot);
  await confirm.click();
}

/** Plays a match to its end with a hand; how many moves were made with it. */
export async function playOut(visitor: Visitor, hand: Hand, choose: (ask: MovePrompt) => Promise<string>): Promise<number> {
  for (let moves = 0; ; moves++) {
    const ask = await asked(visitor);
    if (!ask) return moves;
    // The table shows the decision once the moves before it have been shown.
    await visitor.page.waitForFunction((ply) => window.__juez.state()?.snapshot.ply === ply, ask.ply);
    await hand(visitor, ask, await choose(ask));
    await visitor.until((table) => table.ask?.ply !== ask.ply);
  }
}
