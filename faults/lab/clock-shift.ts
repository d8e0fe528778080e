import { readFileSync } from 'node:fs'

// A server loads this file before its own code. It shifts the time of day by the milliseconds in
// CLOCK_FILE and follows changes of the file. Timers continue unchanged, as they do when the clock
// of a machine is set.
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
