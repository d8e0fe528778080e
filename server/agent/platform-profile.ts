import { z } from 'zod'
import { protocolVersion } from '#contract/storefront/storefront-agent.ts'
import { setNewest } from '../lib/bounded-map.ts'
import type { App } from '../lib/call/serve.ts'
import { readFullBody, sendGuardedRequest } from '../lib/security/guarded-request.ts'
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
type PlatformCapabilities = z.infer<typeof PlatformProfile>['ucp']['capabilities']

const maxProfiles = 500
const maxProfileBytes = 256 * 1024
const fetchLimitMs = 5000
const profileAgeMs = 10 * 60_000
/** A profile that could not be read is not requested again for so long. */
const failureAgeMs = 60_000
/** Bounds the requests to other servers, whichever profiles strangers name. */
const discoveryLimit = { burst: 30, refillPerSecond: 1 }

type Entry = { readAt: number; result: Promise<PlatformCapabilities>; hasFailed: boolean }

/**
 * Returns a function that reads the capabilities of the platform of a request, whose profile the
 * header `UCP-Agent` names. Profiles are cached.
 * @throws AgentRequestError
 */
export function createProfileReader({ config, clock }: Pick<App, 'config' | 'clock'>) {
  const entries = new Map<string, Entry>()
  const limit = createRequestLimit(config.rateLimitFactor, discoveryLimit)
  const policy = getWebhookPolicy(config)
  return async (header: string | undefined): Promise<PlatformCapabilities> => {
    const url = parseProfileUrl(header, config.allowsPrivateWebhookTargets)
    const known = entries.get(url)
    const maxAgeMs = known?.hasFailed ? failureAgeMs : profileAgeMs
    if (known && clock() - known.readAt < maxAgeMs) return known.result
    limit.consume('profiles')
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

/** The header is a dictionary of structured fields (RFC 8941). */
function parseProfileUrl(header: string | undefined, allowsHttp: boolean): string {
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
): Promise<PlatformCapabilities> {
  const { ucp } = parseProfile(await fetchText(url, policy))
  if (ucp.version !== protocolVersion)
    throw new AgentRequestError(
      422,
      'version_unsupported',
      `This business supports version ${protocolVersion}.`,
    )
  return ucp.capabilities
}

async function fetchText(url: string, policy: ReturnType<typeof getWebhookPolicy>) {
  try {
    const signal = AbortSignal.timeout(fetchLimitMs)
    const headers = { accept: 'application/json', 'user-agent': 'Storewright' }
    const reply = await sendGuardedRequest(url, { headers, policy, signal })
    const body = await readFullBody(reply, maxProfileBytes, signal)
    if (reply.statusCode === 200) return body.toString()
  } catch {
    // The reason would tell strangers about the network.
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
