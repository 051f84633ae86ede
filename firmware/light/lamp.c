#include "lamp.h"

#include "hardware/adc.h"
#include "hardware/gpio.h"
#include "hardware/irq.h"
#include "hardware/sync.h"
#include "hardware/timer.h"
#include "light.h"
#include "shoe.h"

/* The pins of the carrier (hardware/board); alarm 0 wakes the main loop. */
enum { PIN_PULSE = 22, PIN_SEEN = 26, INPUT_SEEN = 0, HALF_ALARM = 1 };
enum { TRIAL_US = 10000, TRIAL_PULSES = LIGHT_SETTLES }; /* so long without the lamp, a period of 100 Hz; then this number of pulses */

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

/* One half, and the sample at its end. */
static uint16_t half(bool on)
{
    gpio_put(PIN_PULSE, on);
    busy_wait_us_32(LIGHT_HALF_US);
    return adc_read();
}

struct lamp_trial lamp_try(void)
{
    gpio_init(PIN_PULSE);
    gpio_set_dir(PIN_PULSE, GPIO_OUT);
    adc_init();
    adc_gpio_init(PIN_SEEN);
    adc_select_input(INPUT_SEEN);
    struct lamp_trial trial = {0};
    for (uint64_t ends_us = time_us_64() + TRIAL_US; time_us_64() < ends_us;) {
        uint16_t steps = half(false);
        if (steps > trial.hall)
            trial.hall = steps;
    }
    light_start(&light);
    for (unsigned each = 0; each < TRIAL_PULSES; each++) {
        uint16_t steps = half(true);
        light_pulse(&light, steps, half(false), time_us_64());
    }
    trial.paper = light.raw / 2 > LIGHT_BLACK_MOST;
    return trial;
}

void lamp_start(struct queue *into)
{
    turns = into;
    light_start(&light);
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

void lamp_tell(struct light_told *told)
{
    uint32_t state = save_and_disable_interrupts(); /* or a pulse would come between */
    light_tell(&light, told);
    restore_interrupts(state);
}
