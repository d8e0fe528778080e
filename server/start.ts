import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { startCluster } from './db/cluster/cluster.ts'
import { migrate } from './db/migrate.ts'
import { assertSafeConfig, assertSafeDatabase } from './production-check.ts'
import { StartupError } from './startup-error.ts'

/** How long requests under way may still take after the signal to stop; the whole stop stays below 15 s. */
const drainMs = 11_000

/** After a fault nothing can be relied on, a stop in order neither. */
const forcedExitMs = 20_000

type StopServer = () => Promise<void>

async function start(config: Config): Promise<StopServer> {
  assertSafeConfig(config)
  await checkPort(config)
  const cluster = config.databaseUrl ? undefined : await startCluster(config.dataDir)
  try {
    const ownerUrl = config.databaseUrl ?? cluster?.url ?? ''
    const { appUrl } = await migrate(ownerUrl, {
      hasOwnAppRole: config.appDatabaseUrl !== undefined,
      secretKey: config.secretKey,
    })
    const servingUrl = config.appDatabaseUrl ?? appUrl
    await assertSafeDatabase(config, servingUrl)
    const app = await buildApp({ config, ownerUrl, appUrl: servingUrl })
    reportFatalError = error =>
      app.log.fatal({ err: error }, 'a fault that nobody caught; the process ends in order')
    const drain = createDrain(app.server)
    await app.listen({ port: config.port, host: config.host })
    console.log(`Storewright is ready at ${formatServerUrl(app.server, config)}`)
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
    probe.once('error', error => reject(toPortError(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function toPortError(error: Error, port: number, host: string): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is in use by another program; stop that, or set PORT to another number.`,
    )
  if (code === 'EACCES')
    return new StartupError(
      `Port ${port} may not be opened by this user; set PORT to a number above 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST is ${host}, and this machine has no such address.`)
  return error
}

function formatServerUrl(server: Server, { host }: Config): string {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  return `http://${name}:${port}`
}

/** Lets requests under way finish: no new connections, "Connection: close" on every reply, idle connections closed. */
function createDrain(server: Server): StopServer {
  let isDraining = false
  const openReplies = new Set<ServerResponse>()
  server.prependListener('request', (_request, reply) => {
    if (isDraining) reply.setHeader('connection', 'close')
    openReplies.add(reply)
    reply.once('close', () => openReplies.delete(reply))
  })
  return async () => {
    isDraining = true
    for (const reply of openReplies) if (!reply.headersSent) reply.setHeader('connection', 'close')
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    const closeIdleTimer = setInterval(() => server.closeIdleConnections(), 100)
    await Promise.race([closed, sleep(drainMs)])
    clearInterval(closeIdleTimer)
    server.closeAllConnections()
  }
}

/** As the log says it, once there is one. */
let reportFatalError: (error: unknown) => void = error => console.error(error)

function exitWithError(error: unknown): never {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}

let serverStart: Promise<StopServer>
let stopRequestedAt = 0

function handleStopSignal() {
  // Ctrl+C reaches us from the terminal, from npm and from start.mjs at once; only a later one means "now".
  if (stopRequestedAt && Date.now() - stopRequestedAt < 1000) return
  if (stopRequestedAt) process.exit(1)
  stopRequestedAt = Date.now()
  serverStart.then(stopServer => stopServer()).then(() => process.exit(), exitWithError)
}

/** What it left half done nobody knows; so requests under way are answered, and whoever keeps us running starts a new process. */
function onError(error: unknown) {
  reportFatalError(error)
  process.exitCode = 1
  if (stopRequestedAt) return
  stopRequestedAt = Date.now()
  const exit = () => process.exit(1)
  setTimeout(exit, forcedExitMs).unref()
  serverStart.then(stopServer => stopServer()).then(exit, exit)
}

// A promise that nobody waited for comes here too.
process.on('uncaughtException', onError)
process.on('SIGTERM', handleStopSignal)
process.on('SIGINT', handleStopSignal)
process.on('SIGHUP', handleStopSignal)
// Whoever started us holds the other end; when it is killed we do not stay behind.
process.on('disconnect', handleStopSignal)
process.channel?.unref()

try {
  serverStart = start(readConfig(process.env))
  serverStart.catch(exitWithError)
} catch (error) {
  exitWithError(error)
}
