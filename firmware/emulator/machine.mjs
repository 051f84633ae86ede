// One emulated board: the image that is flashed, in rp2040js, with a USB host that opens and closes its port.
//
// What rp2040js leaves out is added here: a boot ROM (ours), the flash chip's own number, noise of the ring
// oscillator, a host that waits with reading until there is something, a reset by the watchdog.
import { readFileSync } from 'node:fs';
import { ConsoleLogger, GPIOPinState, LogLevel, RP2040, USBCDC } from 'rp2040js';

const FLASH = 0x10000000;
const SSI = 0x18000, WATCHDOG = 0x40058, ROSC = 0x40060;
const SSI_DATA = 0x60, READ_FLASH_NUMBER = 0x4b, BEFORE_NUMBER = 5;
const ROSC_BIT = 0x1c, FORCED = 2, REBOOT_WORD = 4, LAMP = 22;
const DTR = 1, RTS = 2;
const STACK_FROM = 0x40000, STACK_TO = 0x42000, UNTOUCHED = 0xa5;
const CONFIGURATION = 2, STRING = 3, ENGLISH = [0x09, 0x04];
const TO_INTERFACE = 0x21, SET_LINE_CODING = 0x20, LINE_CODING_BYTES = 7;

/** The bytes of a UF2 file, put where they say. */
function loadUf2(file, flash) {
  const data = readFileSync(file);
  for (let at = 0; at + 512 <= data.length; at += 512) {
    const address = data.readUInt32LE(at + 12), size = data.readUInt32LE(at + 16);
    flash.set(data.subarray(at + 32, at + 32 + size), address - FLASH);
  }
}

/** A generator of noise that is the same for the same seed. */
function noise(seed) {
  let state = (seed >>> 0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export class Machine {
  /** @param given image, rom, seed, number (8 bytes of the flash chip), onBytes(Uint8Array, µs), onReset() */
  constructor(given, watchdog = null) {
    this.given = given;
    this.levels = given.levels ?? {};
    this.random = given.random ??= noise(given.seed);
    this.edges = [];
    this.pulled = true;
    this.pending = null;
    this.outgoing = [];
    this.lights = [[0, 30, 0]]; // black, and no card
    this.waitingRead = null;
    this.connected = false;
    this.build(watchdog);
  }

  build(watchdog) {
    const rp2040 = (this.rp2040 = new RP2040());
    rp2040.logger = new ConsoleLogger(LogLevel.Error, false);
    rp2040.logger.error = (part, text) => process.stderr.write(`${part}: ${text}\n`);
    const rom = readFileSync(this.given.rom);
    const words = new Uint32Array(4096);
    for (let at = 0; at + 4 <= rom.length; at += 4) words[at / 4] = rom.readUInt32LE(at);
    rp2040.loadBootrom(words.subarray(0, rp2040.bootrom.length));
    loadUf2(this.given.image, rp2040.flash);
    this.addFlashNumber(rp2040.peripherals[SSI]);
    this.addNoise(rp2040.peripherals[ROSC]);
    this.addWatchdog(rp2040.peripherals[WATCHDOG], watchdog);
    this.addLight(rp2040.adc);
    this.addHost();
    this.edgeAlarm = rp2040.clock.createAlarm(() => this.nextEdges());
    for (const [pin, level] of Object.entries(this.levels)) rp2040.gpio[pin].setInputValue(!!level);
    rp2040.sram.fill(UNTOUCHED, STACK_FROM, STACK_TO);
    rp2040.core.blTaken = (core) => this.called(core.PC & ~1);
    rp2040.core.PC = FLASH;
    this.base = this.base ?? 0;
  }

  addFlashNumber(ssi) {
    let index = -1;
    const write = ssi.writeUint32.bind(ssi), read = ssi.readUint32.bind(ssi);
    ssi.writeUint32 = (offset, value) => {
      if (offset === SSI_DATA) index = value === READ_FLASH_NUMBER && index < 0 ? 0 : index < 0 ? -1 : index + 1;
      write(offset, value);
    };
    ssi.readUint32 = (offset) => {
      if (offset !== SSI_DATA || index < 0) return read(offset);
      const byte = index < BEFORE_NUMBER ? 0 : this.given.number[index - BEFORE_NUMBER] ?? 0;
      if (index >= BEFORE_NUMBER + 7) index = -1;
      return byte;
    };
  }

  addNoise(rosc) {
    const read = rosc.readUint32.bind(rosc);
    rosc.readUint32 = (offset) => (offset === ROSC_BIT ? (this.random() >>> 7) & 1 : read(offset));
  }

  addWatchdog(watchdog, before) {
    if (before) {
      watchdog.reason = before.reason;
      watchdog.scratchData.set(before.scratchData);
    }
    watchdog.onWatchdogTrigger = () => {
      this.resetBy = watchdog;
      watchdog.alarm.enable = watchdog.timer.enable = false; // or it fires again at once, for ever
    };
  }

  /** The converter sees what the reading head sends: another light while the lamp's pin is high. */
  addLight(adc) {
    adc.onADCRead = () => {
      while (this.lights.length > 1 && this.lights[1][0] <= this.micros) this.lights.shift();
      const [, lit, dark] = this.lights[0];
      adc.channelValues[0] = this.rp2040.gpio[LAMP].value === GPIOPinState.High ? lit : dark;
      adc.currentChannel = 0;
      adc.sampleAlarm.schedule(adc.sampleTime * 1000);
    };
  }

  /** Light to come, in order: [µs, converter's steps with the lamp, without]. */
  shine(lights) {
    this.lights.push(...lights);
  }

  /** Like a fresh power-up, but the watchdog's registers keep what they hold. */
  reset(watchdog) {
    this.base += this.rp2040.clock.nanos;
    this.resetBy = null;
    this.connected = false;
    this.waitingRead = null;
    this.outgoing = [];
    this.pulled = true;
    this.build(watchdog);
    this.given.onReset?.();
  }

  /** The chip's loader has written the image and starts it, as it does: by the watchdog, which is told so. */
  startByLoader() {
    const watchdog = this.rp2040.peripherals[WATCHDOG];
    watchdog.reason = FORCED;
    watchdog.scratchData[REBOOT_WORD] = 0;
    this.reset(watchdog);
  }

  addHost() {
    const usb = this.rp2040.usbCtrl, cdc = (this.cdc = new USBCDC(usb));
    cdc.onDeviceConnected = () => this.enumerated();
    cdc.onSerialData = (data) => this.pulled || this.given.onBytes(data, this.micros);
    const write = usb.onEndpointWrite;
    usb.onEndpointWrite = (endpoint, data) => {
      if (endpoint === 0 && this.pending) {
        if (data.length > 1) this.pending = this.pending(data);
        return;
      }
      write(endpoint, data);
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === cdc.outEndpoint) this.waitingRead = size; // answered when there is something, as on a real bus
      if (endpoint === 0 && this.coding) {
        usb.endpointReadDone(0, this.coding);
        this.coding = null;
      }
      this.feed();
    };
  }

  /** The emulator's host opens the port at once; ours waits until the controller does. */
  enumerated() {
    this.connected = true;
    this.cdc.cdcSetControlLineState(this.pulled ? 0 : DTR | RTS);
  }

  feed() {
    if (this.waitingRead === null || this.outgoing.length === 0) return;
    const data = Uint8Array.from(this.outgoing.splice(0, Math.min(this.waitingRead, 64)));
    this.waitingRead = null;
    this.rp2040.usbCtrl.endpointReadDone(this.cdc.outEndpoint, data);
  }

  get micros() {
    return (this.base + this.rp2040.clock.nanos) / 1000;
  }

  /** Bytes from the controller. */
  hear(data) {
    if (this.pulled) return;
    this.outgoing.push(...data);
    this.feed();
  }

  /** The port is opened or closed by the controller. What is on its way when it closes is lost. */
  line(open) {
    this.pulled = !open;
    this.outgoing = [];
    if (this.connected) this.cdc.cdcSetControlLineState(open ? DTR | RTS : 0);
  }

  /** The host sets the speed of the serial port: 8N1, as every program that opens it does. */
  speed(baud) {
    this.coding = new Uint8Array([0, 0, 0, 0, 0, 0, 8]);
    new DataView(this.coding.buffer).setUint32(0, baud, true);
    const packet = [TO_INTERFACE, SET_LINE_CODING, 0, 0, 0, 0, LINE_CODING_BYTES, 0];
    this.rp2040.usbCtrl.sendSetupPacket(Uint8Array.from(packet));
  }

  /** A text that the device tells its host; the answer comes while it runs on. */
  text(index, then) {
    this.pending = (data) => {
      then(String.fromCharCode(...data.filter((_, at) => at > 1 && at % 2 === 0)));
      return null;
    };
    this.rp2040.usbCtrl.sendSetupPacket(Uint8Array.from([0x80, 6, index, STRING, ...ENGLISH, 255, 0]));
  }

  /** The current (mA) that the device asks its host for; the answer comes while it runs on. */
  current(then) {
    this.pending = (data) => {
      then(2 * data[8]);
      return null;
    };
    this.rp2040.usbCtrl.sendSetupPacket(Uint8Array.from([0x80, 6, 0, CONFIGURATION, 0, 0, 9, 0]));
  }

  /** Levels to come: [µs, pin, level], in order. */
  schedule(edges) {
    const idle = this.edges.length === 0;
    for (const edge of edges) this.edges.push(edge);
    this.edges.sort((one, other) => one[0] - other[0]);
    if (idle || edges.length) this.armEdges();
  }

  armEdges() {
    if (this.edges.length === 0) return;
    const nanos = Math.max(0, this.edges[0][0] * 1000 - this.base - this.rp2040.clock.nanos);
    this.edgeAlarm.schedule(nanos);
  }

  nextEdges() {
    while (this.edges.length && this.edges[0][0] <= this.micros + 0.001) {
      const [, pin, level] = this.edges.shift();
      if (!!this.levels[pin] === !!level) continue; // the emulator would raise an edge where there is none
      this.levels[pin] = level;
      this.rp2040.gpio[pin].setInputValue(!!level);
    }
    this.armEdges();
  }

  /** Routines to watch for: {name: address}. Each call of one is noted with its time in `calls`. */
  watch(routines) {
    this.watched = new Map(Object.entries(routines).map(([name, address]) => [address, name]));
    this.calls = [];
  }

  called(address) {
    if (address === this.slowed?.at) this.rp2040.clock.tick(this.slowed.us * 1000); // as where the flash is slow
    const name = this.watched?.get(address);
    if (name) this.calls.push([this.micros, name]);
  }

  /** How many bytes of the stack were ever in use: down to the deepest one that no longer holds the pattern. */
  get stackUsed() {
    const stack = this.rp2040.sram.subarray(STACK_FROM, STACK_TO);
    const deepest = stack.findIndex((byte) => byte !== UNTOUCHED);
    return deepest < 0 ? 0 : stack.length - deepest;
  }

  /** The program is caught in an endless loop; its interrupts go on. */
  stall() {
    const { core, sram } = this.rp2040;
    sram.set([0x30, 0xbf, 0xfd, 0xe7], 0x41000); // wfi, and again, at the end of the memory
    core.PC = 0x20041000;
    core.waiting = false;
  }

  /** So far in virtual time. Idle time is skipped: the clock goes to the next alarm at once. */
  run(until) {
    while (this.micros < until) {
      const { core, clock } = this.rp2040;
      if (core.waiting) {
        const left = until * 1000 - this.base - clock.nanos;
        const next = clock.nextAlarm ? clock.nanosToNextAlarm : left;
        clock.tick(Math.max(Math.min(next, left), 1));
      } else {
        this.step(until * 1000 - this.base);
      }
      if (this.resetBy) this.reset(this.resetBy);
    }
  }

  /** Instructions until the core waits, one at least; the clock's alarms are only looked through when one is due. */
  step(untilNanos) {
    const { core, clock, clkSys } = this.rp2040, nanos = 1e9 / clkSys;
    do {
      const spent = core.executeInstruction() * nanos, alarm = clock.nextAlarm;
      if (alarm !== null && alarm.nanos <= clock.nanosCounter + spent) clock.tick(spent);
      else clock.nanosCounter += spent;
    } while (!core.waiting && !this.resetBy && clock.nanosCounter < untilNanos && clkSys === this.rp2040.clkSys);
    // The chip does not sleep while an interrupt waits that was masked; the emulator would, until the next alarm.
    if (core.waiting && core.checkForInterrupts()) core.waiting = false;
  }
}
