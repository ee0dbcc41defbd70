import said from '../said/it.json';
import type { Rules } from './rules';

const SLIPS = '«come pubblicata» tiene due sviste: nessuna fiducia in una scopa sicura, fiducia in un D7 che non cattura niente';
const FIXED = '«corretta» conta anche quello che hanno gli altri, dove il documento confronta la mano con niente';

export const it: Rules = {
  names: {
    blocks: 'quando blocca',
    end: 'estremo',
    group: 'raggruppare',
    many_cards: 'peso della mano',
    rank_worth: 'valore di un gradino',
    same_rank: 'carte uguali',
    unbalanced: 'semi diseguali',
    seats: 'giocatori',
    walls: 'muri',
    third_pawn_side: 'terza pedina',
    max_plies: 'limite di mosse',
    repetition: 'ripetizione',
    depth: 'profondità',
    eval: 'valutazione',
    limit: 'limite',
    trump: 'briscola',
    six: 'in sei',
    swap: 'scambio',
    capote_canto: 'cappotto con canto',
    tie: 'parità',
    illegal: 'carta vietata',
    threshold: 'soglia',
    trump_worth: 'valore della briscola',
    target: 'a quanti punti',
    opener: 'chi apre',
    count: 'che cosa si conta',
    signal: 'segnale',
    filter: 'filtro',
    deck: 'mazzo',
    first5: 'cinque all’inizio',
    games: 'giochi',
    next_first: 'primo attacco',
    max_bouts: 'limite di attacchi',
    values: 'valori',
    kind: 'tipo',
    first: 'primo di mano',
    last_card: 'ultima carta',
    last_scopa: 'ultima scopa',
    sum: 'somme',
    denari: 'denari',
    carte: 'carte',
    scopa: 'scopa',
    settebello: 'settebello',
    primiera: 'primiera',
  },
  values: {
    'blocks=any': 'se è passato un avversario',
    'blocks=both': 'se sono passati tutti e due',
    'blocks=next': 'se è passato il seguente',
    'end=high': 'il numero più alto',
    'end=left': 'quello di sinistra',
    'end=low': 'il numero più basso',
    'end=random': 'a caso',
    'group=off': 'no',
    'group=on': 'sì',
    'swap=off': 'no',
    'swap=on': 'sì',
    'tie=random': 'a caso',
    'eval=fixed': 'corretta',
    'eval=faithful': 'come pubblicata',
    'trump=cycle': 'a turno',
    'trump=last_card': 'l’ultima carta',
    'six=dealer_out': 'chi dà sta fuori',
    'six=no_twos': 'senza i due',
    'swap=every': 'in ogni mano',
    'swap=first': 'nella prima',
    'capote_canto=wins': 'vince',
    'capote_canto=loses': 'perde',
    'tie=all': 'tutti',
    'tie=tied': 'i pari',
    'tie=no_score': 'nessuno segna',
    'tie=opener_pair_loses': 'perde la coppia che ha aperto',
    'tie=first': 'la prima',
    'tie=pips': 'la più pesante',
    'last_card=draw': 'patta',
    'last_card=attacker_wins': 'vince chi attacca',
    'illegal=fallo': 'fallo',
    'illegal=reject': 'errore',
    'opener=ask': 'sceglie',
    'opener=random': 'a caso',
    'opener=winner': 'chi ha vinto',
    'count=losers': 'di chi perde',
    'count=all': 'tutte',
    'signal=none': 'nessuno',
    'signal=seed': 'doppi e numero',
    'signal=on': 'sì',
    'signal=off': 'no',
    'filter=adversary_first': 'prima l’avversario',
    'filter=partner_first': 'prima il compagno',
    'next_first=lowest_trump': 'la briscola più bassa',
    'next_first=attack_the_durak': 'contro il durak',
    'values=project': 'del progetto',
    'values=article': 'dell’articolo',
    'values=intent': 'corretti',
    'kind=solo9': 'ognuno per sé, nove carte',
    'kind=team9': 'a coppie, nove carte',
    'kind=team10': 'a coppie, dieci carte',
    'sum=any': 'qualunque',
    'sum=fewest': 'con meno carte',
  },
  texts: {
    '1, with `intent` 100': '1, e 100 con i corretti',
    'at which end a tile goes that fits both, where the rest leaves it open':
      'a quale estremo va una tessera che va bene a tutti e due, se il resto non lo decide',
    "of equals the first: of the hand as it was dealt, or of a sorted one; or the heaviest, as the article's code has it":
      'tra pari la prima: della mano com’è stata data, o di una ordinata; o la più pesante, come fa il codice dell’articolo',
    'of the heaviest tiles the first: of the hand as it was dealt, or of a sorted one':
      'delle tessere più pesanti la prima: della mano com’è stata data, o di una ordinata',
    'the opponents that must have passed on a number for it to block':
      'gli avversari che devono essere passati a un numero perché lo blocchi',
    'what a trump counts beside its rank': 'quanto conta una briscola oltre al suo valore',
    'what it costs to have twice as many cards of a suit as of the average one, or none':
      'quanto costa avere di un seme il doppio della media, o nessuna carta',
    'what it costs to hold as many cards as there are elsewhere':
      'quanto costa avere tante carte quante ce ne sono altrove',
    'what one step of rank counts': 'quanto conta un gradino di valore',
    'what the blocker sieves by first: the text of the article, or its code':
      'per che cosa setaccia prima chi blocca: secondo il testo dell’articolo, o secondo il suo codice',
    'what the bonus for cards of one rank is multiplied by':
      'per quanto si moltiplica il premio per carte dello stesso valore',
    "whether it plays at the end that more of its tiles fit, as the article's code does":
      'se gioca all’estremo a cui vanno bene più delle sue tessere, come fa il codice dell’articolo',
    'whether the partners exchange their parts when the one who sheds has passed twice':
      'se i compagni si scambiano le parti quando chi lascia è passato due volte',
    "A race of pawns across a board on which walls are put in each other's way.":
      'Una corsa di pedine su una tavola dove ci si mettono muri davanti a vicenda.',
    'how many play': 'in quanti si gioca',
    'walls of each seat': 'muri di ogni giocatore',
    '10 (2 seats) or 5 (4 seats)': '10 (2 giocatori) o 5 (4 giocatori)',
    'a third pawn behind the jumped one allows a diagonal jump, as a wall does':
      'una terza pedina dietro quella saltata permette il salto in diagonale, come un muro',
    'the ply at which the match is a draw; 0 for never': 'la mossa alla quale la partita è patta; 0: mai',
    'the third occurrence of a position is a draw; 0 for never':
      'la terza volta che torna una posizione è patta; 0: mai',
    'a random legal move': 'una mossa legale a caso',
    'looks a few plies ahead and weighs the two shortest paths':
      'guarda qualche mossa avanti e confronta i due cammini più corti',
    'plies it looks ahead': 'mosse che guarda avanti',
    '`faithful` keeps the published sign, which rewards a short path of the opponent':
      '«come pubblicata» tiene il segno, che premia un cammino corto dell’avversario',
    'walks its shortest path; builds the wall that costs a leader most when behind':
      'va per il cammino più corto; quando è indietro mette il muro che costa di più a chi guida',
    'A game of tricks with Spanish cards in which the middle loses.':
      'Un gioco di prese con le carte spagnole in cui perde chi sta in mezzo.',
    'the porotos with which a player retires': 'i porotos con i quali un giocatore esce',
    'trump is oros, copas, espadas, bastos in turn, or the suit of the last card dealt':
      'la briscola è denari, coppe, spade, bastoni a turno, o il seme dell’ultima carta data',
    'of six the dealer sits out, or all play without the twos':
      'in sei chi dà sta fuori, o giocano tutti senza i due',
    'O2 is exchanged for the card left over in every hand of three, or in the first only':
      'l’O2 si cambia con la carta che avanza in ogni mano in tre, o solo nella prima',
    'who sang and takes every trick wins, or loses alone':
      'chi ha cantato e fa tutte le prese vince, o perde da solo',
    'with a tie and nobody in the middle all with a trick lose, or those who tied':
      'a parità e con nessuno in mezzo perdono tutti quelli con una presa, o i pari',
    'a card that may not be played costs the hand, or is a fault like any other':
      'una carta che non si può giocare costa la mano, o è un errore come gli altri',
    'goes for most or fewest by the points in its hand, and plays its highest or lowest':
      'punta al più o al meno secondo i punti in mano, e gioca la più alta o la più bassa',
    'card points in hand above which it opens for the most': 'punti in mano sopra i quali punta al più',
    '`fixed` counts what the others hold too, where the document compares its hand with nothing': FIXED,
    'counts its trumps and leads cards that cannot be beaten in their suit':
      'conta le sue briscole ed esce con carte che nessuno può battere nel loro seme',
    'points that a trump in hand is counted for': 'punti per ogni briscola in mano',
    'a medio that minds who has failed to follow a suit and who has most points':
      'un medio che ricorda chi non ha risposto a un seme e chi ha più punti',
    'weighs what each card wins or gives away in this trick': 'pesa ciò che ogni carta vince o regala nella presa',
    'Two pairs join tiles end to end; who is out first scores what the others hold.':
      'Due coppie uniscono tessere; chi finisce per primo segna quello che hanno gli altri.',
    'how many play: two pairs': 'in quanti si gioca: due coppie',
    'the score that wins the match; 1 = until the first score':
      'i punti che vincono la partita; 1 = fino ai primi punti',
    'who opens a later hand for its pair: the lower seat chooses, chance, or the winner':
      'chi della coppia apre le mani seguenti: sceglie il primo posto, il caso, o chi ha vinto',
    'a closed hand with equal pips: nobody scores, or the pair that opened loses it':
      'una mano chiusa a punti pari: nessuno segna, o perde la coppia che ha aperto',
    "which tiles left over count: the losing pair's, or all":
      'quali tessere rimaste contano: quelle della coppia che perde, o tutte',
    '`seed`: before each hand every seat tells its partner its doubles and its most frequent number':
      '«doppi e numero»: prima di ogni mano ognuno dice al compagno i suoi doppi e il numero che ha di più',
    'one partner sheds its heaviest tiles, the other blocks the opponents':
      'un compagno lascia le tessere più pesanti, l’altro blocca gli avversari',
    'whether it uses the signal where the house rules have one': 'se usa il segnale dove c’è',
    'plays its doubles first, then what leaves the number it has most of':
      'gioca prima i doppi, poi ciò che lascia il numero che ha di più',
    'weighs each tile: its pips, what it leaves to play, the seats it shuts out':
      'pesa ogni tessera: i suoi punti, ciò che lascia da giocare, chi taglia fuori',
    'Attack, beat or take: the last one with cards is the fool.':
      'Attaccare, battere o prendere: chi resta con le carte è lo sciocco.',
    'how many play, each for himself': 'in quanti si gioca, ognuno per sé',
    'cards in the deck: from six or from two up to the ace': 'carte del mazzo: dal sei o dal due all’asso',
    'until something has been discarded at most five cards attack in a bout':
      'fino al primo scarto attaccano al più cinque carte',
    'games in a match; with several, points decide': 'giochi di una partita; con più di uno decidono i punti',
    'who attacks first in later games: the lowest trump, or the seat before the last durak':
      'chi attacca per primo dopo: la briscola più bassa, o chi siede prima dell’ultimo durak',
    'the bout after which a game is drawn among those who still hold cards':
      'l’attacco dopo il quale il gioco è patta tra chi ha ancora carte',
    'if the last seats run out together: a draw, or the defender is the durak':
      'se gli ultimi finiscono insieme: patta, o è durak chi difende',
    'plays its cheapest card and takes rather than spend a high trump early':
      'gioca la carta che costa meno, e prende piuttosto che spendere presto una briscola alta',
    'weighs what is left of its hand after each card': 'pesa ciò che resta della mano dopo ogni carta',
    '`project` and `article` keep the published slips, `intent` mends them':
      'quelli del progetto e dell’articolo tengono le sviste pubblicate',
    'Cards capture what adds up to them; emptying the table is a scopa.':
      'Le carte catturano ciò che somma come loro; vuotare la tavola è scopa.',
    'each for himself or in pairs; nine cards and four on the table, or ten and none':
      'ognuno per sé o a coppie; nove carte e quattro in tavola, o dieci e nessuna',
    'the score that ends a match of pairs, 0 for a single hand; not with solo9':
      'i punti che chiudono una partita a coppie, 0: una mano sola; non con solo9',
    'the seat that plays first in the first hand; not with solo9':
      'chi gioca per primo nella prima mano; non con solo9',
    'emptying the table with the very last card is a scopa': 'vuotare la tavola con l’ultima carta è scopa',
    'capture any cards that add up, or only sets of the fewest cards':
      'si cattura tutto ciò che somma, o solo con meno carte',
    'draws a card by its trusts in scopa, denari, carte, settebello and primiera alike':
      'estrae una carta secondo la fiducia in scopa, denari, carte, settebello e primiera alla pari',
    '`faithful` keeps two published slips: no trust in a true scopa, trust in a D7 that captures nothing': SLIPS,
    'draws a card by its trusts; wants many cards, and not the primiera':
      'estrae una carta secondo la fiducia; vuole molte carte, e non la primiera',
    'draws a card by its trusts; wants denari, then the primiera':
      'estrae una carta secondo la fiducia; vuole i denari, poi la primiera',
    'draws a card by its trusts; wants sevens': 'estrae una carta secondo la fiducia; vuole i sette',
    'takes what is worth most and leaves no table that adds up to an unseen card':
      'prende ciò che vale di più e non lascia tavola che sommi una carta non vista',
    'how many denari make their point; with 5 two sides may have it':
      'quanti denari danno il loro punto; con 5 possono averlo due parti',
    'the factor of trust in many cards':
      'il fattore della fiducia in molte carte',
    'the factor of trust in emptying the table':
      'il fattore della fiducia nel vuotare la tavola',
    'the factor of trust in the seven of denari':
      'il fattore della fiducia nel sette di denari',
    'the factor of trust in sevens':
      'il fattore della fiducia nei sette',
    'the factor of trust in denari':
      'il fattore della fiducia nei denari',
  },
  said,
  faults: {
    illegal_move: 'Le regole non permettono questa mossa adesso.',
    unreadable: 'Quello che ha dato il bot non è una mossa.',
    script: 'Lo script è finito in un errore.',
    out_of_fuel: 'Il carburante è finito: c’è un ciclo che non termina?',
    out_of_memory: 'Lo script tiene troppo in memoria.',
    out_of_time: 'La chiamata è durata molto più di quanto permette il suo carburante.',
    missing_hook: 'Nello script manca una funzione che l’arbitro chiama, o non si può chiamare così.',
    crashed: 'Il bot è caduto, e con lui il processo che lo eseguiva.',
    resigned: 'Si è arreso.',
  },
};
