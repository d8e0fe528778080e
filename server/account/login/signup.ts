import type { SessionUser, Signup } from '#contract/account/account.ts'
import { currencies } from '#contract/lib/money/currency-table.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { isTimeZone, type StoreInput } from '#contract/store/store.ts'
import { getStoreDefaults } from '#contract/store/store-defaults.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { hashPassword } from '../../lib/security/password-hash.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { createStore } from '../../store/rule/create-store.ts'
import { createPerson } from '../account-store.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { checkPassword } from '../password/password-rule.ts'
import { createLoginSession } from './create-login-session.ts'
import { warnAccountOwner } from './login-warning.ts'

type SignupRequest = { body: Signup; client: ClientInfo }

/** Creates an account with its first store, and logs in. */
export async function signUp(app: App, request: SignupRequest): Promise<SessionUser> {
  const { body, client } = request
  if (body.currency && !currencies.includes(body.currency))
    throw createFieldProblem('currency', 'unknown_currency')
  await checkPassword(body.password, {
    email: body.email,
    fullName: body.fullName,
    storeName: body.businessName,
  })
  await consumeRateLimit(app, 'signup', { source: client.ip, field: 'email' })
  // The error for a taken email reveals that it has an account, so only those count: other outcomes
  // are refunded.
  const takenEmailLimit = await consumeRateLimit(app, 'takenEmail', {
    source: client.ip,
    field: 'email',
  })
  const passwordHash = await hashPassword(body.password)
  try {
    const user = await createAccount(app, request, passwordHash)
    await takenEmailLimit.refund()
    return user
  } catch (error) {
    await (isTakenEmail(error) ? warnAccountOwner(app, body.email) : takenEmailLimit.refund())
    throw error
  }
}

const createAccount = (app: App, { body, client }: SignupRequest, passwordHash: string) =>
  withTransaction(app.db, { ip: client.ip, requestId: client.requestId }, async tx => {
    const personId = await createPerson(tx, body, passwordHash)
    await createStore(tx, personId, toStoreInput(body), {
      storefrontHost: app.config.storefrontHost,
      field: 'domain',
    })
    await enqueueAccountMail(tx, {
      kind: 'verify_email',
      personId,
      // The language of the browser. The country can give the store another one.
      ...(body.locale && { language: getLocaleLanguage(body.locale) }),
    })
    return createLoginSession(app, tx, { personId, client, isFirstLogin: true })
  })

/** Returns the values of the first store. The country corrects the region of the browser. */
function toStoreInput(body: Signup): StoreInput {
  const { businessName: name, domain: slug, email, country, currency, locale } = body
  // An unknown time zone does not prevent the sign-up: the seller can choose another later.
  const timezone = body.timezone && isTimeZone(body.timezone) ? body.timezone : undefined
  return {
    name,
    slug,
    email,
    timezone,
    locale,
    ...(country && { address: { country }, ...getStoreDefaults(country, { timezone, locale }) }),
    ...(currency && { currency }),
  }
}

const isTakenEmail = (error: unknown) =>
  error instanceof Error &&
  'constraint_name' in error &&
  error.constraint_name === 'person__email__taken'
