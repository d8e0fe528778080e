import { readFileSync } from 'node:fs'

// Loaded into a server before its own code: its time of day is off by the milliseconds in a file, and jumps as the file
// changes. Timers go on as they did, as they do when somebody sets the clock of a machine.
const file = process.env.CLOCK_FILE ?? ''
const RealDate = Date
let offset = 0
setInterval(() => {
  offset = Number(readFileSync(file, 'utf8')) || 0
}, 20).unref()
const shiftedNow = () => RealDate.now() + offset

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [shiftedNow()], newTarget),
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, name) => (name === 'now' ? shiftedNow : Reflect.get(target, name)),
})
