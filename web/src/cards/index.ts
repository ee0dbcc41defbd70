/** Playing cards: names, and the art of the decks. */
export { BACK, RATIO, ROUND, drawAhead, drawCard, faceUrl } from './face';
export {
  allCards, cardOf, columns, frenchSuit, index, latinSuit, parts, placeOf, sorted,
  type Deck, type FrenchSuit, type LatinSuit,
} from './names';
