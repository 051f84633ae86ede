/* The line to the controller: USB, one serial port. */
#ifndef SABOT_USB_H
#define SABOT_USB_H

#include <stdint.h>

/* Begin; `product` and `serial` are what the host is told, and must stay; so is how much current the board draws. */
void usb_start(const char *product, const char *serial, uint16_t milliamperes);

#endif
