import { formatAddresses, listDatabaseHosts } from '../../lib/primary/database-hosts.ts'
import { StartupError } from '../../startup-error.ts'

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'ECONNRESET',
  'CONNECTION_CLOSED',
])

/** Returns a StartupError that explains a failed connection without the password of `url`. */
export function explainConnectionError(error: unknown, url: string): unknown {
  const { pathname, username } = new URL(listDatabaseHosts(url)[0]?.url ?? url)
  const serverAddress = formatAddresses(url)
  const code = getErrorCode(error)
  if (code === 'CONNECTION_NO_PRIMARY' && error instanceof Error)
    return new StartupError(error.message)
  if (unreachableCodes.has(code))
    return new StartupError(
      `No PostgreSQL server responds at ${serverAddress}, the address in DATABASE_URL (${code}).`,
    )
  if (code === '28P01' || code === '28000')
    return new StartupError(
      `PostgreSQL at ${serverAddress} rejects the user or the password of DATABASE_URL ` +
        `(user ${username || 'missing'}).`,
    )
  if (code === '3D000')
    return new StartupError(
      `PostgreSQL at ${serverAddress} has no database ${decodeURIComponent(pathname.slice(1))}. ` +
        'Correct DATABASE_URL or create the database.',
    )
  if (code === '53300')
    return new StartupError(
      `PostgreSQL at ${serverAddress} has too many connections. Increase max_connections or close some.`,
    )
  // PgBouncer reports its limit as a violation of the protocol.
  if (code === '08P01' && error instanceof Error && error.message.includes('max_client_conn'))
    return new StartupError(
      `PgBouncer at ${serverAddress} has too many connections. Increase its max_client_conn.`,
    )
  if (error instanceof Error && error.message.includes('statement pooling mode'))
    return new StartupError(
      `PgBouncer at ${serverAddress} has pool_mode = statement. Set it to transaction.`,
    )
  return error
}

function getErrorCode(error: unknown): string {
  if (error instanceof AggregateError) return getErrorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
