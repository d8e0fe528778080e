import { connect, Socket } from 'node:net'
import postgres from 'postgres'
import { listDatabaseHosts, needsPrimarySearch } from './database-hosts.ts'
import { findPrimary } from './find-primary.ts'
import { trackSocket } from './primary-sockets.ts'

/**
 * Opens a client of the driver. Each connection of a URL with several hosts leads to the primary. The
 * driver's own search is not used: without any reachable host, it tries again without a pause, and its
 * queries never fail.
 */
export function openClient(
  url: string,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
): postgres.Sql {
  if (!needsPrimarySearch(url)) return postgres(url, options)
  // The driver supports `socket`, but its types do not declare it.
  const socketOption = { socket: () => openPrimarySocket(url) }
  return postgres(listDatabaseHosts(url)[0]?.url ?? url, { ...options, ...socketOption })
}

async function openPrimarySocket(url: string): Promise<Socket> {
  try {
    const { host, port, address } = await findPrimary(url)
    const socket = connect(port, host)
    trackSocket(socket, address)
    // The driver verifies the certificate for this name.
    return Object.assign(socket, { host })
  } catch (error) {
    // The driver could not use the client again after an error here.
    const socket = new Socket()
    setImmediate(() => {
      socket.emit('error', error)
      // Later, so that queries fail with this error and not because their connection closes.
      setImmediate(() => socket.destroy())
    })
    return socket
  }
}

/** Returns the URL of the primary, for a client that cannot find it and is used once. */
export const resolvePrimaryUrl = async (url: string): Promise<string> =>
  needsPrimarySearch(url) ? (await findPrimary(url)).url : url
