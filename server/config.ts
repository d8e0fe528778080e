import { resolve } from 'node:path'
import { z } from 'zod'
import { isIssueCode, toFieldError } from '#contract/lib/error/issue.ts'
import {
  type BillingConfig,
  billingSecretNames,
  billingVariables,
  listMissingBillingVariables,
  parseBilling,
} from './billing-config.ts'
import { type BucketConfig, bucketVariables, toBucketConfig } from './bucket-config.ts'
import {
  ApiUrl,
  HostName,
  IpAddresses,
  Networks,
  PostgresUrl,
  ReplicaUrl,
  SecretToken,
} from './config-values.ts'
import {
  parseRateLimits,
  type RateLimits,
  rateLimitVariables,
} from './lib/security/rate-limit-rule.ts'
import { type MailInConfig, toMailIn } from './mail-in-config.ts'
import { readSecretFiles } from './secret-files.ts'
import { createConfigError } from './startup-error.ts'

const BooleanFlag = z.stringbool()
const ProcessRole = z.enum(['all', 'web', 'jobs'], { error: 'must be all, web or jobs' })
const Port = z.coerce.number().int().min(0).max(65_535)

/**
 * Secrets that may also be read from a file, as with containers and systemd: NAME_FILE is its path.
 */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'FILES_SECRET_KEY',
  'SMTP_URL',
  'MAIL_IN_SECRET',
  'METRICS_TOKEN',
  'SECRET_KEY',
  'STRIPE_PLATFORM_KEY',
  'STRIPE_PLATFORM_WEBHOOK_SECRET',
  ...billingSecretNames,
] as const

// `readConfig` treats an empty variable as not set, because compose files and shells often pass
// them.
const Environment = z.object({
  ROLE: ProcessRole.default('all'),
  PORT: Port.default(3000),
  HOST: z.string().optional(),
  INTERNAL_PORT: Port.optional(),
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  ...bucketVariables,
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_APP_URL: PostgresUrl.optional(),
  DATABASE_REPLICA_URL: ReplicaUrl.optional(),
  DATABASE_PREPARE: BooleanFlag.default(true),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  AUDIT_MONTHS: z.coerce.number().int().min(1).max(14).default(12),
  CALL_LIMIT_MS: z.coerce.number().int().min(100).max(600_000).default(4500),
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(30_000).default(0),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be a URL such as https://admin.example.com',
    })
    .optional(),
  STOREFRONT_HOST: HostName.default('storewright.localhost'),
  STOREFRONT_ADDRESSES: IpAddresses.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://name:password@host:587' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an email address such as "Ann <ann@example.com>"',
    )
    .optional(),
  CAMPAIGN_EMAILS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(600),
  MAIL_IN_HOST: HostName.optional(),
  MAIL_IN_PORT: Port.optional(),
  MAIL_IN_PROTOCOL: z.enum(['smtp', 'lmtp']).default('smtp'),
  MAIL_IN_SECRET: SecretToken.min(16, 'must have at least 16 characters').optional(),
  MAIL_IN_RETURN_PATH: BooleanFlag.default(false),
  METRICS_TOKEN: SecretToken.min(16, 'must have at least 16 characters').optional(),
  SECRET_KEY: SecretToken.min(32, 'must have at least 32 characters').optional(),
  WEBHOOKS_TO_ANYWHERE: BooleanFlag.default(false),
  STRIPE_API_URL: ApiUrl.default('https://api.stripe.com'),
  MOLLIE_API_URL: ApiUrl.default('https://api.mollie.com'),
  STRIPE_PLATFORM_KEY: z
    .string()
    .regex(/^(rk|sk)_(live|test)_\w+$/, 'must be a secret key such as sk_live_…')
    .optional(),
  STRIPE_PLATFORM_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be a signing secret such as whsec_…')
    .optional(),
  ...billingVariables,
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
  SUPPORT_EMAIL: z.email('must be an email address such as support@example.com').optional(),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
})

/** The names of all variables, which docs/configuration.md documents. */
export const environmentVariables: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...secretNames.map(name => `${name}_FILE`),
]

export interface Config extends BucketConfig {
  /** `web` serves requests and `jobs` runs background jobs and receives emails; `all` does both. */
  role: z.infer<typeof ProcessRole>
  port: number
  host: string
  /** The port for other programs of the installation, such as its proxy. Without it, none is open. */
  internalPort: number | undefined
  internalHost: string
  /** Absolute path of all data outside of an external database. */
  dataDir: string
  /**
   * The connection of the role that owns the tables, for migrations and jobs. Default: the embedded
   * database.
   */
  databaseUrl: string | undefined
  /** The connection of the role that serves requests. Default: created by the migration. */
  appDatabaseUrl: string | undefined
  /** The URL of the read replica, without user and password. */
  replicaUrl: string | undefined
  /** False for a pooler that does not support prepared statements. */
  usesPreparedStatements: boolean
  poolSize: number
  /** How long a call may wait for a connection, for locks and for its queries together. */
  callLimitMs: number
  /** Complete months of the audit that stay in the database. Earlier ones are in files. */
  auditMonths: number
  /**
   * How long a process continues to serve requests at a shutdown, after it reports that it is not
   * ready.
   */
  stopDelayMs: number
  /** The URL of the back office, without a trailing slash. Links in emails start with it. */
  publicUrl: string
  /** `publicUrl`, parsed once. */
  publicAddress: Readonly<URL>
  /** The domain under which every store gets a subdomain. */
  storefrontHost: string
  /** The IP addresses of stores, for domains that cannot have an alias. */
  storefrontAddresses: string[]
  smtpUrl: string | undefined
  /** The sender of emails. Default: no-reply at the host of `publicUrl`. */
  mailFrom: string | undefined
  /** The emails of campaigns that one store sends in a minute at most. */
  campaignEmailsPerMinute: number
  /** How emails to stores are received. Without `MAIL_IN_HOST`, none are. */
  mailIn: MailInConfig | undefined
  /** The token that /metrics requires. Without it, /metrics is not served. */
  metricsToken: string | undefined
  /**
   * Encrypts the secret from which keys are derived, so that a copy of the database is not enough.
   * It cannot be changed.
   */
  secretKey: string | undefined
  /** For development and tests: allows webhooks with http and with private addresses. */
  allowsPrivateWebhookTargets: boolean
  /** The URLs of the APIs of Stripe and Mollie. Only tests change them. */
  stripeApiUrl: string
  mollieApiUrl: string
  /** The account of the operator at Stripe Connect, which charges for the accounts of sellers. */
  stripePlatform: { key: string; webhookSecret: string } | undefined
  /** How sellers pay the operator for plans. Without it, nothing is limited. */
  billing: BillingConfig | undefined
  /** The networks of the proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[]
  /** The maximum number of open sockets of a process. */
  maxConnections: number
  rateLimits: RateLimits
  /** The factor by which every rate limit was multiplied. */
  rateLimitFactor: number
  /**
   * Whether the certificates of other servers are verified. NODE_TLS_REJECT_UNAUTHORIZED disables
   * it.
   */
  checksCertificates: boolean
  /** The contact for vulnerability reports, which /.well-known/security.txt publishes. */
  securityContact: string | undefined
  /** The email to which help links, for questions of sellers. */
  supportEmail: string | undefined
  isProduction: boolean
  logLevel: NonNullable<z.infer<typeof Environment>['LOG_LEVEL']>
}

/**
 * Returns the configuration of the environment.
 * @throws StartupError that lists all invalid variables, without their values, which may be secrets
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const setVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const secrets = readSecretFiles(setVariables, secretNames)
  const parsed = Environment.safeParse({ ...secrets, ...setVariables })
  if (!parsed.success) throw createConfigError(...parsed.error.issues.map(describeIssue))
  for (const name of ['DATABASE_APP_URL', 'DATABASE_REPLICA_URL'] as const)
    if (parsed.data[name] && !parsed.data.DATABASE_URL)
      throw createConfigError(`${name} needs DATABASE_URL. Set both variables.`)
  if (parsed.data.ROLE !== 'all' && !parsed.data.DATABASE_URL)
    throw createConfigError(
      'ROLE=web and ROLE=jobs need DATABASE_URL, so that the processes share a database.',
    )
  const { STRIPE_PLATFORM_KEY, STRIPE_PLATFORM_WEBHOOK_SECRET } = parsed.data
  if (!STRIPE_PLATFORM_KEY !== !STRIPE_PLATFORM_WEBHOOK_SECRET)
    throw createConfigError(
      'STRIPE_PLATFORM_KEY and STRIPE_PLATFORM_WEBHOOK_SECRET need each other. Set both variables.',
    )
  const { MAIL_IN_HOST: mailHost, MAIL_IN_PORT: mailPort, MAIL_IN_SECRET: mailSecret } = parsed.data
  if (mailHost === undefined && (mailPort !== undefined || mailSecret !== undefined))
    throw createConfigError('MAIL_IN_PORT and MAIL_IN_SECRET need MAIL_IN_HOST. Set it too.')
  const missing = listMissingBillingVariables(parsed.data)
  if (missing.length > 0)
    throw createConfigError(`Billing also needs ${missing.join(', ')}. Set all BILLING variables.`)
  const checksCertificates = setVariables['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0'
  return { ...toConfig(parsed.data), checksCertificates }
}

function toConfig(values: z.output<typeof Environment>): Omit<Config, 'checksCertificates'> {
  const isProduction = values.NODE_ENV === 'production'
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  return {
    role: values.ROLE,
    port: values.PORT,
    // Development uses http without encryption, and logs the links of emails.
    host: values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    internalPort: values.ROLE === 'jobs' ? undefined : values.INTERNAL_PORT,
    internalHost: values.INTERNAL_HOST,
    dataDir: resolve(values.DATA_DIR),
    ...toBucketConfig(values),
    databaseUrl: values.DATABASE_URL,
    appDatabaseUrl: values.DATABASE_APP_URL,
    replicaUrl: values.ROLE === 'jobs' ? undefined : values.DATABASE_REPLICA_URL,
    usesPreparedStatements: values.DATABASE_PREPARE,
    poolSize: values.DATABASE_POOL_SIZE,
    callLimitMs: values.CALL_LIMIT_MS,
    auditMonths: values.AUDIT_MONTHS,
    stopDelayMs: values.STOP_DELAY_MS,
    publicUrl,
    publicAddress: new URL(publicUrl),
    storefrontHost: values.STOREFRONT_HOST,
    storefrontAddresses: values.STOREFRONT_ADDRESSES ?? [],
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    campaignEmailsPerMinute: values.CAMPAIGN_EMAILS_PER_MINUTE,
    mailIn: toMailIn(values),
    metricsToken: values.METRICS_TOKEN,
    secretKey: values.SECRET_KEY,
    allowsPrivateWebhookTargets: values.WEBHOOKS_TO_ANYWHERE,
    stripeApiUrl: values.STRIPE_API_URL,
    mollieApiUrl: values.MOLLIE_API_URL,
    stripePlatform: toStripePlatform(values),
    billing: parseBilling(values),
    trustProxy: values.TRUST_PROXY ?? [],
    maxConnections: values.MAX_CONNECTIONS,
    rateLimits: parseRateLimits(values),
    rateLimitFactor: values.LIMIT_FACTOR,
    securityContact: values.SECURITY_CONTACT,
    supportEmail: values.SUPPORT_EMAIL,
    isProduction,
    // At the level info, each request is logged, which is useful in production only.
    logLevel: values.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  }
}

const toStripePlatform = ({
  STRIPE_PLATFORM_KEY: key,
  STRIPE_PLATFORM_WEBHOOK_SECRET: webhookSecret,
}: z.output<typeof Environment>) => (key && webhookSecret ? { key, webhookSecret } : undefined)

/** Messages of the schemas in this file continue the sentence that starts with the variable. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.')
  return isIssueCode(issue.message)
    ? `${name}: ${toFieldError(issue).message}.`
    : `${name} ${issue.message}.`
}
