import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'vite'
import { readConfig } from '../server/config.ts'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'

// Vite serves the pages with hot reload. The server handles everything else and restarts when one
// of its files changes.
const { port, host, storefrontHost } = readConfig(process.env)
const serverPort = await findFreePort()
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

// Restarts run one after the other: a server locks its data folder until it exits.
function restart({ startsAgain } = { startsAgain: true }) {
  pendingRestart = pendingRestart.then(async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    server = startsAgain
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
    console.log(`${file} changed: restarting the server.`)
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
  `The pages are at http://localhost:${port} with hot reload. The server is at ${target}.`,
)

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  clearTimeout(restartTimer)
  await restart({ startsAgain: false })
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
process.on('disconnect', stop)
process.channel?.unref()
