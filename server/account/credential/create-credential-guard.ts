import { extractHost } from '#contract/domain.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { CredentialGuard, NewCredential } from '../../rule/credential-guard.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { requirePasswordAndSecondStep } from '../password/require-reauthentication.ts'

export const createCredentialGuard = (app: App): CredentialGuard => ({
  requireReauthentication: async ({ principal: { personId }, client, body, inTx }) => {
    const { password, otp } = body
    if (!password) throw createFieldProblem('password', 'required')
    await requirePasswordAndSecondStep(app, inTx, { personId, client, password, otp })
  },
  notifyAboutCredential,
})

async function notifyAboutCredential(
  tx: Tx,
  { personId }: Principal,
  credential: NewCredential,
): Promise<void> {
  const [store] = await tx<{ slug: string }[]>`
    select slug from business where id = current_business()`
  const recipients = await tx<{ personId: string }[]>`
    select person_id from membership
    where business_id = current_business() and status = 'active'
      and (role = 'owner' or person_id = ${personId})
    order by person_id`
  const subject =
    'maskedKey' in credential
      ? `The key is ${credential.maskedKey}`
      : `It sends to ${extractHost(credential.url)}`
  const detail = `${subject}, for the store with the handle “${store?.slug}”.`
  for (const recipient of recipients)
    await enqueueAccountMail(tx, {
      kind: 'notification',
      notification: credential.kind,
      personId: recipient.personId,
      detail,
    })
}
