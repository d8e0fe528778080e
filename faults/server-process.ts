import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'

export type ServerProcess = {
  url: string
  port: number
  pid: number
  /** How it ended, once it has: a code, or the name of a signal. */
  ended: () => number | string | null
  kill: (signal: 'SIGKILL' | 'SIGTERM') => void
  exit: Promise<number | string | null>
}

type Launch = { env: Record<string, string>; logFile: string; port?: number; nodeArgs?: string[] }

/** The server as `npm start` runs it, in a process of its own, once it is ready. */
export async function launchServer({
  env,
  logFile,
  port = 0,
  nodeArgs = [],
}: Launch): Promise<ServerProcess> {
  const ownPort = port || (await freePort())
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE|NODE_|VITEST|PUBLIC_URL|LIMIT|PORT|HOST|SECRET_KEY)/.test(name),
    ),
  )
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', ...nodeArgs, 'server/start.ts'],
    {
      // The channel: should this program be killed, the servers end by themselves.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...inherited,
        PORT: String(ownPort),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
        NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
        ...env,
      },
    },
  )
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  child.once('close', () => log.end())
  const server: ServerProcess = {
    url: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    pid: child.pid ?? 0,
    ended: () => child.exitCode ?? child.signalCode,
    kill: signal => void child.kill(signal),
    exit: endOf(child),
  }
  await untilReady(server, logFile)
  return server
}

const endOf = async (child: ChildProcess) => {
  await once(child, 'exit')
  return child.exitCode ?? child.signalCode
}

export const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    async reply => {
      await reply.arrayBuffer()
      return reply.ok
    },
    () => false,
  )

async function untilReady(server: ServerProcess, logFile: string) {
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (await isReady(server.url)) return
    if (server.ended() !== null)
      throw new Error(`the server ended with ${server.ended()}; see ${logFile}`)
    await sleep(25)
  }
  throw new Error(`the server is not ready after a minute; see ${logFile}`)
}
