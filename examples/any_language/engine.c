/* A Quoridor engine that speaks the line protocol of juez. It walks the shortest path.
 *
 * cc -std=c99 -Wall -Wextra -O2 -o engine engine.c
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 9, SQUARES = SIZE * SIZE, SEATS = 4, FAR = 1000 };

/* A square is 9 * row + file, both from 0: a1 is 0. A wall lies at its south-west corner square. */
typedef struct {
    int seats, turn;
    int pawn[SEATS], walls_left[SEATS];
    bool third_pawn_side;
    bool across[SQUARES], upright[SQUARES]; /* walls such as e3h, and such as e3v */
} Game;

static const int STEP_X[] = {0, 1, 0, -1}, STEP_Y[] = {1, 0, -1, 0}; /* north, east, south, west */

static bool has_wall(const bool walls[SQUARES], int x, int y) {
    return x >= 0 && y >= 0 && x < SIZE - 1 && y < SIZE - 1 && walls[SIZE * y + x];
}

/* Returns the adjacent square, or -1 if the edge or a wall is in the way. */
static int next_to(const Game *game, int from, int way) {
    int x = from % SIZE, y = from / SIZE, to_x = x + STEP_X[way], to_y = y + STEP_Y[way];
    if (to_x < 0 || to_y < 0 || to_x >= SIZE || to_y >= SIZE) return -1;
    if (to_x < x) x = to_x; /* the corner that a wall between the two would have */
    if (to_y < y) y = to_y;
    bool wall = STEP_Y[way] ? has_wall(game->across, x, y) || has_wall(game->across, x - 1, y)
                            : has_wall(game->upright, x, y) || has_wall(game->upright, x, y - 1);
    return wall ? -1 : SIZE * to_y + to_x;
}

static bool is_goal(const Game *game, int seat, int square) {
    int side = game->seats == 2 ? 2 * seat : seat; /* the side of the board where the seat began */
    int line = side % 2 ? square % SIZE : square / SIZE;
    return line == (side < 2 ? SIZE - 1 : 0);
}

/* Returns the steps from a square to the goal line of a seat, or FAR. Ignores pawns. */
static int distance(const Game *game, int seat, int from) {
    int steps[SQUARES], queue[SQUARES], head = 0, tail = 0;
    for (int i = 0; i < SQUARES; i++) steps[i] = FAR;
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        int here = queue[head++];
        if (is_goal(game, seat, here)) return steps[here];
        for (int way = 0; way < 4; way++) {
            int there = next_to(game, here, way);
            if (there >= 0 && steps[there] == FAR) {
                steps[there] = steps[here] + 1;
                queue[tail++] = there;
            }
        }
    }
    return FAR;
}

static bool has_pawn(const Game *game, int square) {
    for (int seat = 0; seat < game->seats; seat++)
        if (game->pawn[seat] == square) return true;
    return false;
}

/* Finds the squares that the pawn can go to, jumps included. */
static int pawn_moves(const Game *game, int moves[]) {
    int n = 0;
    for (int way = 0; way < 4; way++) {
        int to = next_to(game, game->pawn[game->turn], way);
        if (to < 0) continue;
        if (!has_pawn(game, to)) {
            moves[n++] = to;
            continue;
        }
        int behind = next_to(game, to, way);
        if (behind >= 0 && !has_pawn(game, behind)) {
            moves[n++] = behind;
        } else if (behind < 0 || game->third_pawn_side) {
            for (int aside = 1; aside < 4; aside += 2) {
                int beside = next_to(game, to, (way + aside) % 4);
                if (beside >= 0 && !has_pawn(game, beside)) moves[n++] = beside;
            }
        }
    }
    return n;
}

static bool may_build(Game *game, bool upright, int x, int y) {
    bool *walls = upright ? game->upright : game->across;
    if (has_wall(game->across, x, y) || has_wall(game->upright, x, y)) return false;
    int dx = !upright, dy = upright;
    if (has_wall(walls, x - dx, y - dy) || has_wall(walls, x + dx, y + dy)) return false;
    walls[SIZE * y + x] = true;
    bool paths = true;
    for (int seat = 0; seat < game->seats; seat++)
        paths = paths && distance(game, seat, game->pawn[seat]) < FAR;
    walls[SIZE * y + x] = false;
    return paths;
}

/* Writes the move that brings the pawn nearest to its goal. */
static void choose(Game *game, char move[5]) {
    int moves[12], n = pawn_moves(game, moves), best = FAR;
    strcpy(move, "pass"); /* legal where nothing else is */
    for (int i = 0; i < n; i++) {
        int steps = distance(game, game->turn, moves[i]);
        if (steps < best) {
            best = steps;
            sprintf(move, "%c%c", 'a' + moves[i] % SIZE, '1' + moves[i] / SIZE);
        }
    }
    if (n > 0 || game->walls_left[game->turn] == 0) return;
    for (int i = 0; i < 2 * SQUARES; i++) { /* a pawn that is shut in has to build */
        int x = i / 2 % SIZE, y = i / 2 / SIZE;
        if (x < SIZE - 1 && y < SIZE - 1 && may_build(game, i % 2, x, y))
            sprintf(move, "%c%c%c", 'a' + x, '1' + y, i % 2 ? 'v' : 'h');
    }
}

/* Plays a move of `length` letters; false if it cannot be read. */
static bool play(Game *game, const char *move, size_t length) {
    if (length == 2 || length == 3) {
        int last = length == 2 ? SIZE : SIZE - 1, x = move[0] - 'a', y = move[1] - '1';
        if (x < 0 || y < 0 || x >= last || y >= last) return false;
        if (length == 2) {
            game->pawn[game->turn] = SIZE * y + x;
        } else {
            if (move[2] != 'h' && move[2] != 'v') return false;
            (move[2] == 'h' ? game->across : game->upright)[SIZE * y + x] = true;
            if (game->walls_left[game->turn]-- == 0) return false;
        }
    } else if (length != 4 || strncmp(move, "pass", 4) != 0) {
        return false;
    }
    game->turn = (game->turn + 1) % game->seats;
    return true;
}

/* Returns the value of a key in JSON, or null. Finds the first such key, at any depth. */
static const char *value_of(const char *json, const char *key) {
    char quoted[32];
    sprintf(quoted, "\"%s\"", key);
    const char *at = strstr(json, quoted);
    if (!at) return NULL;
    at += strlen(quoted);
    while (isspace((unsigned char)*at) || *at == ':') at++;
    return at;
}

static bool new_game(Game *game, const char *options) {
    static const int START[] = {4, 36, 76, 44}; /* e1, a5, e9, i5 */
    const char *seats = value_of(options, "seats"), *walls = value_of(options, "walls");
    const char *third = value_of(options, "third_pawn_side");
    memset(game, 0, sizeof *game);
    game->seats = seats ? atoi(seats) : 2;
    game->third_pawn_side = !third || *third != 'f';
    if (game->seats != 2 && game->seats != 4) return false;
    for (int seat = 0; seat < game->seats; seat++) {
        game->pawn[seat] = START[game->seats == 2 ? 2 * seat : seat];
        game->walls_left[seat] = walls ? atoi(walls) : 20 / game->seats;
    }
    return true;
}

/* Plays the moves of a text: words, or the strings of a JSON list. */
static bool play_all(Game *game, const char *moves) {
    while (true) {
        moves += strspn(moves, " \t[\",");
        size_t length = strcspn(moves, " \t\r\n]\",");
        if (length == 0) return true;
        if (!play(game, moves, length)) return false;
        moves += length;
    }
}

static bool set_position(Game *game, const char *text) {
    if (strncmp(text, "record ", 7) == 0) {
        const char *options = value_of(text, "options"), *moves = value_of(text, "moves");
        return moves && new_game(game, options ? options : "") && play_all(game, moves);
    }
    if (strncmp(text, "start moves ", 12) == 0) return play_all(game, text + 12);
    return strcmp(text, "start") == 0;
}

int main(void) {
    static char line[1 << 20];
    Game first, game;
    new_game(&first, "");
    game = first;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* the other side waits for each line */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!strcmp(line, "quit")) break;
        if (!strcmp(line, "juez")) {
            puts("id name walker\nid game quoridor\nok");
        } else if (!strncmp(line, "newgame", 7)) {
            puts(new_game(&first, line + 7) ? "ok" : "error only 2 or 4 seats can play");
            game = first;
        } else if (!strncmp(line, "position ", 9)) {
            Game next = first;
            if (set_position(&next, line + 9)) game = next;
            else puts("error cannot read the position");
        } else if (!strncmp(line, "go", 2)) {
            char move[5];
            choose(&game, move);
            printf("info distance %d\n", distance(&game, game.turn, game.pawn[game.turn]));
            printf("bestmove %s\n", move);
        } else if (strcmp(line, "stop") != 0) { /* every search is over at once */
            puts("error unknown command");
        }
    }
    return 0;
}
