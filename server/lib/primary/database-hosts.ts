export type DatabaseHost = {
  host: string
  port: number
  /** Host and port, for messages. */
  address: string
  /** The URL of this host alone. */
  url: string
}

const attributeName = 'target_session_attrs'
/** The values that find the server that accepts writes. */
const writableAttributes: readonly (string | null)[] = ['read-write', 'primary', null]

function splitUrl(url: string) {
  const [, protocol, credentials = '', addresses = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s.exec(url) ?? []
  if (protocol === undefined) throw new TypeError('The URL does not start with postgres://.')
  return { protocol, credentials, addresses: addresses.split(','), rest }
}

/** Returns the hosts of a URL such as `postgres://name:password@db1:5432,db2/database`. */
export function listDatabaseHosts(url: string): DatabaseHost[] {
  const { protocol, credentials, addresses, rest } = splitUrl(url)
  return addresses.map(address => {
    const hostUrl = new URL(`${protocol}${credentials}${address}${rest}`)
    hostUrl.searchParams.delete(attributeName)
    const host = hostUrl.hostname.replace(/^\[|\]$/g, '')
    const port = Number(hostUrl.port || 5432)
    return { host, port, address: `${hostUrl.hostname}:${port}`, url: hostUrl.href }
  })
}

export const formatAddresses = (url: string): string =>
  listDatabaseHosts(url)
    .map(({ address }) => address)
    .join(', ')

const getSessionAttributes = (url: string) =>
  new URLSearchParams(url.split('?')[1]).get(attributeName)

/**
 * Returns whether the primary has to be found: the URL names several hosts, or asks for one that
 * accepts writes.
 */
export const needsPrimarySearch = (url: string): boolean =>
  splitUrl(url).addresses.length > 1 || getSessionAttributes(url) !== null

/** Returns what is wrong with a URL, as the rest of a sentence that starts with its variable. */
export function findUrlProblem(url: string): string | undefined {
  try {
    if (listDatabaseHosts(url).length > 1 && splitUrl(url).addresses.includes(''))
      return 'has an empty host between two commas'
  } catch {
    return 'must look like postgres://name:password@host:5432/database'
  }
  return writableAttributes.includes(getSessionAttributes(url))
    ? undefined
    : 'must have target_session_attrs=read-write, because Storewright writes to this database'
}

/** Returns the URL with another user and password. */
export function replaceCredentials(url: string, user: string, password: string): string {
  const { protocol, addresses, rest } = splitUrl(url)
  return `${protocol}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${addresses}${rest}`
}
