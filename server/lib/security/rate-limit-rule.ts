import { z } from 'zod'

/**
 * How often somebody may try: so many at once, and they come back evenly over the time behind the slash. `address` counts by
 * where a request comes from, `account` by whom it is about, `both` by the two together.
 */
export const rateLimitRules = {
  login: { address: '60/10m', both: '10/10m', account: '60/10m' },
  /** Logins from a place that seldom asked about an account, while strangers elsewhere have used up what the account allows. */
  newPlace: { both: '3/1h', account: '60/10m' },
  /** Codes of the second step; they are six digits. */
  twoStep: { both: '5/15m', account: '20/15m' },
  /** The password asked for again of somebody who is signed in. */
  password: { account: '10/10m' },
  /** Entries in the audit about an account that was shut, or stopped at before the second step. */
  entry: { both: '1/10m', account: '6/10m' },
  /** Mails that warn of what strangers tried, by whom they go to and what they say. */
  warning: { account: '1/24h' },
  signup: { address: '60/1h' },
  /** Sign-ups that were told that their email is in use. */
  takenEmail: { address: '5/1h' },
  /** Mails that somebody has sent, by where they ask from and by whom the mail goes to. */
  mail: { address: '30/1h', account: '3/1h' },
  /** Invitations of one person to one address, and how many of them count as mails that go there. */
  letter: { account: '10/1h' },
  firstLetter: { account: '1/1h' },
  /** Links out of mails being opened. */
  link: { address: '60/10m' },
  /** New tokens for a session; `account` is the session. */
  refresh: { address: '600/1m', account: '60/1m' },
  /** Of somebody signed in: words looked for, lists taken out as files, colleagues asked to join. */
  search: { account: '240/1m' },
  export: { account: '60/10m' },
  invite: { account: '60/1h' },
  /** Test events and repetitions sent to a program; pictures and files of products brought in, by request. */
  webhook: { account: '60/10m' },
  upload: { account: '300/10m' },
  /** API keys that a process has not met yet, less those that open something. */
  key: { address: '60/1m' },
  /** Stores that somebody opens: each takes an address for good. */
  store: { account: '20/24h' },
  /** Whether a store address is free. */
  domain: { address: '60/1m' },
} as const satisfies Record<string, Partial<Record<RateLimitDimension, RateLimitText>>>

type RateLimitDimension = 'address' | 'both' | 'account'
type RateLimitText = `${number}/${number}${'s' | 'm' | 'h'}`
export type RateLimitRule = keyof typeof rateLimitRules
/** So many at once, one more after each `refillSeconds`. */
export type RateLimit = { count: number; refillSeconds: number }
export type RateLimits = { [rule in RateLimitRule]: Partial<Record<RateLimitDimension, RateLimit>> }

/** The order in which allowances are drawn on; always the same, or two tries could wait for each other. */
export const rateLimitDimensions = [
  'address',
  'both',
  'account',
] as const satisfies readonly RateLimitDimension[]

const unitSeconds = { s: 1, m: 60, h: 3600 }
const rateLimitPattern = /^(\d{1,6})\/(\d{1,5})([smh])$/
const RateLimitSchema = z
  .string()
  .regex(
    rateLimitPattern,
    'must look like 10/15m: so many tries, then as many again over this time (s, m or h)',
  )
  .refine(text => !/^0|\/0/.test(text), 'must allow at least one')

/** `login` by `address` is set by LIMIT_LOGIN_ADDRESS. */
const getVariableName = (rule: string, dimension: string) =>
  `LIMIT_${rule.replace(/[A-Z]/g, '_$&').toUpperCase()}_${dimension.toUpperCase()}`

const ruleLimits = Object.entries(rateLimitRules).flatMap(([rule, limits]) =>
  Object.entries(limits).map(([dimension, text]) => ({
    rule,
    dimension,
    text: String(text),
    variable: getVariableName(rule, dimension),
  })),
)

/** The variables of the environment that set the limits, with what they are where nobody sets them. */
export const rateLimitVariables = {
  LIMIT_FACTOR: z.coerce.number().min(0.1).max(100_000).default(1),
  ...Object.fromEntries(
    ruleLimits.map(({ variable, text }) => [variable, RateLimitSchema.default(text)]),
  ),
}

export function parseRateLimits(env: Record<string, unknown>): RateLimits {
  const factor = Number(env['LIMIT_FACTOR'])
  const parseRateLimit = (text: string): RateLimit => {
    const [, countText = '1', timeText = '1', unitLetter = 's'] = rateLimitPattern.exec(text) ?? []
    const count = Math.max(1, Math.round(Number(countText) * factor))
    return {
      count,
      refillSeconds:
        (Number(timeText) *
          (unitLetter === 's' || unitLetter === 'm' || unitLetter === 'h'
            ? unitSeconds[unitLetter]
            : 1)) /
        count,
    }
  }
  const limits: Record<string, Record<string, RateLimit>> = {}
  for (const { rule, dimension, variable } of ruleLimits)
    limits[rule] = { ...limits[rule], [dimension]: parseRateLimit(String(env[variable])) }
  // Built key by key from `rateLimitRules`, which the compiler cannot follow through Object.entries.
  return limits as RateLimits
}
