import { z } from 'zod'

/**
 * Default limits. `10/10m` allows ten requests at once and refills evenly, ten in ten minutes.
 * `source` counts by the sender of a request (an IP network, or a logged-in person), `target` by
 * its target (an account, a recipient, a session), `pair` by both.
 */
export const rateLimitRules = {
  /**
   * Wrong passwords and passkeys at the login. `pair` stops one guesser without locking the owner
   * out.
   */
  login: { source: '60/10m', pair: '10/10m', target: '60/10m' },
  /**
   * Logins from a new network after attackers exhaust `login.target`, so that the owner can still
   * log in from anywhere.
   */
  loginFromNewNetwork: { pair: '3/1h', target: '60/10m' },
  /**
   * Codes of the second step, which have six digits, and the password of a logged-in person who has
   * to confirm it.
   */
  reauthentication: { pair: '5/15m', target: '20/15m' },
  /**
   * New accounts of one network, and new stores of one person (`target`), because each store
   * permanently reserves a handle.
   */
  signup: { source: '60/1h', target: '20/24h' },
  /** Sign-ups that reveal that an email has an account. */
  takenEmail: { source: '5/1h' },
  /**
   * Emails that one network or person has sent to other people. `pair` keeps one sender
   * from using the whole limit of a recipient.
   */
  recipientMail: { source: '30/1h', pair: '4/1h', target: '10/1h' },
  /** Warnings of one kind to one person, because strangers cause them. */
  warningMail: { target: '1/24h' },
  /** Audit entries about rejected logins, because strangers cause them. */
  auditEntry: { pair: '1/10m', target: '6/10m' },
  /**
   * Lookups: searches, links of emails, unknown API keys and tokens, available store handles.
   * `target` limits the token renewals of one session.
   */
  lookup: { source: '240/1m', target: '60/1m' },
  /**
   * Calls that move files or send to other servers: exports, uploads, imports, test events and
   * resent webhook events.
   */
  transfer: { source: '300/10m' },
  /** Contact forms that shoppers send, of one network and of one store. */
  contactMessage: { source: '20/1h', target: '300/1h' },
  /** Messages in chats of shoppers, of one network and of one store. */
  chatMessage: { source: '60/10m', target: '1500/10m' },
  /** Wrong passwords of a store. */
  storePassword: { pair: '10/10m', target: '300/10m' },
  /** Changes of carts by shoppers and agents, and of wish lists. */
  cart: { source: '300/10m' },
  /** Forms that have a confirmation emailed, of one network and of one store. */
  subscription: { source: '20/1h', target: '600/1h' },
  /** Emails that ask one person to confirm an alert, from all stores. */
  productAlertMail: { target: '10/1h' },
  /** Links of emails of stores, which mail programs also open. */
  mailLink: { source: '300/10m' },
  /** Forms of the account, with the links that sign in, of one network and of one store. */
  shopperAccount: { source: '60/10m', target: '3000/10m' },
  /** Files with the data of one shopper. */
  accountData: { target: '10/1h' },
  /** Emails with a link to one shopper. */
  shopperLink: { pair: '5/10m', target: '20/1h' },
  /** Forms of the checkout, of one network and of one store. */
  checkout: { source: '120/10m', target: '3000/10m' },
  /**
   * Calls that are not from a payment provider, of one network and about one store. `target` limits
   * calls whose check is a request to the provider.
   */
  paymentWebhook: { source: '1500/10m', target: '3000/10m' },
  /** Received emails, of one network and to one store. Senders deliver the others later. */
  mailIn: { source: '600/10m', target: '3000/10m' },
  /** Megabytes of received emails, of one network and to one store. */
  mailInMegabytes: { source: '300/10m', target: '1000/1h' },
  /** Connections of one network that deliver emails. */
  mailInConnection: { source: '120/1m' },
  /** Logins to mailboxes that one store wants to connect. */
  mailboxConnection: { target: '20/10m' },
  /** Emails to one store about single orders. Above the limit, it gets a summary each hour. */
  newOrderMail: { target: '60/1h' },
  /** Forms of the pages of orders, of one network and of one store. */
  orderPage: { source: '60/10m', target: '3000/10m' },
  /** Calls of one packer link. Each scan is one. */
  packerLink: { target: '3000/10m' },
  /** Reads of one calendar feed by calendar apps. */
  calendarFeed: { target: '120/1h' },
} as const satisfies Record<string, Partial<Record<RateLimitDimension, RateLimitText>>>

type RateLimitDimension = 'source' | 'pair' | 'target'
type RateLimitText = `${number}/${number}${'s' | 'm' | 'h'}`
export type RateLimitRule = keyof typeof rateLimitRules
/** Allows `count` requests at once and one more after each `refillSeconds`. */
export type RateLimit = { count: number; refillSeconds: number }
export type RateLimits = {
  [rule in RateLimitRule]: Partial<Record<RateLimitDimension, RateLimit>>
}

/**
 * The order in which buckets are locked. It is always the same, so two requests never wait for each
 * other.
 */
export const rateLimitDimensions = [
  'source',
  'pair',
  'target',
] as const satisfies readonly RateLimitDimension[]

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600 }
const rateLimitPattern = /^(\d{1,6})\/(\d{1,5})([smh])$/
const RateLimitSchema = z
  .string()
  .regex(rateLimitPattern, 'must look like 10/15m: ten requests in 15 minutes (s, m or h)')
  .refine(text => !/^0|\/0/.test(text), 'must allow at least one request')

/** The environment variables that set limits, with their defaults. */
export const rateLimitVariables = {
  /**
   * Multiplies every limit, for an office behind one IP address and for tests. At most 10 in
   * production.
   */
  LIMIT_FACTOR: z.coerce.number().min(0.1).max(100_000).default(1),
  /** Wrong passwords and passkeys of one network at one account. */
  LIMIT_LOGIN: RateLimitSchema.default(rateLimitRules.login.pair),
  /** New accounts of one network. */
  LIMIT_SIGNUP: RateLimitSchema.default(rateLimitRules.signup.source),
  /**
   * Emails that one network or person has sent to others: password links, confirmations,
   * invitations.
   */
  LIMIT_MAIL: RateLimitSchema.default(rateLimitRules.recipientMail.source),
  /** Searches and other lookups of one person or network. */
  LIMIT_LOOKUP: RateLimitSchema.default(rateLimitRules.lookup.source),
  /** Exports, uploads, imports and webhook tests of one person. */
  LIMIT_TRANSFER: RateLimitSchema.default(rateLimitRules.transfer.source),
}

type RateLimitEnvironment = {
  [name in keyof typeof rateLimitVariables]: z.output<(typeof rateLimitVariables)[name]>
}

/** Returns the default limits, changed by the environment variables. */
export function parseRateLimits(env: RateLimitEnvironment): RateLimits {
  const { login, signup, recipientMail } = rateLimitRules
  const texts = {
    ...rateLimitRules,
    login: { ...login, pair: env.LIMIT_LOGIN },
    signup: { ...signup, source: env.LIMIT_SIGNUP },
    recipientMail: { ...recipientMail, source: env.LIMIT_MAIL },
    lookup: { ...rateLimitRules.lookup, source: env.LIMIT_LOOKUP },
    transfer: { source: env.LIMIT_TRANSFER },
  }
  return mapValues(texts, (limits: Partial<Record<RateLimitDimension, string>>) =>
    mapValues(limits, text => parseRateLimit(text, env.LIMIT_FACTOR)),
  )
}

function parseRateLimit(text: string, factor: number): RateLimit {
  const [, countText = '1', timeText = '1', unit = 's'] = rateLimitPattern.exec(text) ?? []
  const count = Math.max(1, Math.round(Number(countText) * factor))
  return { count, refillSeconds: (Number(timeText) * (unitSeconds[unit] ?? 1)) / count }
}

/** Returns an object with the same keys, and for each value the result of `map`. */
const mapValues = <T extends object, Result>(
  object: T,
  map: (value: NonNullable<T[keyof T]>) => Result,
) =>
  // The compiler loses the keys on the way through the entries.
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)])) as {
    [key in keyof T]: Result
  }
