import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import { createConcurrencyLimiter } from '../file/concurrency-limiter.ts'

/** The environment of a detector. Secrets of the server are not in it. */
const detectorVariables = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'SystemRoot']
const deadlineMs = 10_000
const withDetector = createConcurrencyLimiter(1, 20)

/**
 * Returns the most probable encoding of bytes that are not in Unicode. The models of the detection
 * need memory, so a process of its own loads them.
 * @throws Problem 503 unavailable if too many wait
 */
export const runEncodingDetector = (bytes: Buffer): Promise<ImportEncoding> =>
  withDetector(async () => {
    const detector = startDetector()
    try {
      detector.send(bytes, () => {})
      const reply = await once(detector, 'message', { signal: createEndSignal(detector) })
      return ImportEncoding.parse(reply[0])
    } catch {
      // The user chooses another encoding.
      return 'windows-1252'
    } finally {
      detector.kill('SIGKILL')
    }
  })

function createEndSignal(detector: ChildProcess): AbortSignal {
  const exit = new AbortController()
  detector.once('close', () => exit.abort())
  // An error while no reply is awaited would end this process.
  detector.on('error', () => exit.abort())
  return AbortSignal.any([exit.signal, AbortSignal.timeout(deadlineMs)])
}

function startDetector(): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => detectorVariables.includes(name))
  return fork(join(import.meta.dirname, 'encoding-detector.ts'), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    env: Object.fromEntries(variables),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
