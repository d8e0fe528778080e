import { isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
import { findUrlProblem } from './lib/primary/database-hosts.ts'

/** The role of the replica is that of the primary, so that row security is the same. */
export const ReplicaUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must look like postgres://replica.example.com:5432/database',
  })
  .refine(
    url => !/[@,]|target_session_attrs/.test(url),
    'must name one server, without a user or target_session_attrs. ' +
      'Remove the user: Storewright uses the role that serves requests',
  )

/** The origin of a payment provider. */
export const ApiUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://api.example.com' })
  .transform(url => url.replace(/\/+$/, ''))

export const SecretToken = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must consist of letters, digits and punctuation without spaces')

export const HostName = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a host name such as stores.example.com')

const splitList = (list: string) =>
  list
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)

export const IpAddresses = z
  .string()
  .transform(splitList)
  .refine(list => list.every(address => isIP(address) !== 0), {
    error: 'must list IP addresses, such as 192.0.2.10, 2001:db8::10',
    abort: true,
  })
  // Name servers return the short form of IPv6 addresses.
  .transform(list =>
    list.map(address =>
      isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address,
    ),
  )

/** `10.0.0.0/8, fd00::/8`. A number of hops or "all" would let any client forge its IP address. */
export const Networks = z
  .string()
  .transform(splitList)
  .refine(
    list => list.every(isNetwork),
    'must list the IP addresses of your proxies, such as 10.0.0.0/8, fd00::/8. ' +
      'A number of hops or true would trust any client',
  )
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined ||
      (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}

/** Several hosts are separated by commas, which makes it no URL for other programs. */
export const PostgresUrl = z.string().superRefine((url, { addIssue }) => {
  const message = findUrlProblem(url)
  if (message !== undefined) addIssue({ code: 'custom', message })
})
