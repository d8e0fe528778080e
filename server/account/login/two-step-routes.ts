import { accountSecurityApi } from '#contract/account/account-security.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../../lib/call/serve.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { enqueueAccountNotification } from '../mail/account-mail.ts'
import {
  requirePasswordAndSecondStep,
  requireReauthentication,
} from '../password/require-reauthentication.ts'
import {
  confirmTwoStep,
  disableTwoStep,
  findTwoStep,
  renewRecoveryCodes,
  startTwoStep,
} from './two-step.ts'

export function twoStepRoutes(app: App) {
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.startTwoStep,
    async ({ claims: { personId }, body, inTx }) => {
      await requireReauthentication(app, inTx, { personId, password: body.password })
      return inTx(tx => startTwoStep(tx, app.keys, personId))
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.confirmTwoStep,
    async ({ claims: { personId }, body, client, inTx }) => {
      const rateLimit = await consumeRateLimit(app, 'reauthentication', {
        source: client.ip,
        target: `code ${personId}`,
        field: 'code',
      })
      const recoveryCodes = await inTx(async tx => {
        const codes = await confirmTwoStep(tx, app.keys, personId, body.code)
        await recordSecurityEvent(tx, createAccountEvent('two_step_on', personId))
        await enqueueAccountNotification(tx, personId, 'two_step_on')
        return codes
      })
      await rateLimit.refund()
      return { recoveryCodes }
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.disableTwoStep,
    async ({ claims: { personId }, body, client, inTx }) => {
      await requirePasswordAndSecondStep(app, inTx, { ...body, personId, client })
      await inTx(async tx => {
        await disableTwoStep(tx, personId)
        await recordSecurityEvent(tx, createAccountEvent('two_step_off', personId))
        await enqueueAccountNotification(tx, personId, 'two_step_off')
      })
      return undefined
    },
  )
  serveAccount(app, accountSecurityApi.getTwoStep, ({ tx, claims }) =>
    findTwoStep(tx, claims.personId),
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.renewRecoveryCodes,
    async ({ claims: { personId }, body, client, inTx }) => {
      await requirePasswordAndSecondStep(app, inTx, { ...body, personId, client })
      return inTx(async tx => {
        await recordSecurityEvent(tx, createAccountEvent('recovery_codes_renewed', personId))
        await enqueueAccountNotification(tx, personId, 'recovery_codes_renewed')
        return { recoveryCodes: await renewRecoveryCodes(tx, personId) }
      })
    },
  )
}
