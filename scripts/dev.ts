import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'
import { readConfig } from '../server/config.ts'
import { freePort } from './free-port.ts'

// Pages come from Vite with hot reload, everything else from the server, which starts anew when one of its files changes.
const { port, host, storefrontHost } = readConfig(process.env)
const serverPort = await freePort()
const target = `http://127.0.0.1:${serverPort}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/start.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
})

const isStorefront = (host = '') => host.split(':')[0]?.endsWith(`.${storefrontHost}`) ?? false
const vite = await createServer({
  server: {
    port,
    host,
    strictPort: true,
    allowedHosts: [`.${storefrontHost}`, '.localhost'],
    proxy: {
      '^/(api|health|media|metrics)(/|$|\\?)': { target },
      '^/': { target, bypass: request => (isStorefront(request.headers.host) ? undefined : request.url) },
    },
  },
})
await vite.listen()
console.log(`Pages with hot reload are at http://localhost:${port}`)

async function stop() {
  await vite.close()
  server.kill('SIGTERM')
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
process.once('disconnect', stop)
process.channel?.unref()

const [code] = await once(server, 'exit')
await vite.close()
process.exit(code ?? 0)
