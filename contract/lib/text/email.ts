export const maxEmailLength = 254

/** An atom of RFC 5322 and, by RFC 6531, with letters of all scripts. */
const atom = "(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]|[^\\p{ASCII}\\p{Z}\\p{C}])+"
const localPartPattern = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u')
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainPattern = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`)

/** Splits an email address at its last @. */
function splitEmail(email: string): [localPart: string, domain: string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, Math.max(at, 0)), email.slice(at + 1)]
}

/**
 * Returns an email address in the form in which it is stored and compared: lower case, with the ASCII
 * form of an internationalized domain, as browsers send it.
 */
export function normalizeEmail(email: string): string {
  const text = email.toLowerCase().normalize('NFC')
  const [localPart, domain] = splitEmail(text)
  return localPart ? `${localPart}@${toAsciiDomain(domain)}` : text
}

/** Returns whether a normalized address is one to which emails can be sent. */
export function isEmail(email: string): boolean {
  const [localPart, domain] = splitEmail(email)
  return (
    email.length <= maxEmailLength && localPartPattern.test(localPart) && domainPattern.test(domain)
  )
}

/** Returns a domain as it is in DNS (UTS #46), or the text itself if it is no domain. */
function toAsciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}\-.。．｡]+$/u.test(domain)) return domain
  return URL.parse(`https://${domain}`)?.hostname ?? domain
}
