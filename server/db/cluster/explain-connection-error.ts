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

/** Says in one sentence why a first connection failed; the password in `url` stays out of it. */
export function explainConnectionError(error: unknown, url: string): unknown {
  const { hostname, port, pathname, username } = new URL(url)
  const serverAddress = `${hostname}:${port || 5432}`
  const code = getErrorCode(error)
  if (unreachableCodes.has(code))
    return new StartupError(
      `No PostgreSQL answers at ${serverAddress}, where DATABASE_URL points (${code}).`,
    )
  if (code === '28P01' || code === '28000')
    return new StartupError(
      `PostgreSQL at ${serverAddress} refuses the user or the password of DATABASE_URL (user ${username || 'not given'}).`,
    )
  if (code === '3D000')
    return new StartupError(
      `PostgreSQL at ${serverAddress} has no database ${decodeURIComponent(pathname.slice(1))}, which DATABASE_URL names.`,
    )
  if (code === '53300')
    return new StartupError(`PostgreSQL at ${serverAddress} has no connection left for us.`)
  return error
}

function getErrorCode(error: unknown): string {
  if (error instanceof AggregateError) return getErrorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
