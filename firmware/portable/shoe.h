/* The sensors of the shoe, by number; true is dark, a card in the mouth, an open lid. */
#ifndef SABOT_SHOE_H
#define SABOT_SHOE_H

enum shoe_sensor { SHOE_BAR, SHOE_GATE, SHOE_LID, SHOE_SENSORS };

#endif
