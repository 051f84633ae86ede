// An emulated board as a process. Commands come as JSON lines on standard input, answers go to standard output; the
// bytes of the serial port go over the socket that is file descriptor `fd`. tests/firmware/bridge.py is its other half.
//
//   {"do": "edges", "edges": [[µs, pin, level], …]}    levels to come, in virtual time
//   {"do": "shine", "lights": [[µs, lit, dark], …]}    what the converter reads from then on, with the lamp and without
//   {"do": "run", "until": µs}                         as fast as it goes
//   {"do": "pace", "speed": n}                         with the wall clock, n times; 0: stand still
//   {"do": "line", "open": true}                       the controller opens or closes the port
//   {"do": "speed", "baud": n}                         … and sets its speed
//   {"do": "texts"}                                    product, serial number and current (mA), as the USB host is told
//   {"do": "log"}                                      [virtual µs, monotonic ns, bytes] of what was sent since
//   {"do": "watch", "routines": {name: address, …}}    note when each is called
//   {"do": "calls"}                                    [virtual µs, name] of these since
//   {"do": "slow", "at": address, "us": n}             each call of that routine takes so much longer
//   {"do": "stack"}                                    bytes of the stack that were ever in use
//   {"do": "stall"}, {"do": "restart"}, {"do": "load"} the loader has written the image and starts it
//
// Every answer says {"t": virtual µs, …}.
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Machine } from './machine.mjs';

const SLICE_US = 5000, PACE_MS = 1;
const given = JSON.parse(process.argv[2]);
const serial = new Socket({ fd: given.fd, readable: true, writable: true });
let log = [], resets = 0, pace = null;

const machine = new Machine({
  ...given,
  onBytes: (data, micros) => {
    log.push([micros, Number(process.hrtime.bigint()), data.length]);
    serial.write(Buffer.from(data));
  },
  onReset: () => resets++,
});
serial.on('data', (data) => machine.hear(data));
serial.on('error', () => process.exit(0));
serial.on('end', () => process.exit(0));

/** Virtual time follows the wall clock. */
function follow() {
  if (!pace) return;
  const until = pace.virtual + (performance.now() - pace.wall) * 1000 * pace.speed;
  machine.run(Math.min(until, machine.micros + 20 * SLICE_US * pace.speed));
  setTimeout(follow, PACE_MS);
}

/** In slices, so that the serial port's bytes get through meanwhile. */
async function run(until) {
  while (machine.micros < until) {
    machine.run(Math.min(until, machine.micros + SLICE_US));
    await new Promise(setImmediate);
  }
}

/** What the device answers the host. */
async function told(ask) {
  let found = null;
  ask((said) => (found = said));
  const end = machine.micros + 100_000;
  while (found === null && machine.micros < end) await run(machine.micros + 1000);
  return found;
}

const DO = {
  edges: ({ edges }) => machine.schedule(edges),
  shine: ({ lights }) => machine.shine(lights),
  run: ({ until }) => run(until),
  line: ({ open }) => machine.line(open),
  speed: ({ baud }) => machine.speed(baud),
  stall: () => machine.stall(),
  restart: () => machine.reset(null),
  load: () => machine.startByLoader(),
  watch: ({ routines }) => machine.watch(routines),
  calls: () => ({ calls: machine.calls.splice(0) }),
  slow: ({ at, us }) => {
    machine.slowed = { at, us };
  },
  stack: () => ({ used: machine.stackUsed }),
  texts: async () => ({
    product: await told((then) => machine.text(2, then)),
    serial: await told((then) => machine.text(3, then)),
    current: await told((then) => machine.current(then)),
  }),
  log: () => {
    const lines = log;
    log = [];
    return { log: lines };
  },
  pace: ({ speed }) => {
    const idle = !pace;
    pace = speed ? { speed, virtual: machine.micros, wall: performance.now() } : null;
    if (pace && idle) follow();
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  const more = await DO[command.do](command);
  process.stdout.write(`${JSON.stringify({ t: machine.micros, resets, connected: machine.connected, ...more })}\n`);
}
process.exit(0);
