/* The line to the controller: USB, one serial port. */
#ifndef SABOT_USB_H
#define SABOT_USB_H

/* Begin; `product` and `serial` are what the host is told, and must stay. */
void usb_start(const char *product, const char *serial);

#endif
