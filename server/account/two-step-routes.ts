import { accountSecurityApi } from '#contract/account-security.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../lib/call/serve.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { noticeLater } from './account-mail.ts'
import { insistOnBoth, insistOnPassword } from './insist-on-password.ts'
import { own } from './own-event.ts'
import {
  confirmTwoStep,
  disableTwoStep,
  findTwoStep,
  renewCodes,
  startTwoStep,
} from './two-step.ts'

export function twoStepRoutes(app: App) {
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.startTwoStep,
    async ({ signer: { personId }, body, inTx }) => {
      await insistOnPassword(app, inTx, personId, body.password)
      return inTx(tx => startTwoStep(tx, app.keys, personId))
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.confirmTwoStep,
    async ({ signer: { personId }, body, client, inTx }) => {
      const guess = await consumeRateLimit(app, 'twoStep', {
        address: client.ip,
        account: personId,
        field: 'code',
      })
      const recoveryCodes = await inTx(async tx => {
        const codes = await confirmTwoStep(tx, app.keys, personId, body.code)
        await recordSecurityEvent(tx, own('two_step_on', personId))
        await noticeLater(tx, personId, 'two_step_on')
        return codes
      })
      await guess.refund()
      return { recoveryCodes }
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.disableTwoStep,
    async ({ signer: { personId }, body, client, inTx }) => {
      await insistOnBoth(app, inTx, personId, body, client)
      await inTx(async tx => {
        await disableTwoStep(tx, personId)
        await recordSecurityEvent(tx, own('two_step_off', personId))
        await noticeLater(tx, personId, 'two_step_off')
      })
      return undefined
    },
  )
  serveAccount(app, accountSecurityApi.getTwoStep, ({ tx, signer }) =>
    findTwoStep(tx, signer.personId),
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.renewRecoveryCodes,
    async ({ signer: { personId }, body, client, inTx }) => {
      await insistOnBoth(app, inTx, personId, body, client)
      return inTx(async tx => {
        await recordSecurityEvent(tx, own('recovery_codes_renewed', personId))
        await noticeLater(tx, personId, 'recovery_codes_renewed')
        return { recoveryCodes: await renewCodes(tx, personId) }
      })
    },
  )
}
