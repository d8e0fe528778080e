import { accountProofApi } from '#contract/account-proof.ts'
import { type App, serveAccount, serveAccountSlow } from '../lib/call/serve.ts'
import { attempt } from '../lib/security/attempt.ts'
import { recordEvent } from '../lib/security/security-event.ts'
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
  serveAccountSlow(
    app,
    accountProofApi.startTwoStep,
    async ({ signer: { personId }, body, inTx }) => {
      await insistOnPassword(app, inTx, personId, body.password)
      return inTx(tx => startTwoStep(tx, app.keys, personId))
    },
  )
  serveAccountSlow(
    app,
    accountProofApi.confirmTwoStep,
    async ({ signer: { personId }, body, client, inTx }) => {
      const guess = await attempt(app, 'twoStep', {
        address: client.ip,
        account: personId,
        field: 'code',
      })
      const recoveryCodes = await inTx(async tx => {
        const codes = await confirmTwoStep(tx, app.keys, personId, body.code)
        await recordEvent(tx, own('two_step_on', personId))
        await noticeLater(tx, personId, 'two_step_on')
        return codes
      })
      await guess.forgive()
      return { recoveryCodes }
    },
  )
  serveAccountSlow(
    app,
    accountProofApi.disableTwoStep,
    async ({ signer: { personId }, body, client, inTx }) => {
      await insistOnBoth(app, inTx, personId, body, client)
      await inTx(async tx => {
        await disableTwoStep(tx, personId)
        await recordEvent(tx, own('two_step_off', personId))
        await noticeLater(tx, personId, 'two_step_off')
      })
      return undefined
    },
  )
  serveAccount(app, accountProofApi.twoStep, ({ tx, signer }) => findTwoStep(tx, signer.personId))
  serveAccountSlow(
    app,
    accountProofApi.renewRecoveryCodes,
    async ({ signer: { personId }, body, client, inTx }) => {
      await insistOnBoth(app, inTx, personId, body, client)
      return inTx(async tx => {
        await recordEvent(tx, own('recovery_codes_renewed', personId))
        await noticeLater(tx, personId, 'recovery_codes_renewed')
        return { recoveryCodes: await renewCodes(tx, personId) }
      })
    },
  )
}
