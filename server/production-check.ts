import type postgres from 'postgres'
import { getDomain } from 'tldts'
import type { Config } from './config.ts'
import { openClient } from './lib/primary/open-client.ts'
import { StartupError } from './startup-error.ts'

/** A higher factor than an office behind one IP address needs would allow guessing passwords. */
const maxLimitFactor = 10

/**
 * Rejects settings that are convenient in development and unsafe in production.
 * @throws StartupError
 */
export function assertSafeConfig(config: Config) {
  if (!config.isProduction) return
  failOnProblems([
    !config.publicUrl.startsWith('https://') &&
      'PUBLIC_URL must be an https URL. Otherwise passwords and sessions are sent unencrypted.',
    sharesDomain(config.publicAddress.hostname, config.storefrontHost) &&
      'STOREFRONT_HOST must not share a registrable domain with PUBLIC_URL. ' +
        'Otherwise stores can set cookies for the back office.',
    !config.smtpUrl &&
      'SMTP_URL must be set. Otherwise links that give access to accounts are written to the log.',
    !config.secretKey &&
      'SECRET_KEY must be set. Otherwise a copy of the database gives access to every account.',
    config.metricsToken !== undefined &&
      config.metricsToken.length < 32 &&
      'METRICS_TOKEN must have at least 32 characters. Otherwise it can be guessed.',
    config.allowsPrivateWebhookTargets &&
      'WEBHOOKS_TO_ANYWHERE must be off. Otherwise webhooks can reach the internal network.',
    config.rateLimitFactor > maxLimitFactor &&
      `LIMIT_FACTOR must be at most ${maxLimitFactor}. Otherwise passwords can be guessed. ` +
        'Set a single limit instead, such as LIMIT_LOGIN.',
    !config.checksCertificates &&
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0. Otherwise emails and webhooks can be intercepted.',
    ['trace', 'debug'].includes(config.logLevel) &&
      'LOG_LEVEL must not be trace or debug. These levels log too much detail.',
  ])
}

/** Whether browsers treat two hosts as the same site. */
function sharesDomain(host: string, otherHost: string): boolean {
  const domain = getDomain(host, { allowPrivateDomains: true })
  return domain !== null && domain === getDomain(otherHost, { allowPrivateDomains: true })
}

type RoleCheck = {
  bypassesRowSecurity: boolean
  ownsTables: boolean
  unprotectedTables: string[]
  lossySettings: string[]
  missingTimeouts: string[]
}

const checkRole = (sql: postgres.Sql) => sql<RoleCheck[]>`
  select r.rolsuper or r.rolbypassrls as "bypassesRowSecurity",
    exists (
      select 1 from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and pg_has_role(r.oid, c.relowner, 'member')
    ) as "ownsTables",
    array(
      select c.relname::text from pg_class c
      where (c.relname = 'store' or exists (
          select 1 from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped))
        and c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p') and not c.relispartition
        and not (c.relrowsecurity and c.relforcerowsecurity)
      order by 1
    ) as "unprotectedTables",
    array(
      select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
      order by 1
    ) as "lossySettings",
    array(
      select name from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
        and setting = '0'
      order by 1
    ) as "missingTimeouts"
  from pg_roles r where r.rolname = current_user`

/** Rejects an unsafe database or role that serves requests in production. @throws StartupError */
export async function assertSafeDatabase({ isProduction }: Config, appUrl: string) {
  if (!isProduction) return
  const sql = openClient(appUrl, { max: 1, prepare: false, onnotice: () => {} })
  try {
    const [role] = await checkRole(sql)
    if (!role) throw new StartupError('The database has no role that serves requests.')
    failOnProblems([
      role.bypassesRowSecurity &&
        'The role that serves requests must not be a superuser or bypass row security. ' +
          'Otherwise stores can read the data of other stores.',
      role.ownsTables &&
        'The role that serves requests may not own tables or be a member of the role that does. ' +
          'Otherwise it can disable row security.',
      ...role.unprotectedTables.map(
        table =>
          `Row security of the table ${table} has to be enabled and forced. ` +
          'Otherwise stores can read the data of other stores.',
      ),
      ...role.missingTimeouts.map(
        name =>
          `The role that serves requests must have a ${name}. ` +
          `Set it with "alter role … set ${name} = '15s'", or blocked queries never end.`,
      ),
      ...role.lossySettings.map(
        name =>
          `The database setting ${name} must be on. Otherwise a power failure can lose saved data.`,
      ),
    ])
  } finally {
    await sql.end()
  }
}

function failOnProblems(checks: (string | false)[]) {
  const problems = checks.filter(check => check !== false)
  if (problems.length)
    throw new StartupError(
      [
        'Storewright cannot start with NODE_ENV=production. Correct these settings:',
        ...problems,
      ].join('\n'),
    )
}
