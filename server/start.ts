import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { protectDataFolder } from './data-folder.ts'
import { startCluster } from './db/cluster/cluster.ts'
import { explainConnectionError } from './db/cluster/explain-connection-error.ts'
import { disableJit } from './db/disable-jit.ts'
import { migrate } from './db/migrate.ts'
import { prepareFileStorage } from './file-storage.ts'
import { translateStack } from './lib/http/source-stack.ts'
import { assertSafeConfig, assertSafeDatabase } from './production-check.ts'
import { StartupError } from './startup-error.ts'
import { warmUp } from './warm-up.ts'

/** How long requests may take after the signal to stop. The whole shutdown takes less than 15 s. */
const drainMs = 11_000

/** After an uncaught error, the graceful shutdown may also fail. */
const forcedExitMs = 20_000

type StopServer = () => Promise<void>

async function start(config: Config): Promise<StopServer> {
  assertSafeConfig(config)
  await checkPort(config.port, config.host)
  if (config.internalPort !== undefined)
    await checkPort(config.internalPort, config.internalHost, 'INTERNAL_')
  if (config.mailIn?.port !== undefined)
    await checkPort(config.mailIn.port, config.host, 'MAIL_IN_')
  protectDataFolder(config)
  const startingCluster = config.databaseUrl ? undefined : startCluster(config.dataDir)
  // The modules load while the database starts. An error is thrown below.
  const loadingApp = import('./app.ts')
  loadingApp.catch(() => {})
  const cluster = await startingCluster
  try {
    const ownerUrl = config.databaseUrl ?? cluster?.url ?? ''
    const { appUrl } = await migrate(ownerUrl, {
      hasOwnAppRole: config.appDatabaseUrl !== undefined,
      secretKey: config.secretKey,
    })
    const servingUrl = config.appDatabaseUrl ?? appUrl
    await assertSafeDatabase(config, servingUrl)
    const storageWarning = await prepareFileStorage(config, ownerUrl)
    if (storageWarning) console.warn(storageWarning)
    for (const url of [ownerUrl, servingUrl]) {
      const warning = await disableJit(url)
      if (warning) console.warn(warning)
    }
    const { buildApp } = await loadingApp
    const app = await buildApp({ config, ownerUrl, appUrl: servingUrl })
    reportFatalError = error =>
      app.log.fatal({ err: error }, 'An error was not caught. The process shuts down.')
    const drain = createDrain(app.server)
    await warmUp(app)
    await app.listen({ port: config.port, host: config.host })
    console.log(`Storewright is ready at ${formatServerUrl(app.server, config)}`)
    return async () => {
      app.shutdown.isRequested = true
      drain.announce()
      await sleep(config.stopDelayMs)
      // Event streams never end by themselves, so the drain would always take its full time.
      app.streams.end()
      await drain.finish()
      // The connections cannot be closed properly if the database is unavailable.
      const closed = app
        .close()
        .catch((error: unknown) => app.log.warn({ err: error }, 'The shutdown was not complete.'))
      await Promise.race([closed, sleep(2000)])
      await cluster?.stop()
    }
  } catch (error) {
    await cluster?.stop()
    throw config.databaseUrl ? explainConnectionError(error, config.databaseUrl) : error
  }
}

/**
 * Fails if the port is in use. Runs before the embedded database starts, so that nothing is left
 * running.
 */
function checkPort(port: number, host: string, prefix = ''): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', error => reject(toPortError(error, { port, host, prefix })))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function toPortError(
  error: Error,
  { port, host, prefix }: { port: number; host: string; prefix: string },
): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is in use by another program. Stop that program, or set ${prefix}PORT to another number.`,
    )
  if (code === 'EACCES')
    return new StartupError(
      `This user may not open port ${port}. Set ${prefix}PORT to a number above 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(
      `This machine does not have the address ${host}. Set ${prefix}HOST to an address of this machine.`,
    )
  return error
}

function formatServerUrl(server: Server, { host }: Config): string {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  return `http://${name}:${port}`
}

/**
 * Lets requests finish. `announce` sends "Connection: close" with every reply, so that clients open
 * their next connection to another process, while idle connections can still send a request.
 * `finish` accepts no new connections and closes idle ones.
 */
function createDrain(server: Server): { announce: () => void; finish: StopServer } {
  let isDraining = false
  // A `Set` would keep closed replies until a major garbage collection.
  const openReplies: ServerResponse[] = []
  server.prependListener('request', (_request, reply) => {
    if (isDraining) reply.setHeader('connection', 'close')
  })
  server.on('request', (_request, reply) => {
    // Pages of the cache are sent at once.
    if (reply.writableEnded) return
    openReplies.push(reply)
    reply.once('close', () => openReplies.splice(openReplies.lastIndexOf(reply), 1))
  })
  const announce = () => {
    isDraining = true
    for (const reply of openReplies) if (!reply.headersSent) reply.setHeader('connection', 'close')
  }
  const finish = async () => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    const closeIdleTimer = setInterval(() => server.closeIdleConnections(), 100)
    await Promise.race([closed, sleep(drainMs)])
    clearInterval(closeIdleTimer)
    server.closeAllConnections()
  }
  return { announce, finish }
}

/** Writes to the log as soon as it exists. */
let reportFatalError: (error: unknown) => void = error => console.error(inspectError(error))

function exitWithError(error: unknown): never {
  console.error(error instanceof StartupError ? error.message : inspectError(error))
  process.exit(1)
}

const inspectError = (error: unknown) => translateStack(inspect(error))

/** Stops the server when npm, its parent process, is killed and cannot forward the signal. */
function stopWithNpm() {
  if (!['start', 'demo'].includes(process.env['npm_lifecycle_event'] ?? '')) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    handleStopSignal()
  }, 500).unref()
}

let serverStart: Promise<StopServer>
let stopRequestedAt = 0

function handleStopSignal() {
  // Ctrl+C arrives from the terminal, from npm and from start.mjs at once. A later one forces the
  // exit.
  if (stopRequestedAt && Date.now() - stopRequestedAt < 1000) return
  if (stopRequestedAt) process.exit(1)
  stopRequestedAt = Date.now()
  serverStart.then(stopServer => stopServer()).then(() => process.exit(), exitWithError)
}

/**
 * Shuts down after an uncaught error, because the state of the process is unknown. Current requests
 * are answered first, and the process manager starts a new process.
 */
function handleUncaughtError(error: unknown) {
  reportFatalError(error)
  process.exitCode = 1
  if (stopRequestedAt) return
  stopRequestedAt = Date.now()
  const exit = () => process.exit(1)
  setTimeout(exit, forcedExitMs).unref()
  serverStart.then(stopServer => stopServer()).then(exit, exit)
}

// Also handles unhandled promise rejections.
process.on('uncaughtException', handleUncaughtError)
process.on('SIGTERM', handleStopSignal)
process.on('SIGINT', handleStopSignal)
process.on('SIGHUP', handleStopSignal)
// The parent process holds the other end of the channel. If it is killed, this process stops too.
process.on('disconnect', handleStopSignal)
process.channel?.unref()
stopWithNpm()

try {
  serverStart = start(readConfig(process.env))
  serverStart.catch(exitWithError)
} catch (error) {
  exitWithError(error)
}
