#include "lamp.h"

#include "hardware/adc.h"
#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/timer.h"
#include "light.h"
#include "shoe.h"

/* The pins of the carrier (hardware/board); alarm 0 wakes the main loop. */
enum { PIN_PULSE = 22, PIN_SEEN = 26, INPUT_SEEN = 0, HALF_ALARM = 1 };

static struct light light;
static struct queue *turns;
static bool lit;
static uint16_t lit_steps;
static uint64_t lit_us, next_us;

/* The end of a half: the light has settled, it is sampled, and the other half begins. */
static void half_ends(unsigned alarm)
{
    uint64_t now_us = time_us_64();
    uint16_t steps = adc_read();
    gpio_put(PIN_PULSE, !lit);
    if (lit) {
        lit_steps = steps;
        lit_us = now_us;
    } else if (lit_us && light_pulse(&light, lit_steps, steps, lit_us)) {
        queue_put(turns, (struct edge){.at_us = light.crossed_us, .sensor = SHOE_BAR, .level = light.ink});
    }
    lit = !lit;
    do
        next_us += LIGHT_HALF_US;
    while (hardware_alarm_set_target(alarm, from_us_since_boot(next_us)));
}

void lamp_start(struct queue *into)
{
    turns = into;
    light_start(&light);
    gpio_init(PIN_PULSE);
    gpio_set_dir(PIN_PULSE, GPIO_OUT);
    adc_init();
    adc_gpio_init(PIN_SEEN);
    adc_select_input(INPUT_SEEN);
    hardware_alarm_claim(HALF_ALARM);
    hardware_alarm_set_callback(HALF_ALARM, half_ends);
    irq_set_priority(hardware_alarm_get_irq_num(HALF_ALARM), PICO_HIGHEST_IRQ_PRIORITY);
    next_us = time_us_64() + 4 * LIGHT_HALF_US;
    hardware_alarm_set_target(HALF_ALARM, from_us_since_boot(next_us));
}

bool lamp_sees_ink(void)
{
    return light.ink;
}
