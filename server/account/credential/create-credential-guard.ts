import { extractHost } from '#contract/store/domain.ts'
import { createNotForApiKeysProblem, type Principal } from '../../lib/call/authenticate.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import type { NotificationDetail } from '../mail/account-notification.ts'
import { requirePasswordAndSecondStep } from '../password/require-reauthentication.ts'
import type { CredentialGuard, SensitiveChange } from '../rule/credential-guard.ts'

export const createCredentialGuard = (app: App): CredentialGuard => ({
  requireReauthentication: async ({ principal, client, body, inTx }) => {
    const { personId, keyId } = principal
    if (keyId) throw createNotForApiKeysProblem()
    const { password, otp } = body
    if (!password) throw createFieldProblem('password', 'required')
    await requirePasswordAndSecondStep(app, inTx, { personId, client, password, otp })
  },
  notifyAboutCredential,
})

async function notifyAboutCredential(
  tx: Tx,
  { personId }: Principal,
  change: SensitiveChange,
): Promise<void> {
  const [store] = await tx<{ slug: string }[]>`
    select slug from store where id = current_store()`
  const recipients = await tx<{ personId: string }[]>`
    select person_id from membership
    where store_id = current_store() and status = 'active'
      and (role = 'owner' or person_id = ${personId})
    order by person_id`
  const detail = { ...describeChange(change), storeHandle: store?.slug ?? '' }
  for (const recipient of recipients)
    await enqueueAccountMail(tx, {
      kind: 'notification',
      notification: change.kind,
      personId: recipient.personId,
      detail,
    })
}

function describeChange(change: SensitiveChange) {
  switch (change.kind) {
    case 'webhook_url_set':
    case 'webhook_changed':
    case 'label_service_changed':
      return createDetail('url', extractHost(change.url))
    case 'payment_method_changed':
      return createDetail('paymentMethod', change.name)
    case 'payment_account_disconnected':
      return createDetail('paymentProvider', change.name)
    case 'mail_sender_changed':
    case 'store_email_changed':
      return createDetail(change.email ? 'email' : 'noEmail', change.email)
    default:
      return createDetail('key', change.maskedKey)
  }
}

type ChangeDetail = Extract<NotificationDetail, { kind: 'change' }>
const createDetail = (subject: ChangeDetail['subject'], value: string) => ({
  kind: 'change' as const,
  subject,
  value,
})
