/* The reading head at the chip: the lamp pulsed from a pin, the light asked of the converter (docs/optics.md). */
#ifndef SABOT_LAMP_H
#define SABOT_LAMP_H

#include "queue.h"

/* From now on an alarm of its own switches the lamp, and puts each turn from paper to ink or back into the queue: its
   time is where the light went through the level, which is a little before it is put there. */
void lamp_start(struct queue *turns);

/* Whether the head sees ink, or black without a card. */
bool lamp_sees_ink(void);

#endif
