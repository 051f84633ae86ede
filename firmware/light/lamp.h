/* The reading head at the chip: the lamp pulsed from a pin, the light asked of the converter (docs/optics.md). */
#ifndef SABOT_LAMP_H
#define SABOT_LAMP_H

#include "light.h"
#include "queue.h"

/* What the head sees before anything runs: the brightest sample with the lamp off, and whether the lamp shows more than
   any black does. */
struct lamp_trial {
    uint16_t hall;
    bool paper;
};

/* Look so long that a hall that flickers at 100 Hz is seen at its brightest. Asked once, before lamp_start. */
struct lamp_trial lamp_try(void);

/* From now on an alarm of its own switches the lamp, and puts each turn from paper to ink or back into the queue: its
   time is where the light went through the level, which is a little before it is put there. */
void lamp_start(struct queue *turns);

/* Whether the head sees ink, or black without a card. */
bool lamp_sees_ink(void);

/* What the head has seen since this was asked last. */
void lamp_tell(struct light_told *told);

#endif
