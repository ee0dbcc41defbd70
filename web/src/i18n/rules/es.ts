import said from '../said/es.json';
import type { Rules } from './rules';

const SLIPS = '«como se publicó» conserva dos errores: no se fía de una scopa segura, y se fía de un D7 que no captura nada';
const FIXED = '«corregida» cuenta también lo que tienen los demás, donde el documento compara su mano con nada';

export const es: Rules = {
  names: {
    blocks: 'cuándo tapa',
    end: 'extremo',
    group: 'agrupar',
    many_cards: 'peso de la mano',
    rank_worth: 'valor de un escalón',
    same_rank: 'cartas iguales',
    unbalanced: 'palos desiguales',
    seats: 'jugadores',
    walls: 'muros',
    third_pawn_side: 'tercer peón',
    max_plies: 'límite de jugadas',
    repetition: 'repetición',
    depth: 'profundidad',
    eval: 'valoración',
    limit: 'límite',
    trump: 'triunfo',
    six: 'de a seis',
    swap: 'cambio',
    capote_canto: 'capote con canto',
    tie: 'empate',
    illegal: 'carta prohibida',
    threshold: 'umbral',
    trump_worth: 'valor del triunfo',
    target: 'a cuántos puntos',
    opener: 'quién sale',
    count: 'qué se cuenta',
    signal: 'seña',
    filter: 'filtro',
    deck: 'baraja',
    first5: 'cinco al principio',
    games: 'juegos',
    next_first: 'primer ataque',
    max_bouts: 'límite de ataques',
    values: 'valores',
    kind: 'modalidad',
    first: 'mano',
    last_card: 'última carta',
    last_scopa: 'última scopa',
    sum: 'sumas',
    denari: 'denari',
    carte: 'carte',
    scopa: 'scopa',
    settebello: 'settebello',
    primiera: 'primiera',
  },
  values: {
    'blocks=any': 'si pasó un rival',
    'blocks=both': 'si pasaron los dos',
    'blocks=next': 'si pasó el siguiente',
    'end=high': 'el número mayor',
    'end=left': 'el de la izquierda',
    'end=low': 'el número menor',
    'end=random': 'al azar',
    'group=off': 'no',
    'group=on': 'sí',
    'swap=off': 'no',
    'swap=on': 'sí',
    'tie=random': 'al azar',
    'eval=fixed': 'corregida',
    'eval=faithful': 'como se publicó',
    'trump=cycle': 'por turno',
    'trump=last_card': 'la última carta',
    'six=dealer_out': 'descansa quien da',
    'six=no_twos': 'sin los doses',
    'swap=every': 'en cada mano',
    'swap=first': 'en la primera',
    'capote_canto=wins': 'gana',
    'capote_canto=loses': 'pierde',
    'tie=all': 'todos',
    'tie=tied': 'los empatados',
    'tie=no_score': 'nadie se apunta',
    'tie=opener_pair_loses': 'pierde la pareja que salió',
    'tie=first': 'la primera',
    'tie=pips': 'la de más puntos',
    'last_card=draw': 'tablas',
    'last_card=attacker_wins': 'gana quien ataca',
    'illegal=fallo': 'fallo',
    'illegal=reject': 'falta',
    'opener=ask': 'elige',
    'opener=random': 'al azar',
    'opener=winner': 'quien ganó',
    'count=losers': 'quienes pierden',
    'count=all': 'todas',
    'signal=none': 'ninguna',
    'signal=seed': 'dobles y número',
    'signal=on': 'sí',
    'signal=off': 'no',
    'filter=adversary_first': 'primero el rival',
    'filter=partner_first': 'primero el compañero',
    'next_first=lowest_trump': 'el triunfo más bajo',
    'next_first=attack_the_durak': 'contra el durak',
    'values=project': 'del proyecto',
    'values=article': 'del artículo',
    'values=intent': 'corregidos',
    'kind=solo9': 'solos, nueve cartas',
    'kind=team9': 'parejas, nueve cartas',
    'kind=team10': 'parejas, diez cartas',
    'sum=any': 'cualquiera',
    'sum=fewest': 'con menos cartas',
  },
  texts: {
    '1, with `intent` 100': '1, y 100 con los corregidos',
    'at which end a tile goes that fits both, where the rest leaves it open':
      'en qué extremo va una ficha que cabe en los dos, si lo demás no lo decide',
    "of equals the first: of the hand as it was dealt, or of a sorted one; or the heaviest, as the article's code has it":
      'entre iguales la primera: de la mano como se repartió, o de una ordenada; o la más pesada, como hace el código del artículo',
    'of the heaviest tiles the first: of the hand as it was dealt, or of a sorted one':
      'de las fichas más pesadas la primera: de la mano como se repartió, o de una ordenada',
    'the opponents that must have passed on a number for it to block':
      'los rivales que tienen que haber pasado a un número para que lo tape',
    'what a trump counts beside its rank': 'lo que cuenta un triunfo además de su valor',
    'what it costs to have twice as many cards of a suit as of the average one, or none':
      'lo que cuesta tener de un palo el doble que de media, o ninguna',
    'what it costs to hold as many cards as there are elsewhere':
      'lo que cuesta tener tantas cartas como hay en lo demás',
    'what one step of rank counts': 'lo que cuenta un escalón de valor',
    'what the blocker sieves by first: the text of the article, or its code':
      'por qué criba primero quien tapa: según el texto del artículo, o según su código',
    'what the bonus for cards of one rank is multiplied by':
      'por cuánto se multiplica el premio por cartas del mismo valor',
    "whether it plays at the end that more of its tiles fit, as the article's code does":
      'si juega en el extremo en el que caben más de sus fichas, como hace el código del artículo',
    'whether the partners exchange their parts when the one who sheds has passed twice':
      'si los compañeros cambian de papel cuando el que suelta ha pasado dos veces',
    "A race of pawns across a board on which walls are put in each other's way.":
      'Una carrera de peones por un tablero en el que se ponen muros unos a otros.',
    'how many play': 'cuántos juegan',
    'walls of each seat': 'muros de cada jugador',
    '10 (2 seats) or 5 (4 seats)': '10 (2 jugadores) o 5 (4 jugadores)',
    'a third pawn behind the jumped one allows a diagonal jump, as a wall does':
      'un tercer peón detrás del saltado permite saltar en diagonal, como un muro',
    'the ply at which the match is a draw; 0 for never': 'la jugada en que la partida es tablas; 0: nunca',
    'the third occurrence of a position is a draw; 0 for never':
      'la tercera vez que se repite una posición es tablas; 0: nunca',
    'a random legal move': 'una jugada legal al azar',
    'looks a few plies ahead and weighs the two shortest paths':
      'mira unas jugadas adelante y compara los dos caminos más cortos',
    'plies it looks ahead': 'jugadas que mira adelante',
    '`faithful` keeps the published sign, which rewards a short path of the opponent':
      '«como se publicó» conserva el signo, que premia un camino corto del rival',
    'walks its shortest path; builds the wall that costs a leader most when behind':
      'anda por su camino más corto; cuando va detrás pone el muro que más cuesta a quien va delante',
    'A game of tricks with Spanish cards in which the middle loses.':
      'Un juego de bazas con baraja española en el que pierde el del medio.',
    'the porotos with which a player retires': 'los porotos con los que un jugador queda fuera',
    'trump is oros, copas, espadas, bastos in turn, or the suit of the last card dealt':
      'triunfan oros, copas, espadas y bastos por turno, o el palo de la última carta repartida',
    'of six the dealer sits out, or all play without the twos':
      'de a seis descansa quien da, o juegan todos sin los doses',
    'O2 is exchanged for the card left over in every hand of three, or in the first only':
      'el O2 se cambia por la carta que sobra en cada mano de a tres, o solo en la primera',
    'who sang and takes every trick wins, or loses alone':
      'quien cantó y se lleva todas las bazas gana, o pierde solo',
    'with a tie and nobody in the middle all with a trick lose, or those who tied':
      'con empate y nadie en medio pierden todos los que hicieron baza, o los empatados',
    'a card that may not be played costs the hand, or is a fault like any other':
      'una carta que no se puede echar cuesta la mano, o es una falta como otra',
    'goes for most or fewest by the points in its hand, and plays its highest or lowest':
      'va a más o a menos según los puntos de su mano, y echa la más alta o la más baja',
    'card points in hand above which it opens for the most': 'puntos en la mano desde los que va a más',
    '`fixed` counts what the others hold too, where the document compares its hand with nothing': FIXED,
    'counts its trumps and leads cards that cannot be beaten in their suit':
      'cuenta sus triunfos y sale con cartas que nadie puede superar en su palo',
    'points that a trump in hand is counted for': 'puntos que cuenta por cada triunfo en la mano',
    'a medio that minds who has failed to follow a suit and who has most points':
      'un medio que recuerda quién no ha servido un palo y quién lleva más puntos',
    'weighs what each card wins or gives away in this trick': 'pesa lo que cada carta gana o regala en la baza',
    'Two pairs join tiles end to end; who is out first scores what the others hold.':
      'Dos parejas unen fichas; quien se queda sin ellas se apunta lo que tienen los demás.',
    'how many play: two pairs': 'cuántos juegan: dos parejas',
    'the score that wins the match; 1 = until the first score':
      'los puntos que ganan la partida; 1 = hasta los primeros puntos',
    'who opens a later hand for its pair: the lower seat chooses, chance, or the winner':
      'quién de la pareja sale en las manos siguientes: elige el primer asiento, el azar, o quien ganó',
    'a closed hand with equal pips: nobody scores, or the pair that opened loses it':
      'un cierre con iguales puntos: nadie se apunta nada, o pierde la pareja que salió',
    "which tiles left over count: the losing pair's, or all":
      'qué fichas que quedan cuentan: las de la pareja que pierde, o todas',
    '`seed`: before each hand every seat tells its partner its doubles and its most frequent number':
      '«dobles y número»: antes de cada mano cada uno dice a su compañero sus dobles y su número más frecuente',
    'one partner sheds its heaviest tiles, the other blocks the opponents':
      'un compañero suelta sus fichas más pesadas, el otro tapa a los rivales',
    'whether it uses the signal where the house rules have one': 'si usa la seña donde la hay',
    'plays its doubles first, then what leaves the number it has most of':
      'juega primero sus dobles, luego lo que deja el número que más tiene',
    'weighs each tile: its pips, what it leaves to play, the seats it shuts out':
      'pesa cada ficha: sus puntos, lo que deja por jugar, a quién cierra',
    'Attack, beat or take: the last one with cards is the fool.':
      'Atacar, matar o llevarse: quien se queda con cartas es el tonto.',
    'how many play, each for himself': 'cuántos juegan, cada uno para sí',
    'cards in the deck: from six or from two up to the ace': 'cartas de la baraja: del seis o del dos al as',
    'until something has been discarded at most five cards attack in a bout':
      'hasta el primer descarte atacan como mucho cinco cartas',
    'games in a match; with several, points decide': 'juegos de una partida; con varios deciden los puntos',
    'who attacks first in later games: the lowest trump, or the seat before the last durak':
      'quién ataca primero después: el triunfo más bajo, o quien se sienta antes del último durak',
    'the bout after which a game is drawn among those who still hold cards':
      'el ataque tras el cual el juego es tablas entre quienes tienen cartas',
    'if the last seats run out together: a draw, or the defender is the durak':
      'si los últimos se quedan sin cartas a la vez: tablas, o el durak es quien defiende',
    'plays its cheapest card and takes rather than spend a high trump early':
      'juega su carta más barata, y se lleva antes que gastar pronto un triunfo alto',
    'weighs what is left of its hand after each card': 'pesa lo que queda de su mano tras cada carta',
    '`project` and `article` keep the published slips, `intent` mends them':
      'los del proyecto y los del artículo conservan los errores publicados',
    'Cards capture what adds up to them; emptying the table is a scopa.':
      'Las cartas capturan lo que suma como ellas; vaciar la mesa es scopa.',
    'each for himself or in pairs; nine cards and four on the table, or ten and none':
      'cada uno para sí o por parejas; nueve cartas y cuatro en la mesa, o diez y ninguna',
    'the score that ends a match of pairs, 0 for a single hand; not with solo9':
      'los puntos que acaban una partida por parejas, 0: una sola mano; no con solo9',
    'the seat that plays first in the first hand; not with solo9':
      'quién juega primero en la primera mano; no con solo9',
    'emptying the table with the very last card is a scopa': 'vaciar la mesa con la última carta es scopa',
    'capture any cards that add up, or only sets of the fewest cards':
      'se captura todo lo que suma, o solo con las menos cartas',
    'draws a card by its trusts in scopa, denari, carte, settebello and primiera alike':
      'sortea una carta según su confianza en scopa, denari, carte, settebello y primiera por igual',
    '`faithful` keeps two published slips: no trust in a true scopa, trust in a D7 that captures nothing': SLIPS,
    'draws a card by its trusts; wants many cards, and not the primiera':
      'sortea una carta según su confianza; quiere muchas cartas, y no la primiera',
    'draws a card by its trusts; wants denari, then the primiera':
      'sortea una carta según su confianza; quiere denari, luego la primiera',
    'draws a card by its trusts; wants sevens': 'sortea una carta según su confianza; quiere sietes',
    'takes what is worth most and leaves no table that adds up to an unseen card':
      'toma lo que más vale y no deja mesa que sume una carta por ver',
    'how many denari make their point; with 5 two sides may have it':
      'cuántos denari dan su punto; con 5 pueden tenerlo dos bandos',
    'the factor of trust in many cards':
      'el factor de la confianza en muchas cartas',
    'the factor of trust in emptying the table':
      'el factor de la confianza en vaciar la mesa',
    'the factor of trust in the seven of denari':
      'el factor de la confianza en el siete de denari',
    'the factor of trust in sevens':
      'el factor de la confianza en los sietes',
    'the factor of trust in denari':
      'el factor de la confianza en los denari',
  },
  said,
  faults: {
    illegal_move: 'Las reglas no permiten esta jugada ahora.',
    unreadable: 'Lo que dio el bot no es una jugada.',
    script: 'El guion acabó en un error.',
    out_of_fuel: 'Se acabó el combustible: ¿hay un bucle que no termina?',
    out_of_memory: 'El guion guarda demasiado en memoria.',
    out_of_time: 'La llamada duró mucho más de lo que permite su combustible.',
    missing_hook: 'En el guion falta una función que el árbitro llama, o no se puede llamar así.',
    crashed: 'El bot se cayó, y con él el proceso que lo ejecutaba.',
    resigned: 'Se rindió.',
  },
};
