import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'

export type ServerProcess = {
  url: string
  port: number
  pid: number
  /** Returns the exit code or the name of the signal, or null while the process runs. */
  getExitStatus: () => number | string | null
  kill: (signal: 'SIGKILL' | 'SIGTERM') => void
  exitStatus: Promise<number | string | null>
}

type LaunchOptions = {
  env: Record<string, string>
  logFile: string
  port?: number
  nodeArgs?: string[]
}

/** Starts the server in a new process, as `npm start` does, and waits until it is ready. */
export async function launchServer({
  env,
  logFile,
  port = 0,
  nodeArgs = [],
}: LaunchOptions): Promise<ServerProcess> {
  const serverPort = port || (await findFreePort())
  const inheritedEnv = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE|NODE_|VITEST|PUBLIC_URL|LIMIT|PORT|HOST|SECRET_KEY)/.test(name),
    ),
  )
  const child = spawn(process.execPath, [...nodeArgs, 'dist/server/start.js'], {
    // The servers exit when this IPC channel closes, even if this program is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...inheritedEnv,
      PORT: String(serverPort),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...env,
    },
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  child.once('close', () => log.end())
  const server: ServerProcess = {
    url: `http://127.0.0.1:${serverPort}`,
    port: serverPort,
    pid: child.pid ?? 0,
    getExitStatus: () => child.exitCode ?? child.signalCode,
    kill: signal => void child.kill(signal),
    exitStatus: waitForExit(child),
  }
  await waitUntilReady(server, logFile)
  return server
}

const waitForExit = async (child: ChildProcess) => {
  await once(child, 'exit')
  return child.exitCode ?? child.signalCode
}

export const isProcessReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    async reply => {
      await reply.arrayBuffer()
      return reply.ok
    },
    () => false,
  )

async function waitUntilReady(server: ServerProcess, logFile: string) {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 25) {
    if (await isProcessReady(server.url)) return
    if (server.getExitStatus() !== null)
      throw new Error(`The server exited with ${server.getExitStatus()}. See ${logFile}.`)
    await sleep(25)
  }
  throw new Error(`The server was not ready after a minute. See ${logFile}.`)
}
