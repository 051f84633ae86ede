/* The module `compiled`: a search as Python sees it. All that comes in is checked here, so that no caller can
 * lead the search astray. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "search.h"

enum { NOBODY = 255 };

struct object {
    PyObject_HEAD
    struct search search;
    bool is_busy; /* it runs without Python's lock: a second thread is turned away */
};

static struct object *object_of(PyObject *self)
{
    return (struct object *)(void *)self;
}

static bool refused(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return false;
}

/* --- a deal */

static bool read_hands(struct deal *deal, const char *owners, Py_ssize_t length)
{
    if (deal->players < 2 || deal->players > PLAYERS_MOST || length != CARDS)
        return refused("two to eight players hold the 52 cards");
    for (int bit = 0; bit < CARDS; bit++) {
        int owner = (unsigned char)owners[bit];
        if (owner >= deal->players && owner != NOBODY)
            return refused("a card has an owner who does not play");
        if (owner != NOBODY)
            deal->hands[owner] |= card(bit);
    }
    for (int player = 0; player < deal->players; player++)
        if (count_all(deal->hands[player]) > RANKS)
            return refused("a hand has thirteen cards at most");
    return true;
}

static bool read_goal(struct deal *deal, int side, int asked)
{
    if (side < 0 || side >= 1 << deal->players)
        return refused("the side has players who do not play");
    if (deal->trump < NONE || deal->trump >= SUITS || asked < NONE || asked >= CARDS)
        return refused("trumps or the asked card are not of the pack");
    for (int player = 0; player < deal->players; player++) {
        deal->sides[player] = side >> player & 1;
        if (asked != NONE && deal->hands[player] & card(asked)) {
            deal->asked = card(asked);
            deal->asked_suit = asked / RANKS;
            deal->asked_of = player;
        }
    }
    return true;
}

static PyObject *object_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"owners", "players", "side", "exactly", "trump", "ruff", "head", "asked", NULL};
    struct deal deal = {.asked_suit = NONE, .asked_of = NONE};
    const char *owners;
    Py_ssize_t length;
    int side, exactly, ruff, head, asked;
    if (!PyArg_ParseTupleAndKeywords(args, named, "y#iipippi", names, &owners, &length, &deal.players, &side,
                                     &exactly, &deal.trump, &ruff, &head, &asked))
        return NULL;
    deal.exactly = exactly;
    deal.ruff = ruff;
    deal.head = head;
    if (!read_hands(&deal, owners, length) || !read_goal(&deal, side, asked))
        return NULL;
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (self && !search_open(&object_of(self)->search, &deal)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return self;
}

static void object_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    search_close(&object_of(self)->search);
    release(self);
    Py_DECREF(type);
}

/* --- a question */

static bool read_cards(const struct deal *deal, struct question *question, int leader)
{
    cards_t all = 0;
    if (leader < 0 || leader >= deal->players)
        return refused("the leader does not play");
    question->left = count_all(deal->hands[leader] & question->cards);
    for (int player = 0; player < deal->players; player++) {
        all |= deal->hands[player];
        if (count_all(deal->hands[player] & question->cards) != question->left)
            return refused("every hand has as many cards before a trick");
    }
    return question->cards & ~all ? refused("cards are left that nobody holds") : true;
}

static bool read_trick(const struct deal *deal, struct question *question, int leader, const char *plays,
                       Py_ssize_t length)
{
    if (length >= deal->players)
        return refused("a trick under way lacks a card at least");
    question->player = leader;
    question->to_come = deal->players;
    for (Py_ssize_t nth = 0; nth < length; nth++) {
        int bit = (unsigned char)plays[nth], player = question->player;
        if (bit >= CARDS || !(deal->hands[player] & question->cards & card(bit)))
            return refused("a card was played that its player does not hold");
        question->laid =
            nth ? with_card(question->laid, bit, player, deal->trump) : led_with(bit, player);
        question->player = (player + 1) % deal->players;
        question->to_come--;
    }
    return true;
}

static PyObject *object_made(PyObject *self, PyObject *args, PyObject *named)
{
    static char *names[] = {"cards", "leader", "plays", "need", "limit", NULL};
    struct object *object = object_of(self);
    struct question question = {.cards = 0};
    unsigned long long cards;
    long long limit;
    const char *plays;
    Py_ssize_t length;
    int leader;
    if (!PyArg_ParseTupleAndKeywords(args, named, "Kiy#iL", names, &cards, &leader, &plays, &length,
                                     &question.need, &limit))
        return NULL;
    question.cards = cards;
    if (!read_cards(&object->search.deal, &question, leader) ||
        !read_trick(&object->search.deal, &question, leader, plays, length))
        return NULL;
    if (object->is_busy) {
        PyErr_SetString(PyExc_RuntimeError, "this search is under way in another thread");
        return NULL;
    }
    enum verdict verdict;
    object->is_busy = true;
    object->search.limit = limit;
    Py_BEGIN_ALLOW_THREADS
    verdict = search_ask(&object->search, &question);
    Py_END_ALLOW_THREADS
    object->is_busy = false;
    if (verdict == UNDECIDED)
        Py_RETURN_NONE;
    return PyBool_FromLong(verdict == MADE);
}

static PyObject *object_positions(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(object_of(self)->search.positions);
}

/* --- the module */

static PyMethodDef METHODS[] = {
    {"made", (PyCFunction)(void (*)(void))object_made, METH_VARARGS | METH_KEYWORDS,
     "Whether the side takes as many tricks; None at the limit."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef FIGURES[] = {
    {"positions", object_positions, NULL, "How many positions it has looked at.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, (void *)"The search in one deal. It remembers what it found."},
    {Py_tp_new, (void *)object_new},
    {Py_tp_dealloc, (void *)object_dealloc},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, FIGURES},
    {0, NULL},
};

static PyType_Spec SEARCH = {
    .name = "sabot.games.tricks.double_dummy.compiled.Search",
    .basicsize = sizeof(struct object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = SLOTS,
};

static PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT,
    .m_name = "compiled",
    .m_doc = "The search with all hands open, in C.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_compiled(void)
{
    PyObject *module = PyModule_Create(&MODULE);
    PyObject *type = module ? PyType_FromSpec(&SEARCH) : NULL;
    if (!type || PyModule_AddObjectRef(module, "Search", type) < 0)
        Py_CLEAR(module);
    Py_XDECREF(type);
    return module;
}
