import { parseArgs } from 'node:util'
import { StartupError } from '../server/startup-error.ts'
import { type BenchCall, benchCalls } from './bench-calls.ts'

export type BenchOptions = {
  /** Products and orders in all stores together. */
  rows: number[]
  stores: number[]
  connections: number[]
  calls: BenchCall[]
  seconds: number
  rounds: number
  jsonFile: string | undefined
  dataFolder: string | undefined
  postgres: string
  breakdownCall: BenchCall | undefined
}

/**
 * Returns the options of a run from its command-line arguments.
 * @throws StartupError when a flag has an invalid value
 */
export function parseBenchOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string' },
      /** Also measures 1,000,000 rows. */
      long: { type: 'boolean', default: false },
      stores: { type: 'string' },
      connections: { type: 'string' },
      calls: { type: 'string' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '2' },
      /** Writes the results to this file too. */
      json: { type: 'string' },
      /** Stores the databases in this folder and reuses them the next time. */
      data: { type: 'string' },
      /** The database: `embedded`, `debian` with the settings of its packages, or `pgbouncer` in front of it. */
      postgres: { type: 'string', default: 'embedded' },
      /** Prints the statements, functions and waits of one call instead of the table. */
      breakdown: { type: 'string' },
    },
  })
  const { breakdown } = values
  const defaultRows = breakdown ? '10000' : '1000,10000,100000'
  return {
    rows: parseNumbers(values.rows ?? `${defaultRows}${values.long ? ',1000000' : ''}`),
    stores: parseNumbers(values.stores ?? (breakdown ? '1' : '1,1000')),
    connections: parseNumbers(values.connections ?? (breakdown ? '10' : '10,32')),
    calls: values.calls ? values.calls.split(',').map(findCall) : [...benchCalls],
    seconds: parseNumber(values.seconds),
    rounds: parseNumber(values.rounds),
    jsonFile: values.json,
    dataFolder: values.data,
    postgres: values.postgres,
    breakdownCall: breakdown ? findCall(breakdown) : undefined,
  }
}

const parseNumbers = (list: string) => list.split(',').map(parseNumber)

function parseNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''))
  if (!(value > 0)) throw new StartupError(`"${text}" must be a number above 0.`)
  return value
}

function findCall(name: string): BenchCall {
  const call = benchCalls.find(candidate => candidate.name === name)
  if (call) return call
  const names = benchCalls.map(candidate => candidate.name).join(', ')
  throw new StartupError(`There is no call "${name}". Use one of: ${names}.`)
}
