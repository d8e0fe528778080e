import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isIssueCode, toFieldError } from '#contract/lib/error/issue.ts'
import {
  parseRateLimits,
  type RateLimits,
  rateLimitVariables,
} from './lib/security/rate-limit-rule.ts'
import { StartupError } from './startup-error.ts'

const BooleanFlag = z.stringbool()
const PostgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://name:password@host:5432/database',
})

/** `10.0.0.0/8, fd00::/8`: a number or "all of them" would let whoever asks say where they ask from. */
const Networks = z
  .string()
  .transform(list =>
    list
      .split(',')
      .map(entry => entry.trim())
      .filter(Boolean),
  )
  .refine(
    list => list.every(isNetwork),
    'must list the addresses of your proxies, such as 10.0.0.0/8, fd00::/8; a number of hops or true would trust whoever asks',
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
/** Secrets may also lie in files, as containers and systemd hand them on: NAME_FILE names one. */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'SECRET_KEY',
] as const

// An empty variable means "not set": compose files and shells often pass those on.
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_APP_URL: PostgresUrl.optional(),
  DATABASE_PREPARE: BooleanFlag.default(true),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  CALL_LIMIT_MS: z.coerce.number().int().min(100).max(600_000).default(4500),
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(30_000).default(0),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://shop-admin.example.com',
    })
    .optional(),
  STOREFRONT_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a host name such as stores.example.com')
    .default('storewright.localhost'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://name:password@host:587' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address such as "Ann <ann@example.com>"',
    )
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'has to be 16 characters or longer')
    .regex(/^[\x21-\x7e]+$/, 'may hold letters, digits and signs without spaces')
    .optional(),
  SECRET_KEY: z
    .string()
    .min(32, 'has to be 32 characters or longer')
    .regex(/^[\x21-\x7e]+$/, 'may hold letters, digits and signs without spaces')
    .optional(),
  WEBHOOKS_TO_ANYWHERE: BooleanFlag.default(false),
  TRUST_PROXY: Networks.optional(),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(4000),
  ...rateLimitVariables,
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:[+\d-]+)$/,
      'must look like mailto:security@example.com or https://example.com/report',
    )
    .optional(),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
})

/** Every variable there is; docs/configuration.md lists them all. */
export const environmentVariables: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...secretNames.map(name => `${name}_FILE`),
]

export interface Config {
  port: number
  host: string
  /** Absolute path: everything Storewright keeps outside a DATABASE_URL lies here. */
  dataDir: string
  /** Connection of the role that owns the tables: migrates and runs jobs. Absent: the embedded database. */
  databaseUrl: string | undefined
  /** Connection of the role that serves requests. Absent: made and derived by the migration. */
  appDatabaseUrl: string | undefined
  /** Off for a pooler that cannot keep prepared statements. */
  usesPreparedStatements: boolean
  poolSize: number
  /** What a call may wait in the database, for a connection, for locks and for its queries together. */
  callLimitMs: number
  /** How long a stop goes on serving everybody, having said that it is not ready any more. */
  stopDelayMs: number
  /** Where people reach the back office, without a trailing slash; links in mails start with it. */
  publicUrl: string
  /** The zone under which every store gets its free subdomain. */
  storefrontHost: string
  smtpUrl: string | undefined
  /** Who mails are from. Absent: no-reply at the host of `publicUrl`. */
  mailFrom: string | undefined
  /** Who shows it may read /metrics; absent, nobody may. */
  metricsToken: string | undefined
  /** Seals the secret that keys are derived from, so that the database alone opens nothing. Never to be changed. */
  secretKey: string | undefined
  /** For development and tests: webhooks may go by http, and to private addresses such as this machine. */
  allowsPrivateWebhookTargets: boolean
  /** Networks of the proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Sockets that may be open at once in one process. */
  maxConnections: number
  rateLimits: RateLimits
  /** The factor by which every limit was multiplied. */
  rateLimitFactor: number
  /** Whether servers that we call have to prove who they are; off by a setting of Node's own. */
  checksCertificates: boolean
  /** Where people report holes; said in /.well-known/security.txt. */
  securityContact: string | undefined
  isProduction: boolean
  logLevel: NonNullable<z.infer<typeof Environment>['LOG_LEVEL']>
}

/** Reads the environment once; every fault is named in one StartProblem. Values are not repeated, they may be secrets. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const setVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Environment.safeParse({ ...readSecretFiles(setVariables), ...setVariables })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      issue => `${issue.path.join('.')}: ${describeIssue(issue)}`,
    )
    throw new StartupError(`The configuration is not right: ${problems.join('; ')}.`)
  }
  const values = parsed.data
  if (values.DATABASE_APP_URL && !values.DATABASE_URL)
    throw new StartupError('The configuration is not right: DATABASE_APP_URL needs DATABASE_URL.')
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    appDatabaseUrl: values.DATABASE_APP_URL,
    usesPreparedStatements: values.DATABASE_PREPARE,
    poolSize: values.DATABASE_POOL_SIZE,
    callLimitMs: values.CALL_LIMIT_MS,
    stopDelayMs: values.STOP_DELAY_MS,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    storefrontHost: values.STOREFRONT_HOST,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    metricsToken: values.METRICS_TOKEN,
    secretKey: values.SECRET_KEY,
    allowsPrivateWebhookTargets: values.WEBHOOKS_TO_ANYWHERE,
    trustProxy: values.TRUST_PROXY ?? [],
    maxConnections: values.MAX_CONNECTIONS,
    rateLimits: parseRateLimits(values),
    rateLimitFactor: values.LIMIT_FACTOR,
    checksCertificates: setVariables['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    securityContact: values.SECURITY_CONTACT,
    isProduction: values.NODE_ENV === 'production',
    // A line a request is what an operator wants, and what whoever tries it out at a desk does not.
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'warn'),
  }
}

const describeIssue = (issue: z.core.$ZodIssue): string =>
  isIssueCode(issue.message) ? toFieldError(issue).message : issue.message

function readSecretFiles(setVariables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    secretNames.flatMap(name => {
      const path = setVariables[`${name}_FILE`]
      if (path === undefined) return []
      if (setVariables[name] !== undefined)
        throw new StartupError(
          `The configuration is not right: ${name} and ${name}_FILE are both set.`,
        )
      try {
        const text = readFileSync(path, 'utf8').trim()
        return text ? [[name, text]] : []
      } catch (error) {
        throw new StartupError(
          `The configuration is not right: ${name}_FILE cannot be read (${error instanceof Error && 'code' in error ? error.code : error}).`,
        )
      }
    }),
  )
}
