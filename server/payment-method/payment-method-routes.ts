import { type PaymentMethod, paymentMethodApi } from '#contract/payment/payment-method.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { type App, serve, serveRead, serveWithoutTransaction } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  createPaymentMethod,
  deletePaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  updatePaymentMethod,
} from './payment-method-store.ts'

/** The fields that tell shoppers where to pay. A thief of a session must not change them. */
const protectedFields = [
  'kind',
  'name',
  'instructions',
  'accountHolder',
  'iban',
  'bic',
  'transferReference',
] as const satisfies readonly (keyof PaymentMethod)[]

export function paymentMethodRoutes(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  const notify = (tx: Tx, principal: Principal, { name }: PaymentMethod) =>
    notifyAboutCredential(tx, principal, { kind: 'payment_method_changed', name })
  serveRead(app, paymentMethodApi.list, ({ tx }) => listPaymentMethods(tx))
  serveWithoutTransaction(app, paymentMethodApi.create, async call => {
    const { password: _password, otp: _otp, ...input } = call.body
    await requireReauthentication(call)
    return call.inTx(async tx => {
      const method = await createPaymentMethod(tx, input)
      await notify(tx, call.principal, method)
      return method
    })
  })
  serveWithoutTransaction(app, paymentMethodApi.update, async call => {
    const { params, principal, inTx } = call
    const { password: _password, otp: _otp, ...input } = call.body
    const current = await inTx(tx => getPaymentMethod(tx, params.id))
    const isProtected = protectedFields.some(
      field => input[field] !== undefined && input[field] !== current[field],
    )
    if (isProtected) await requireReauthentication(call)
    return inTx(async tx => {
      const method = await updatePaymentMethod(tx, params.id, input)
      if (isProtected) await notify(tx, principal, method)
      return method
    })
  })
  serve(app, paymentMethodApi.delete, async ({ tx, params, principal }) => {
    await notify(tx, principal, await deletePaymentMethod(tx, params.id))
  })
}
