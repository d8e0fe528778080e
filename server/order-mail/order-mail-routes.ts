import { z } from 'zod'
import { orderEmailApi } from '#contract/order/mail/order-email.ts'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { hideOrderContacts } from '../customer/rule/contact-visibility.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender } from '../lib/mail/mail.ts'
import { getOrder } from '../order/order-store.ts'
import { loadMailStore } from '../store-mail/mail-store.ts'
import { renderMailPreview } from '../store-mail/render-mail-preview.ts'
import { createExampleMail, findExampleProduct } from './example-mail.ts'
import {
  listOrderMails,
  resetOrderMail,
  setOrderMailEnabled,
  updateOrderMail,
} from './order-mail-store.ts'
import { resendOrderEmail } from './resend-order-email.ts'

const TestMailPayload = z.object({
  storeId: z.string(),
  personId: z.string(),
  mail: z.string().transform(text => orderMailApi.sendTest.body.parse(JSON.parse(text))),
})

export function orderMailRoutes(app: App) {
  serve(app, orderMailApi.list, ({ tx }) => listOrderMails(tx))
  serve(app, orderMailApi.update, ({ tx, body }) => updateOrderMail(tx, body))
  serve(app, orderMailApi.reset, ({ tx, body }) => resetOrderMail(tx, body))
  serve(app, orderMailApi.setEnabled, ({ tx, body }) => setOrderMailEnabled(tx, body))
  serve(app, orderMailApi.preview, async ({ tx, body }) => {
    const store = assertFound(await loadMailStore(app, tx), 'store_not_found')
    const mail = createExampleMail(store, { ...body, product: await findExampleProduct(tx, store) })
    return { subject: mail.subject, html: renderMailPreview(mail, store) }
  })
  serve(app, orderMailApi.sendTest, async ({ tx, body, principal }) => {
    const { storeId, personId } = principal
    await enqueueJob(tx, 'orderMail.test', { storeId, personId, mail: JSON.stringify(body) })
  })
  serve(
    app,
    orderEmailApi.resendOrderEmail,
    async ({ tx, params: { id }, principal: { abilities, storeId } }) =>
      hideOrderContacts(abilities, await resendOrderEmail(tx, { id, storeId })),
    async ({ tx, principal }, id) => hideOrderContacts(principal.abilities, await getOrder(tx, id)),
  )
  Object.assign(app.jobs, testMailJobs(app))
}

/** Returns the job that sends an example of an email to a seller. */
function testMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'orderMail.test': async (raw, { job }) => {
      const { storeId, personId, mail } = TestMailPayload.parse(raw)
      const example = await withStoreTransaction(app.db, storeId, async tx => {
        const [store, [person]] = await Promise.all([
          loadMailStore(app, tx),
          tx<{ email: string }[]>`
            select p.email from membership m join person p on p.id = m.person_id
            where m.person_id = ${personId} and m.status = 'active'`,
        ])
        if (!store || !person) return undefined
        const product = await findExampleProduct(tx, store)
        return { to: person.email, ...createExampleMail(store, { ...mail, product }) }
      })
      if (example) await mailer.send(example, job)
    },
  }
}
