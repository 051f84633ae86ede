/* The board: pins, clock, line and watchdog for the device that is linked into this image. */
#include <string.h>

#include "device.h"
#include "hardware/gpio.h"
#include "hardware/structs/rosc.h"
#include "hardware/sync.h"
#include "hardware/timer.h"
#include "hardware/watchdog.h"
#include "pico/unique_id.h"
#include "pins.h"
#include "tusb.h"
#include "usb.h"

/* The loop wakes on every interrupt, when the device asks for it, and at regular intervals. */
enum { WATCHDOG_MS = 1000, WAKE_US = 10000, WAKE_LEAST_US = 20, WAKE_ALARM = 0 };

#define PIN_COUNT (sizeof PINS / sizeof PINS[0])

static struct link link;
static struct queue edges;
static char serial[2 * PICO_UNIQUE_BOARD_ID_SIZE_BYTES + 1];
static char firmware[LINK_TEXT_MAX + 1];

static bool level_of(unsigned sensor)
{
    return gpio_get(PINS[sensor].gpio) == PINS[sensor].high;
}

static int sensor_on(unsigned gpio)
{
    for (unsigned each = 0; each < PIN_COUNT; each++)
        if (PINS[each].gpio == gpio)
            return (int)each;
    return -1;
}

/* A pin changed. If it changed twice before this interrupt, both edges are given, the present level last. */
static void changed(unsigned gpio, uint32_t events)
{
    int sensor = sensor_on(gpio);
    if (sensor < 0)
        return;
    struct edge edge = {.at_us = time_us_64(), .sensor = (uint8_t)sensor};
    bool twice = (events & (GPIO_IRQ_EDGE_RISE | GPIO_IRQ_EDGE_FALL)) == (GPIO_IRQ_EDGE_RISE | GPIO_IRQ_EDGE_FALL);
    edge.level = twice ? level_of(edge.sensor) : !(events & GPIO_IRQ_EDGE_RISE) != PINS[sensor].high;
    if (twice) {
        struct edge first = edge;
        first.level = !edge.level;
        queue_put(&edges, first);
    }
    queue_put(&edges, edge);
}

/* Only wakes the loop, which then reads the time. */
static void woken(unsigned alarm)
{
    (void)alarm;
}

/* Another number at each start: noise of the ring oscillator, and how often the watchdog's memory has been here. */
static uint32_t boot_number(void)
{
    uint32_t number = ++watchdog_hw->scratch[0];
    for (int each = 0; each < 64; each++) {
        number = (number << 1 | number >> 31) * 0x9e3779b1u + (rosc_hw->randombit & 1);
        busy_wait_us_32(1 + (number & 3));
    }
    return number;
}

/* What hello says of this start: the version, the self-test, and whether the watchdog had to help. */
static struct identity identity(const bool *levels)
{
    strncpy(firmware, device_self_test(levels), sizeof firmware - 1);
    if (watchdog_enable_caused_reboot()) /* and not the chip's own loader, which starts a new image by it */
        strncat(firmware, " by watchdog", sizeof firmware - 1 - strlen(firmware));
    pico_get_unique_board_id_string(serial, sizeof serial);
    return (struct identity){DEVICE.kind, serial, firmware, boot_number()};
}

static void start_pins(bool *levels)
{
    gpio_init(PIN_LAMP);
    gpio_set_dir(PIN_LAMP, GPIO_OUT);
    gpio_set_irq_callback(changed);
    for (unsigned each = 0; each < PIN_COUNT; each++) {
        gpio_init(PINS[each].gpio);
        gpio_pull_up(PINS[each].gpio);
    }
    busy_wait_us_32(1000); /* the pull-ups need their time */
    for (unsigned each = 0; each < PIN_COUNT; each++) {
        levels[each] = level_of(each);
        gpio_set_irq_enabled(PINS[each].gpio, GPIO_IRQ_EDGE_RISE | GPIO_IRQ_EDGE_FALL, true);
    }
    irq_set_enabled(IO_IRQ_BANK0, true);
}

static void start(void)
{
    bool levels[PIN_COUNT];
    start_pins(levels);
    struct identity me = identity(levels);
    link_start(&link, me, time_us_64());
    device_start(&link, levels, time_us_64());
    usb_start(DEVICE.product, serial, DEVICE.milliamperes);
    hardware_alarm_claim(WAKE_ALARM);
    hardware_alarm_set_callback(WAKE_ALARM, woken);
    watchdog_enable(WATCHDOG_MS, true);
}

/* After edges were lost: each sensor as it is now. Nothing may come between, or it would be overtaken. */
static void levels_again(void)
{
    uint32_t state = save_and_disable_interrupts();
    for (unsigned each = 0; each < PIN_COUNT; each++)
        queue_put(&edges, (struct edge){.at_us = time_us_64(), .sensor = (uint8_t)each, .level = level_of(each)});
    restore_interrupts(state);
}

/* All edges so far, then the time that was read before them: none of them is younger than what has settled. */
static void look(uint64_t now_us)
{
    struct edge edge;
    while (queue_take(&edges, &edge))
        device_edge(&link, &edge);
    uint32_t lost = queue_lost(&edges);
    if (lost) {
        device_lost(&link, lost, now_us);
        levels_again();
    }
    device_tick(&link, now_us);
}

static void talk(uint64_t now_us)
{
    bool open = tud_cdc_connected();
    if (open != link.open) {
        tud_cdc_write_clear();
        gpio_put(PIN_LAMP, open);
    }
    link_line(&link, open, now_us);
    while (tud_cdc_available())
        link_hear(&link, (uint8_t)tud_cdc_read_char(), now_us);
    static uint8_t out[FRAME_MAX + 1]; /* here and not on the stack, which has 2 KB */
    while (tud_cdc_write_available() >= sizeof out) {
        size_t length = link_next(&link, now_us, out);
        if (length == 0)
            break;
        tud_cdc_write(out, (uint32_t)length);
    }
    tud_cdc_write_flush();
}

/* Wait for an interrupt; one that has already come ends the wait at once. So does a moment that is over before its alarm
   is set, as where the flash is slow. Interrupts are off meanwhile, or the alarm could come and go before the wait; then
   nothing would end it but the watchdog. */
static void rest(uint64_t now_us)
{
    uint32_t due_us = device_due_us(now_us);
    uint32_t state = save_and_disable_interrupts();
    absolute_time_t until = make_timeout_time_us(due_us < WAKE_US ? due_us + WAKE_LEAST_US : WAKE_US);
    bool missed = hardware_alarm_set_target(WAKE_ALARM, until);
    if (!missed && edges.read == edges.written && !tud_task_event_ready())
        __wfi();
    restore_interrupts(state);
}

/* The SDK calls this when it cannot continue: the watchdog restarts the board. */
void stopped(const char *why, ...);
void stopped(const char *why, ...)
{
    (void)why;
    for (;;)
        ;
}

int main(void)
{
    start();
    for (;;) {
        watchdog_update();
        tud_task();
        uint64_t now_us = time_us_64();
        look(now_us);
        talk(now_us);
        rest(now_us);
    }
}
