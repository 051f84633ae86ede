/* What the SDK asks of the chip's mask ROM, written for the emulator, which has none. On the chip its own ROM
   is used; this file is never flashed. No floating point, no flash writes: the images need neither.

   Layout, as the SDK looks it up: two vectors, at 0x10 a magic word, at 0x14 the table of functions, at 0x16 that of
   data, at 0x18 the function that searches either. */
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .text

    .word 0x20041f00            /* 0x00: stack */
    .word nothing + 1           /* 0x04: reset; the emulator starts in flash instead */
    .word nothing + 1           /* 0x08 */
    .word nothing + 1           /* 0x0c: hard fault */
    .byte 'M', 'u', 1, 2        /* 0x10: magic, version */
    .hword functions            /* 0x14 */
    .hword data                 /* 0x16 */
    .hword search + 1           /* 0x18 */
    .hword 0

    .macro entry a, b, routine
    .byte \a, \b
    .hword \routine + 1
    .endm

    .align 2
functions:
    entry 'P', '3', popcount
    entry 'R', '3', reverse
    entry 'L', '3', leading_zeros
    entry 'T', '3', trailing_zeros
    entry 'M', 'S', fill
    entry 'S', '4', fill
    entry 'M', 'C', copy
    entry 'C', '4', copy
    entry 'I', 'F', nothing     /* connect the flash; */
    entry 'E', 'X', nothing     /* leave execution in place; */
    entry 'F', 'C', nothing     /* empty its cache; */
    entry 'C', 'X', nothing     /* enter it again: all done by nobody */
    entry 'U', 'B', to_flashing
data:
    .word 0

/* r0: table, r1: code. The routine, or 0. */
search:
    ldrh r2, [r0]
    cmp r2, #0
    beq 2f
    cmp r2, r1
    beq 1f
    adds r0, #4
    b search
1:  ldrh r0, [r0, #2]
    bx lr
2:  movs r0, #0
nothing:
    bx lr

to_flashing:
    bkpt #1
    b to_flashing

popcount:
    movs r1, #0
1:  cmp r0, #0
    beq 2f
    subs r2, r0, #1
    ands r0, r2
    adds r1, #1
    b 1b
2:  movs r0, r1
    bx lr

reverse:
    movs r1, #0
    movs r2, #32
1:  lsrs r0, r0, #1
    adcs r1, r1
    subs r2, #1
    bne 1b
    movs r0, r1
    bx lr

leading_zeros:
    movs r1, #0
    cmp r0, #0
    beq 2f
1:  cmp r0, #0
    blt 3f
    lsls r0, r0, #1
    adds r1, #1
    b 1b
2:  movs r1, #32
3:  movs r0, r1
    bx lr

trailing_zeros:
    movs r1, #0
    cmp r0, #0
    beq 2f
1:  lsrs r0, r0, #1
    bcs 3f
    adds r1, #1
    b 1b
2:  movs r1, #32
3:  movs r0, r1
    bx lr

/* r0: to, r1: byte, r2: how many. Returns r0. */
fill:
    movs r3, r0
1:  subs r2, #1
    bcc 2f
    strb r1, [r3]
    adds r3, #1
    b 1b
2:  bx lr

/* r0: to, r1: from, r2: how many bytes. Returns r0. By words where both begin at one. */
copy:
    push {r4, lr}
    movs r3, r0
    movs r4, r0
    orrs r4, r1
    lsls r4, r4, #30
    bne 2f
1:  subs r2, #4
    bcc 3f
    ldmia r1!, {r4}
    stmia r3!, {r4}
    b 1b
3:  adds r2, #4
2:  subs r2, #1
    bcc 4f
    ldrb r4, [r1]
    strb r4, [r3]
    adds r1, #1
    adds r3, #1
    b 2b
4:  pop {r4, pc}
