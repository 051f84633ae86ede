/* The shoe under the names that the device of the reading head calls (../light/CMakeLists.txt does so for the chip). */
#define DEVICE PLAIN_SHOE
#define device_start shoe_start
#define device_edge shoe_edge
#define device_lost shoe_lost
#define device_tick shoe_tick
#define device_self_test shoe_self_test

#include "../portable/shoe.c"
