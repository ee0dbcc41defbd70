/** The page on foot, the rider and the king, each filling the card. Art of our own. */
import type { LatinSuit } from '../names';
import { CREAM, GOLD, INK, RED, SKIN, down, mirrored, oval, placed, shape, type Pen } from '../pen';
import { LIVERIES, beard, cap, crown, face, fringe, held, riderHat, type Livery } from './dress';

export type Figure = 'page' | 'rider' | 'king';

function ground(pen: Pen): void {
  shape(pen, 'M24 284 C46 270 74 277 100 272 C128 268 154 276 176 282 L176 291 L24 291 Z', '#8fbf5c', 1.5);
  for (const x of [36, 52, 84, 118, 150, 166]) {
    shape(
      pen, `M${x - 4} 284 L${x - 5} 277 M${x} 284 L${x} 275 M${x + 4} 284 L${x + 6} 278`, null, 1.3,
      '#3d7a34',
    );
  }
}

/** Draws stripes and a gold hem on a skirt between two edges. */
function buttons(pen: Pen, x: number, from: number, to: number, step: number): void {
  for (let y = from; y <= to; y += step) oval(pen, x, y, 2.3, 2.3, GOLD, 1);
}

function page(pen: Pen, wear: Livery): void {
  shape(
    pen,
    'M74 116 C50 140 42 190 46 238 C62 246 82 238 96 226 L104 226 C118 238 138 246 154 238 C158 190 150 '
      + '140 126 116 Z', wear.lining, 2,
  );
  shape(pen, 'M46 238 C62 246 82 238 96 226 M104 226 C118 238 138 246 154 238', null, 4.5, wear.trim);
  const legs: [string, boolean][] = [[wear.trim, false], [wear.lining, true]];
  for (const [colour, right] of legs) {
    placed(pen, 100, 0, 0, 1, (p) => {
      shape(p, 'M-20 200 L-21 240 C-22 252 -20 262 -21 270 L-6 270 L-3 206 Z', colour, 1.9);
      shape(
        p, 'M-22 264 C-28 268 -42 272 -47 279 C-46 285 -22 285 -5 284 L-5 264 C-10 268 -16 268 -22 264 Z',
        '#7b2d20', 1.7,
      );
    }, right);
  }
  shape(
    pen,
    'M77 114 C70 132 75 148 79 162 C71 184 65 200 60 213 C66 222 74 214 80 220 C86 227 94 217 100 223 '
      + 'C106 217 114 227 120 220 C126 214 134 222 140 213 C135 200 129 184 121 162 '
      + 'C125 148 130 132 123 114 C112 106 88 106 77 114 Z',
    wear.robe, 2.1,
  );
  shape(
    pen,
    'M92 112 C92 150 88 190 84 219 C90 224 95 219 100 222 C105 219 110 224 116 219 C112 190 108 150 108 '
      + '112 Z', wear.trim, 1.6,
  );
  for (const x of [70, 130]) shape(
    pen, `M${x > 100 ? 118 : 82} 172 C${x > 100 ? 122 : 78} 190 ${x > 100 ? 126 : 74} 204 ${x} 216`, null,
    1.4,
  );
  buttons(pen, 100, 124, 154, 10);
  shape(pen, 'M78 156 C90 162 110 162 122 156 L123 167 C110 173 90 173 77 167 Z', '#8a4b20', 1.7);
  shape(pen, 'M94 158 L106 158 L106 171 L94 171 Z', wear.trim, 1.5);
  for (const y of [184, 200]) placed(
    pen, 100, y, Math.PI / 4, 1, (p) => shape(p, 'M-4 -4 L4 -4 L4 4 L-4 4 Z', RED, 1.1),
  );
  shape(pen, 'M66 132 C54 146 54 158 70 166 L80 157 C70 153 70 147 76 139 Z', wear.robe, 1.8);
  oval(pen, 78, 163, 5.5, 5, SKIN, 1.5);
  oval(pen, 71, 127, 13, 15, wear.lining, 1.9, 0.35);
  for (const x of [65, 71, 77]) shape(
    pen, `M${x} 116 C${x - 4} 124 ${x - 4} 132 ${x - 1} 139`, null, 1.3, wear.trim,
  );
}

function pageHead(pen: Pen, wear: Livery, suit: LatinSuit): void {
  shape(pen, 'M128 138 C142 146 158 138 161 112 L148 108 C147 120 141 126 131 122 Z', wear.robe, 1.9);
  shape(pen, 'M147 114 L162 117 L161 109 L148 106 Z', wear.trim, 1.4);
  oval(pen, 129, 127, 13, 15, wear.lining, 1.9, -0.35);
  for (const x of [123, 129, 135]) shape(
    pen, `M${x} 116 C${x + 4} 124 ${x + 4} 132 ${x + 1} 139`, null, 1.3, wear.trim,
  );
  held(pen, suit, 154, 104);
  placed(pen, 98, 86, 0, 1, (p) => {
    face(p, wear.hair);
    fringe(p, wear.hair);
    cap(p, wear.robe, wear.trim, CREAM);
  });
  shape(pen, 'M82 113 C88 107 110 107 116 113 C112 121 106 116 99 122 C92 116 86 121 82 113 Z', CREAM, 1.5);
}

const HORSE = 'M74 112 C69 106 62 106 58 111 C53 121 45 133 36 143 C31 150 34 159 43 159 '
  + 'C51 158 56 151 63 150 '
  + 'C67 152 68 157 66 164 C59 177 57 192 62 206 C64 213 70 217 72 221 L75 250 L70 272 L64 283 '
  + 'L83 283 L85 255 L92 227 '
  + 'C104 233 122 233 134 225 C139 237 150 245 147 257 L145 273 L138 283 L157 283 L161 253 '
  + 'C161 241 165 233 168 223 '
  + 'C179 201 173 178 156 172 C140 168 124 176 112 174 C100 170 93 156 91 141 C89 127 83 115 74 112 Z';

function horse(pen: Pen, wear: Livery): void {
  shape(
    pen, 'M164 186 C186 188 190 222 180 256 C176 264 167 262 169 254 C172 238 170 216 158 202 Z', wear.mane,
    1.8,
  );
  shape(pen, 'M172 200 C178 216 178 236 174 252', null, 1.1, INK);
  for (const leg of [
    'M66 204 C48 208 36 214 33 226 C33 230 39 239 44 246 L54 243 C52 236 47 231 49 228 '
      + 'C57 225 68 226 76 221 Z',
    'M134 222 C131 240 127 247 123 259 L119 275 L113 283 L131 283 L135 263 C143 251 149 240 153 226 Z',
  ]) {
    shape(pen, leg, wear.horse, 1.9);
    shape(pen, leg, 'rgba(42, 26, 18, 0.22)', 0);
  }
  shape(pen, HORSE, wear.horse, 2.1);
  shape(pen, 'M70 113 C64 104 64 98 67 92 C73 98 77 104 77 112 Z', wear.horse, 1.6);
  shape(
    pen,
    'M72 104 C82 102 88 110 90 116 C96 122 97 130 97 136 C102 144 102 152 103 158 C108 164 110 170 112 175 '
      + 'C102 176 92 166 90 158 C84 152 84 144 85 138 C80 132 80 126 80 121 C74 116 70 110 72 104 Z',
    wear.mane, 1.6,
  );
  shape(pen, 'M68 104 C60 108 58 116 60 124 C65 120 69 114 74 112 Z', wear.mane, 1.3);
  oval(pen, 57, 124, 2.8, 2.3, INK, 0.8, 0.5);
  oval(pen, 39, 149, 1.8, 1.3, INK, 0);
  shape(pen, 'M38 156 C42 155 46 152 48 150', null, 1.2);
  shape(pen, 'M47 130 L58 146 M60 112 C66 122 68 134 63 149 M52 138 C57 132 63 130 68 131', null, 2.4, RED);
  const hooves = [
    'M70 272 L64 283 L83 283 L84 270 '
      + 'Z', 'M145 273 L138 283 L157 283 L159 270 Z', 'M36 238 L44 247 L55 243 L50 234 Z',
  ];
  for (const hoof of hooves) shape(pen, hoof, '#4a3526', 1.5);
}

function rider(pen: Pen, wear: Livery, suit: LatinSuit): void {
  horse(pen, wear);
  shape(
    pen,
    'M100 172 C116 180 140 175 154 170 C162 190 161 206 157 216 C138 226 116 226 102 217 C97 202 97 186 '
      + '100 172 Z', wear.lining, 1.9,
  );
  shape(pen, 'M102 217 C116 226 138 226 157 216 L156 209 C138 219 116 219 101 210 Z', wear.trim, 1.4);
  for (const [x, y] of [[144, 186], [150, 200], [138, 202]] as const) oval(pen, x, y, 3, 3, wear.trim, 1.1);
  shape(pen, 'M142 112 C160 124 172 150 176 182 C164 180 154 176 146 170 Z', wear.lining, 1.9);
  shape(
    pen,
    'M104 112 C98 130 102 152 104 174 C118 182 136 180 148 174 C149 152 151 130 143 112 C132 104 116 104 '
      + '104 112 Z', wear.robe, 2.1,
  );
  shape(pen, 'M117 108 L130 108 L132 178 L118 178 Z', wear.trim, 1.5);
  buttons(pen, 124.5, 120, 150, 10);
  shape(pen, 'M103 154 C118 161 134 161 148 154 L148 164 C134 170 118 170 104 164 Z', '#8a4b20', 1.6);
  shape(
    pen, 'M108 168 C120 162 137 168 137 180 C133 194 127 204 125 218 L108 218 C106 200 104 184 108 168 Z',
    wear.trim, 1.9,
  );
  shape(pen, 'M106 212 L127 212 L126 234 C122 242 106 243 95 241 C92 236 98 232 107 230 Z', '#6a3a1e', 1.8);
  shape(pen, 'M105 212 L128 212 L127 219 L106 219 Z', CREAM, 1.3);
  shape(pen, 'M94 146 C84 142 72 140 62 142', null, 2.4, RED);
  shape(pen, 'M104 118 C92 126 86 138 89 150 L99 152 C99 144 104 138 112 134 Z', wear.robe, 1.9);
  oval(pen, 93, 150, 5.6, 5.2, SKIN, 1.5);
  shape(pen, 'M140 136 C152 142 164 134 166 110 L154 106 C152 118 147 122 139 120 Z', wear.robe, 1.9);
  shape(pen, 'M153 112 L167 115 L166 107 L154 104 Z', wear.trim, 1.4);
  held(pen, suit, 160, 102);
  placed(pen, 122, 80, 0, 1, (p) => {
    face(p, wear.hair);
    fringe(p, wear.hair);
    placed(p, 0, 0, 0, 1, (q) => riderHat(q, wear.lining, wear.trim, CREAM), true);
  });
  shape(
    pen, 'M105 109 C112 101 133 101 140 109 C136 117 130 112 123 118 C116 112 109 117 105 109 Z', CREAM, 1.5,
  );
}

function ermine(pen: Pen, spots: readonly (readonly [number, number])[]): void {
  for (const [x, y] of spots) shape(
    pen, `M${x} ${y} L${x - 2} ${y + 6} L${x} ${y + 4.6} L${x + 2} ${y + 6} Z`, INK, 0,
  );
}

function king(pen: Pen, wear: Livery, suit: LatinSuit): void {
  const robe = down(pen, 120, 284, wear.robe, wear.robe, 'rgba(30, 12, 14, 0.9)');
  shape(
    pen, 'M70 120 C56 150 42 220 36 284 L164 284 C158 220 144 150 130 120 C112 110 88 110 70 120 Z',
    wear.robe, 2.2,
  );
  pen.save();
  pen.globalAlpha = 0.28;
  shape(pen, 'M70 120 C56 150 42 220 36 284 L164 284 C158 220 144 150 130 120 Z', robe, 0);
  pen.restore();
  shape(pen, 'M86 122 L114 122 C120 172 126 230 128 284 L72 284 C74 230 80 172 86 122 Z', wear.lining, 1.9);
  shape(
    pen,
    'M86 122 C80 172 74 230 72 284 L79 284 C81 230 86 172 91 122 Z M114 122 C120 172 126 230 128 284 '
      + 'L121 284 C119 230 114 172 109 122 Z', wear.trim, 1.3,
  );
  for (const [y, size] of [[190, 0.8], [218, 1], [250, 1.15]] as const) {
    placed(pen, 100, y, 0, size, (p) => {
      shape(p, 'M0 -11 C5 -5 9 -3 12 0 C9 3 5 5 0 11 C-5 5 -9 3 -12 0 C-9 -3 -5 -5 0 -11 Z', wear.trim, 1.3);
      oval(p, 0, 0, 3, 3, RED, 1);
    });
  }
  placed(pen, 100, 0, 0, 1, (pp) => mirrored(pp, (p) => {
    shape(p, 'M-30 120 C-44 150 -58 220 -64 284 L-48 284 C-42 226 -34 170 -22 132 Z', CREAM, 1.9);
    ermine(p, [[-33, 146], [-37, 168], [-43, 190], [-46, 212], [-51, 234], [-53, 258]]);
  }));
  shape(pen, 'M36 284 C60 276 140 276 164 284 L164 290 C140 283 60 283 36 290 Z', wear.trim, 1.5);
  shape(pen, 'M77 172 C90 179 110 179 123 172 L124 182 C110 189 90 189 76 182 Z', '#8a4b20', 1.6);
  oval(pen, 100, 181, 6, 6, wear.trim, 1.5);
  shape(
    pen, 'M70 128 C54 140 50 160 62 172 C70 178 80 176 88 172 L84 160 C78 162 74 158 78 148 Z', wear.robe, 2,
  );
  shape(pen, 'M80 176 L92 171 L86 157 L76 162 Z', CREAM, 1.5);
  oval(pen, 92, 164, 6, 5.5, SKIN, 1.5);
  shape(pen, 'M128 142 C146 150 164 138 167 110 L150 106 C149 118 141 124 130 120 Z', wear.robe, 2);
  shape(pen, 'M148 116 L168 119 L167 108 L150 104 Z', CREAM, 1.5);
  held(pen, suit, 158, 102);
  shape(pen, 'M64 122 C76 142 124 142 136 122 C130 104 70 104 64 122 Z', CREAM, 1.9);
  ermine(pen, [[74, 120], [84, 128], [117, 128], [127, 120]]);
  placed(pen, 100, 84, 0, 1.06, (p) => {
    face(p, wear.beard);
    beard(p, wear.beard);
    crown(p, wear.trim, wear.robe);
  });
}

/** Draws a figure of a suit into its card. */
export function drawFigure(pen: Pen, suit: LatinSuit, figure: Figure): void {
  const wear = LIVERIES[suit];
  ground(pen);
  if (figure === 'king') king(pen, wear, suit);
  else if (figure === 'rider') rider(pen, wear, suit);
  else {
    page(pen, wear);
    pageHead(pen, wear, suit);
  }
}
