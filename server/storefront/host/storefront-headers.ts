import type { Config } from '../../config.ts'

/**
 * The security headers of every reply. Nothing but files of the store's own host may be loaded, and
 * no other site may embed a page.
 */
export const storefrontHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join(';'),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
}

/** The sources that one page needs beyond the files of the store's own host. */
export type PageSources = {
  /** The origins that the page can show in an iframe. */
  iframes: readonly string[]
  /** The origins of files of videos. */
  media: readonly string[]
  /** The hashes of the style sheets in the document. */
  styles: readonly string[]
}

export const noSources: PageSources = { iframes: [], media: [], styles: [] }

/** Returns a content security policy that allows the sources too. */
export function allowSources(policy: string, { iframes, media, styles }: PageSources): string {
  const withSources = policy
    .replace("style-src 'self'", ["style-src 'self'", ...styles].join(' '))
    .replace("media-src 'self'", ["media-src 'self'", ...media].join(' '))
  return iframes.length === 0 ? withSources : `${withSources};frame-src ${iframes.join(' ')}`
}

const daySeconds = 24 * 3600

/**
 * Tells browsers to open the host with https only: for two years on a host of the installation, and for
 * 30 days on a domain of a seller, who may move it to a server without https. Other hosts below that
 * domain are not ours to decide about.
 */
export function getTransportSecurity(
  { publicAddress, storefrontHost }: Pick<Config, 'publicAddress' | 'storefrontHost'>,
  host: string,
): Record<string, string> {
  if (publicAddress.protocol !== 'https:') return {}
  const days = host.endsWith(`.${storefrontHost}`) ? 730 : 30
  return { 'strict-transport-security': `max-age=${days * daySeconds}` }
}
