import { test } from 'vitest';
import { browser } from './chromium';
import { asked, begin } from './people';
import { Server } from './server';
import { Visitor } from './visitor';
import { paths } from '../../src/games/quoridor/paths';
test('x', async () => {
  const [server, chromium] = await Promise.all([Server.start(), browser()]);
  const v = await Visitor.open(chromium);
  await begin(v, server.url, { game: 'quoridor', options: {}, players: ['me', 'random'], name: 'Ana', pace_ms: 0 }, '&q=test');
  for (let i = 0; i < 14; i++) {
    const ask = (await asked(v))!; if (!ask) break;
    await v.page.waitForFunction((ply) => window.__juez.state()?.frame.ply === ply, ask.ply);
    const frame = (await v.state())!.frame as any;
    let sq = paths(frame).find(({ seat }) => seat === ask.seat)!.squares[1]!;
    if (!ask.legal.includes(sq)) sq = ask.legal.find((m) => m.length === 2)!;
    let last = '', p: any = null;
    for (;;) { p = await v.page.evaluate((s) => window.__juez.pointOf(s), sq); const n = JSON.stringify(p); if (p && n === last) break; last = n; await v.page.waitForTimeout(100); }
    console.log(ask.ply, sq, JSON.stringify(p), JSON.stringify(frame.pawns));
    await v.page.mouse.click(p!.x, p!.y);
    try { await v.page.getByRole('button', { name: 'Confirm' }).click({ timeout: 5000 }); } catch (e) { await v.page.screenshot({ path: '/tmp/zzf.png' }); console.log('FAIL', sq); break; }
    await v.until((t) => t.ask?.ply !== ask.ply);
  }
  console.log(v.complaints);
  await chromium.close(); await server.stop();
});
