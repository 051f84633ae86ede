#include "usb.h"

#include <string.h>

#include "pico/bootrom.h"
#include "tusb.h"

/* The vendor number of the chip's maker and the product number that it gives to serial ports of its SDK. */
enum { VENDOR = 0x2e8a, PRODUCT = 0x000a };
enum { CONTROL, DATA, INTERFACES };
enum { NOTIFY_IN = 0x81, DATA_OUT = 0x02, DATA_IN = 0x82 };
enum { CURRENT_AT = 8 }; /* bMaxPower of the descriptor */
enum { LANGUAGE, MAKER_TEXT, PRODUCT_TEXT, SERIAL_TEXT, TEXTS };

#define TEXT_MOST 31
#define CONFIGURATION_LENGTH (TUD_CONFIG_DESC_LEN + TUD_CDC_DESC_LEN)

static const char *texts[TEXTS] = {"", "Sabot", "", ""};

static const tusb_desc_device_t DEVICE_DESCRIPTOR = {
    .bLength = sizeof DEVICE_DESCRIPTOR,
    .bDescriptorType = TUSB_DESC_DEVICE,
    .bcdUSB = 0x0200,
    .bDeviceClass = TUSB_CLASS_MISC,
    .bDeviceSubClass = MISC_SUBCLASS_COMMON,
    .bDeviceProtocol = MISC_PROTOCOL_IAD,
    .bMaxPacketSize0 = CFG_TUD_ENDPOINT0_SIZE,
    .idVendor = VENDOR,
    .idProduct = PRODUCT,
    .bcdDevice = 0x0100,
    .iManufacturer = MAKER_TEXT,
    .iProduct = PRODUCT_TEXT,
    .iSerialNumber = SERIAL_TEXT,
    .bNumConfigurations = 1,
};

/* The current is filled in at the start. */
static uint8_t configuration[CONFIGURATION_LENGTH] = {
    TUD_CONFIG_DESCRIPTOR(1, INTERFACES, 0, CONFIGURATION_LENGTH, 0, 500),
    TUD_CDC_DESCRIPTOR(CONTROL, PRODUCT_TEXT, NOTIFY_IN, 8, DATA_OUT, DATA_IN, 64),
};

void usb_start(const char *product, const char *serial, uint16_t milliamperes)
{
    configuration[CURRENT_AT] = (uint8_t)((milliamperes + 1u) / 2u); /* in steps of 2 mA */
    texts[PRODUCT_TEXT] = product;
    texts[SERIAL_TEXT] = serial;
    tusb_init();
}

const uint8_t *tud_descriptor_device_cb(void)
{
    return (const uint8_t *)&DEVICE_DESCRIPTOR;
}

const uint8_t *tud_descriptor_configuration_cb(uint8_t index)
{
    (void)index;
    return configuration;
}

/* The text as USB wants it: length and type, then two bytes a character. */
const uint16_t *tud_descriptor_string_cb(uint8_t index, uint16_t language)
{
    static uint16_t descriptor[TEXT_MOST + 1];
    (void)language;
    if (index >= TEXTS)
        return NULL;
    size_t length = strlen(texts[index]);
    if (length > TEXT_MOST)
        length = TEXT_MOST;
    for (size_t each = 0; each < length; each++)
        descriptor[1 + each] = (uint8_t)texts[index][each];
    if (index == LANGUAGE) {
        descriptor[1] = 0x0409; /* English */
        length = 1;
    }
    descriptor[0] = (uint16_t)(TUSB_DESC_STRING << 8 | (2 * length + 2));
    return descriptor;
}

/* 1200 baud: a host sets that in order to flash (the custom of such boards). */
void tud_cdc_line_coding_cb(uint8_t port, const cdc_line_coding_t *coding)
{
    (void)port;
    if (coding->bit_rate == 1200)
        reset_usb_boot(0, 0);
}
