import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { startCluster } from './db/cluster/cluster.ts'
import { migrate } from './db/migrate.ts'
import { refuseUnsafeConfig, refuseUnsafeDatabase } from './production-check.ts'
import { StartProblem } from './start-problem.ts'

/** How long requests under way may still take after the signal to stop; the whole stop stays below 15 s. */
const drainMs = 11_000

/** After a fault nothing can be relied on, a stop in order neither. */
const longestEndMs = 20_000

type Stop = () => Promise<void>

async function start(config: Config): Promise<Stop> {
  refuseUnsafeConfig(config)
  await checkPort(config)
  const cluster = config.databaseUrl ? undefined : await startCluster(config.dataDir)
  try {
    const ownerUrl = config.databaseUrl ?? cluster?.url ?? ''
    const { appUrl } = await migrate(ownerUrl, {
      hasOwnAppRole: config.appDatabaseUrl !== undefined,
      secretKey: config.secretKey,
    })
    const servingUrl = config.appDatabaseUrl ?? appUrl
    await refuseUnsafeDatabase(config, servingUrl)
    const app = await buildApp({ config, ownerUrl, appUrl: servingUrl })
    sayFault = error =>
      app.log.fatal({ err: error }, 'a fault that nobody caught; the process ends in order')
    const drain = prepareDrain(app.server)
    await app.listen({ port: config.port, host: config.host })
    console.log(`Storewright is ready at ${addressOf(app.server, config)}`)
    return async () => {
      app.shutdown.isRequested = true
      await sleep(config.stopDelayMs)
      // They never end by themselves, so the requests under way would get all the time there is.
      app.streams.end()
      await drain()
      // With the database away its connections cannot be closed in order; that is no reason not to stop.
      const closed = app
        .close()
        .catch((error: unknown) =>
          app.log.warn({ err: error }, 'not everything could be closed in order'),
        )
      await Promise.race([closed, sleep(2000)])
      await cluster?.stop()
    }
  } catch (error) {
    await cluster?.stop()
    throw error
  }
}

/** Asked before the database is started, so that a port in use leaves nothing behind. */
function checkPort({ port, host }: Config): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', error => reject(explainPort(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function explainPort(error: Error, port: number, host: string): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartProblem(
      `Port ${port} is in use by another program; stop that, or set PORT to another number.`,
    )
  if (code === 'EACCES')
    return new StartProblem(
      `Port ${port} may not be opened by this user; set PORT to a number above 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartProblem(`HOST is ${host}, and this machine has no such address.`)
  return error
}

function addressOf(server: Server, { host }: Config): string {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  return `http://${name}:${port}`
}

/** Lets requests under way finish: no new connections, "Connection: close" on every reply, idle connections closed. */
function prepareDrain(server: Server): Stop {
  let isDraining = false
  const open = new Set<ServerResponse>()
  server.prependListener('request', (_request, reply) => {
    if (isDraining) reply.setHeader('connection', 'close')
    open.add(reply)
    reply.once('close', () => open.delete(reply))
  })
  return async () => {
    isDraining = true
    for (const reply of open) if (!reply.headersSent) reply.setHeader('connection', 'close')
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    const closeIdle = setInterval(() => server.closeIdleConnections(), 100)
    await Promise.race([closed, sleep(drainMs)])
    clearInterval(closeIdle)
    server.closeAllConnections()
  }
}

/** As the log says it, once there is one. */
let sayFault: (error: unknown) => void = error => console.error(error)

function fail(error: unknown): never {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
}

let running: Promise<Stop>
let askedAt = 0

function stop() {
  // Ctrl+C reaches us from the terminal, from npm and from start.mjs at once; only a later one means "now".
  if (askedAt && Date.now() - askedAt < 1000) return
  if (askedAt) process.exit(1)
  askedAt = Date.now()
  running.then(end => end()).then(() => process.exit(), fail)
}

/** What it left half done nobody knows; so requests under way are answered, and whoever keeps us running starts a new process. */
function onFault(error: unknown) {
  sayFault(error)
  process.exitCode = 1
  if (askedAt) return
  askedAt = Date.now()
  const end = () => process.exit(1)
  setTimeout(end, longestEndMs).unref()
  running.then(stopIt => stopIt()).then(end, end)
}

// A promise that nobody waited for comes here too.
process.on('uncaughtException', onFault)
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('SIGHUP', stop)
// Whoever started us holds the other end; when it is killed we do not stay behind.
process.on('disconnect', stop)
process.channel?.unref()

try {
  running = start(readConfig(process.env))
  running.catch(fail)
} catch (error) {
  fail(error)
}
