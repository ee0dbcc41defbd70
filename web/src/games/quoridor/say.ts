import type { Snapshot, MatchHead, Seat } from '../../wire';
import type { Language } from '../../i18n';
import { effectOf } from '../effects';
import { waitsFor } from '../words/table';
import { DRAW, counted, listed, nameOf, type Words } from '../words/text';
import { goalLine, paths } from './paths';
import type { View } from './view';
import { isWall } from './ways';

interface Phrases {
  walks: (name: string, square: string) => string;
  jumps: (name: string, square: string) => string;
  builds: (name: string, where: string) => string;
  above: (squares: string) => string;
  rightOf: (squares: string) => string;
  passes: (name: string) => string;
  arrives: (name: string) => string;
  reaches: (name: string, goal: string) => string;
  walls: [string, string];
  wallsStand: (where: string) => string;
  noWalls: string;
  stands: (square: string, steps: number, goal: string) => string;
  row: string;
  file: string;
}

const SAY: Words<Phrases> = {
  en: {
    walks: (name, square) => `${name} walks to ${square}`,
    jumps: (name, square) => `${name} jumps to ${square}`,
    builds: (name, where) => `${name} builds a wall ${where}`,
    above: (squares) => `above ${squares}`,
    rightOf: (squares) => `right of ${squares}`,
    passes: (name) => `${name} cannot move and passes`,
    arrives: (name) => `${name} arrives and wins!`,
    reaches: (name, goal) => `${name} reached ${goal}`,
    walls: ['wall', 'walls'],
    wallsStand: (where) => `Walls: ${where}`,
    noWalls: 'No walls yet',
    stands: (square, steps, goal) => `on ${square}, ${counted(steps, ['step', 'steps'])} from ${goal}`,
    row: 'row',
    file: 'column',
  },
  es: {
    walks: (name, square) => `${name} avanza a ${square}`,
    jumps: (name, square) => `${name} salta a ${square}`,
    builds: (name, where) => `${name} pone un muro ${where}`,
    above: (squares) => `encima de ${squares}`,
    rightOf: (squares) => `a la derecha de ${squares}`,
    passes: (name) => `${name} no puede mover y pasa`,
    arrives: (name) => `¡${name} llega y gana!`,
    reaches: (name, goal) => `${name} llegó a la ${goal}`,
    walls: ['muro', 'muros'],
    wallsStand: (where) => `Muros: ${where}`,
    noWalls: 'Todavía no hay muros',
    stands: (square, steps, goal) => `en ${square}, a ${counted(steps, ['paso', 'pasos'])} de la ${goal}`,
    row: 'fila',
    file: 'columna',
  },
  it: {
    walks: (name, square) => `${name} va in ${square}`,
    jumps: (name, square) => `${name} salta in ${square}`,
    builds: (name, where) => `${name} mette un muro ${where}`,
    above: (squares) => `sopra ${squares}`,
    rightOf: (squares) => `a destra di ${squares}`,
    passes: (name) => `${name} non può muovere e passa`,
    arrives: (name) => `${name} arriva e vince!`,
    reaches: (name, goal) => `${name} è arrivato alla ${goal}`,
    walls: ['muro', 'muri'],
    wallsStand: (where) => `Muri: ${where}`,
    noWalls: 'Ancora nessun muro',
    stands: (square, steps, goal) => `in ${square}, a ${counted(steps, ['passo', 'passi'])} dalla ${goal}`,
    row: 'riga',
    file: 'colonna',
  },
};

/** Describes the position of a wall: `above e3 and f3`, `right of e3 and e4`. */
function where(wall: string, language: Language): string {
  const [file, rank, side] = [wall.charCodeAt(0), Number(wall[1]), wall[2]];
  const corner = wall.slice(0, 2);
  const other = side === 'h' ? String.fromCharCode(file + 1) + rank : wall[0]! + (rank + 1);
  const squares = listed([corner, other], language);
  return side === 'h' ? SAY[language].above(squares) : SAY[language].rightOf(squares);
}

export function sayMove(
  seat: Seat, move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string {
  const [name, say] = [nameOf(head, seat), SAY[language]];
  if (move === 'pass') return say.passes(name);
  if (isWall(move)) return say.builds(name, where(move, language));
  return effectOf(after, 'jump') ? say.jumps(name, move) : say.walks(name, move);
}

/** Names a goal line: `row 9`, `columna i`. */
function goalName(seat: Seat, seats: number, language: Language): string {
  const { axis, at } = goalLine(seat, seats);
  const say = SAY[language];
  return axis === 'row' ? `${say.row} ${at + 1}` : `${say.file} ${String.fromCharCode(97 + at)}`;
}

export function sayTable(snapshot: Snapshot<View>, head: MatchHead, language: Language): string[] {
  const [say, { view }] = [SAY[language], snapshot];
  const lines = paths(snapshot).map(({ seat, squares }) => {
    const goal = goalName(seat, view.pawns.length, language);
    const stands = say.stands(view.pawns[seat]!, squares.length - 1, goal);
    return `${nameOf(head, seat)}: ${stands}, ${status(seat, snapshot, head, language)}`;
  });
  const walls = view.walls.map((wall) => where(wall, language));
  lines.push(walls.length > 0 ? say.wallsStand(walls.join('; ')) : say.noWalls);
  lines.push(waitsFor(snapshot, view.over !== undefined, head, language));
  return lines;
}

export function short(move: string): string {
  if (move === 'pass') return '– pass';
  if (!isWall(move)) return `♟ ${move}`;
  return move.endsWith('h') ? `▬ ${move}` : `▮ ${move}`;
}

export function announce(
  _seat: Seat, _move: string, after: Snapshot<View>, head: MatchHead, language: Language,
): string[] {
  const end = effectOf(after, 'arrive', 'draw');
  if (!end) return [];
  return [end.seat === undefined ? DRAW[language] : SAY[language].arrives(nameOf(head, end.seat))];
}

export function ending(end: Snapshot<View>, head: MatchHead, language: Language): string {
  const seat = effectOf(end, 'arrive')?.seat;
  return seat === undefined ? '' : SAY[language].reaches(nameOf(head, seat), goalName(seat, head.players.length, language));
}

export function status(seat: Seat, snapshot: Snapshot<View>, _head: MatchHead, language: Language): string {
  return counted(snapshot.view.walls_left[seat] ?? 0, SAY[language].walls);
}

/** Returns the steps to each goal line, minus half a step for the seat to move. */
export function standing(snapshot: Snapshot<View>): number[] {
  return paths(snapshot).map(({ seat, squares }) => {
    const ahead = snapshot.to_move === seat ? 0.5 : 0;
    return (ahead - (squares.length - 1)) / 3;
  });
}
