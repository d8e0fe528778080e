import postgres from 'postgres'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'

/** More than this is no office behind one address any more: passwords could be guessed. */
const maxLimitFactor = 10

/** In production, a setting that is convenient on a desk and dangerous on the web keeps the server from starting. */
export function assertSafeConfig(config: Config) {
  if (!config.isProduction) return
  failOnProblems([
    !config.publicUrl.startsWith('https://') &&
      'PUBLIC_URL has to be an https address, or passwords and sessions travel in the clear.',
    !config.smtpUrl &&
      'SMTP_URL has to be set, or the links of mails, which open accounts, are written to the log.',
    !config.secretKey &&
      'SECRET_KEY has to be set, or a copy of the database alone opens every account.',
    config.metricsToken !== undefined &&
      config.metricsToken.length < 32 &&
      'METRICS_TOKEN has to be 32 characters or longer, or it can be guessed.',
    config.allowsPrivateWebhookTargets &&
      'WEBHOOKS_TO_ANYWHERE may not be on, or whoever sets up a webhook reaches what only this machine can reach.',
    config.rateLimitFactor > maxLimitFactor &&
      `LIMIT_FACTOR may be ${maxLimitFactor} at most, or passwords can be guessed. Set a single limit instead, such as LIMIT_LOGIN.`,
    !config.checksCertificates &&
      'NODE_TLS_REJECT_UNAUTHORIZED may not be 0, or anybody on the way reads mails and webhooks.',
    ['trace', 'debug'].includes(config.logLevel) &&
      'LOG_LEVEL may not be trace or debug, which write down more than a log should keep.',
  ])
}

/** The same for the database, asked as the role that serves requests. */
export async function assertSafeDatabase({ isProduction }: Config, appUrl: string) {
  if (!isProduction) return
  const sql = postgres(appUrl, { max: 1, onnotice: () => {} })
  try {
    const [role] = await sql<
      { bypasses: boolean; owns: boolean; unwalled: string[]; lossy: string[]; patient: string[] }[]
    >`
      select r.rolsuper or r.rolbypassrls as bypasses,
        exists (select 1 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'member')) as owns,
        array(select c.relname::text from pg_class c
          where (c.relname = 'business' or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped))
            and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and not (c.relrowsecurity and c.relforcerowsecurity) order by 1) as unwalled,
        array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by 1) as lossy,
        array(select name from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by 1) as patient
      from pg_roles r where r.rolname = current_user`
    if (!role) throw new StartupError('The role that serves requests is not known to the database.')
    failOnProblems([
      role.bypasses &&
        'The role that serves requests may not be a superuser or bypass row security, or stores see each other.',
      role.owns &&
        'The role that serves requests may not own tables, nor be a member of the role that does, or it could switch the wall between stores off.',
      ...role.unwalled.map(
        table =>
          `Row security of the table ${table} has to be enabled and forced, or stores see each other.`,
      ),
      ...role.patient.map(
        name =>
          `The role that serves requests has to have a ${name}, such as "alter role … set ${name} = '15s'", or what hangs is never ended.`,
      ),
      ...role.lossy.map(
        name =>
          `The database setting ${name} may not be off, or a power cut loses what was acknowledged.`,
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
      ['Storewright does not start with NODE_ENV=production and these settings:', ...problems].join(
        '\n',
      ),
    )
}
