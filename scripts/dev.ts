import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'vite'
import { readConfig } from '../server/config.ts'
import { freePort } from './free-port.ts'

// Pages come from Vite with hot reload, everything else from the server, which starts anew when one of its files changes.
const { port, host, storefrontHost } = readConfig(process.env)
const serverPort = await freePort()
const target = `http://127.0.0.1:${serverPort}`
const env = {
  ...process.env,
  PORT: String(serverPort),
  HOST: '127.0.0.1',
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
}

let server: ChildProcess | undefined
let pendingRestart = Promise.resolve()
let restartTimer: NodeJS.Timeout | undefined

// One after the other: the next server can only have the data once the last one has let go of it.
function restart(startAgain = true) {
  pendingRestart = pendingRestart.then(async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    server = startAgain
      ? spawn(process.execPath, ['server/start.ts'], {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          env,
        })
      : undefined
  })
  return pendingRestart
}

function onChange(_event: string, file: string | null) {
  if (!file || !/\.(ts|sql|json)$/.test(file) || /\.test\.ts$/.test(file)) return
  clearTimeout(restartTimer)
  restartTimer = setTimeout(() => {
    console.log(`${file} has changed: the server starts anew.`)
    void restart()
  }, 150)
}

const isStorefront = (name = '') => name.split(':')[0]?.endsWith(`.${storefrontHost}`) ?? false
const vite = await createServer({
  server: {
    port,
    host,
    strictPort: true,
    allowedHosts: [`.${storefrontHost}`, '.localhost'],
    proxy: {
      '^/(api|health|media|metrics)(/|$|\\?)': { target },
      '^/': {
        target,
        bypass: request => (isStorefront(request.headers.host) ? undefined : request.url),
      },
    },
  },
})
await vite.listen()
await restart()
for (const folder of ['server', 'contract']) watch(folder, { recursive: true }, onChange)
console.log(
  `Pages with hot reload are at http://localhost:${port}; the server behind them is at ${target}`,
)

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  clearTimeout(restartTimer)
  await restart(false)
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
process.on('disconnect', stop)
process.channel?.unref()
