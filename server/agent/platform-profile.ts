import { z } from 'zod'
import {
  type AgentCapability,
  agentCapabilities,
  protocolVersion,
} from '#contract/storefront/storefront-agent.ts'
import { setNewest } from '../lib/bounded-map.ts'
import type { App } from '../lib/call/serve.ts'
import { readFullBody, sendGuardedRequest } from '../lib/security/guarded-request.ts'
import { createNetworkLimit } from '../storefront/host/network-limit.ts'
import { createRequestLimit } from '../storefront/host/request-limit.ts'
import { getWebhookPolicy } from '../webhook/rule/webhook-url.ts'
import { AgentRequestError } from './agent-error.ts'

const PlatformProfile = z.object({
  ucp: z.object({
    version: z.string(),
    services: z.record(z.string(), z.unknown()),
    payment_handlers: z.record(z.string(), z.unknown()),
    capabilities: z.record(z.string(), z.array(z.object({ version: z.string() }))).default({}),
  }),
})

const maxProfiles = 500
const maxProfileBytes = 32 * 1024
const fetchLimitMs = 5000
const profileAgeMs = 10 * 60_000
/** A profile that could not be read is not requested again for so long. */
const failureAgeMs = 60_000
/** The requests to other servers that one network causes, whichever profiles it names. */
const networkRate = { burst: 30, refillPerSecond: 1 }
/** The requests to one server. One network alone can't exhaust them. */
const hostRate = { burst: 120, refillPerSecond: 4 }

type Entry = { readAt: number; result: Promise<AgentCapability[]>; hasFailed: boolean }
type ProfileRequest = { header: string | undefined; ip: string }

/**
 * Returns a function that reads which capabilities of stores the platform of a request has. The
 * header `UCP-Agent` names its profile. Profiles are cached, and used longer while a limit is reached.
 * @throws AgentRequestError
 * @throws Problem 429 for a profile that is not cached
 */
export function createProfileReader({ config, clock }: Pick<App, 'config' | 'clock'>) {
  const entries = new Map<string, Entry>()
  const networkLimit = createNetworkLimit(config.rateLimitFactor, networkRate)
  const hostLimit = createRequestLimit(config.rateLimitFactor, hostRate)
  const policy = getWebhookPolicy(config)
  return async ({ header, ip }: ProfileRequest): Promise<AgentCapability[]> => {
    const url = parseProfileUrl(header, config.allowsPrivateWebhookTargets)
    const cachedEntry = entries.get(url)
    const maxAgeMs = cachedEntry?.hasFailed ? failureAgeMs : profileAgeMs
    if (cachedEntry && clock() - cachedEntry.readAt < maxAgeMs) return cachedEntry.result
    try {
      networkLimit.consume(ip)
      hostLimit.consume(new URL(url).host)
    } catch (error) {
      if (cachedEntry) return cachedEntry.result
      throw error
    }
    const entry: Entry = {
      readAt: clock(),
      result: fetchProfile(url, policy),
      hasFailed: false,
    }
    entry.result.catch(() => {
      entry.hasFailed = true
    })
    setNewest(entries, [url, entry], maxProfiles)
    return entry.result
  }
}

/**
 * Returns the URL that the header `UCP-Agent` names, a dictionary of structured fields (RFC 8941).
 * @throws AgentRequestError 400 invalid_profile_url
 */
export function parseProfileUrl(header: string | undefined, allowsHttp: boolean): string {
  const [, text = ''] = /(?:^|[,;\s])profile="([^"]{1,2000})"/.exec(header ?? '') ?? []
  const url = URL.parse(text)
  if (!url || !(url.protocol === 'https:' || (allowsHttp && url.protocol === 'http:')))
    throw new AgentRequestError(
      400,
      'invalid_profile_url',
      'The header UCP-Agent must name the https URL of a profile.',
    )
  return url.href
}

async function fetchProfile(
  url: string,
  policy: ReturnType<typeof getWebhookPolicy>,
): Promise<AgentCapability[]> {
  const { ucp } = parseProfile(await fetchText(url, policy))
  if (ucp.version !== protocolVersion)
    throw new AgentRequestError(
      422,
      'version_unsupported',
      `This business supports version ${protocolVersion}.`,
    )
  return agentCapabilities.filter(capability =>
    ucp.capabilities[capability]?.some(({ version }) => version === protocolVersion),
  )
}

async function fetchText(url: string, policy: ReturnType<typeof getWebhookPolicy>) {
  try {
    const signal = AbortSignal.timeout(fetchLimitMs)
    const headers = { accept: 'application/json', 'user-agent': 'Storewright' }
    const reply = await sendGuardedRequest(url, { headers, policy, signal })
    const body = await readFullBody(reply, maxProfileBytes, signal)
    if (reply.statusCode === 200) return body.toString()
  } catch {
    // The reason would expose the network to the caller.
  }
  throw new AgentRequestError(424, 'profile_unreachable', 'The profile could not be fetched.')
}

function parseProfile(text: string) {
  try {
    return PlatformProfile.parse(JSON.parse(text))
  } catch {
    throw new AgentRequestError(422, 'profile_malformed', 'The profile is not valid.')
  }
}
