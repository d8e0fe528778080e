import { z } from 'zod'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'
import { serverTexts } from '../locales/texts.ts'
import { findStoreContactEmail } from '../store-mail/find-store-contact-email.ts'

const ContactMailPayload = z.object({ storeId: z.string(), id: z.string() })

/** Returns the job that emails a message of the contact form, or the link to a new chat, to the store. */
export function contactMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'contactMessage.mail': async (raw, { job }) => {
      const { storeId, id } = ContactMailPayload.parse(raw)
      const mail = await withStoreTransaction(app.db, storeId, tx =>
        buildContactMail(tx, id, app.config.publicUrl),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

type ContactMailRow = {
  channel: 'form' | 'chat'
  name: string
  email: string
  orderNumber: string
  message: string
  storeName: string
  locale: string
}

/** Returns the email to the store, or undefined if the message was deleted. */
async function buildContactMail(tx: Tx, id: string, siteUrl: string): Promise<Mail | undefined> {
  const [[row], recipient] = await Promise.all([
    tx<ContactMailRow[]>`
      select c.channel, c.name, c.email, c.order_number, m.text as message, s.name as store_name, s.locale
      from conversation c
      join message m on m.store_id = c.store_id and m.conversation_id = c.id
      join store s on s.id = c.store_id
      where c.id = ${id} order by m.created_at, m.id limit 1`,
    findStoreContactEmail(tx),
  ])
  if (!row || !recipient) return undefined
  const { name, email, orderNumber, message, storeName: store } = row
  const language = getLocaleLanguage(row.locale)
  const t = serverTexts[language]
  if (row.channel === 'chat') {
    const facts = { name: name || formatEmail(email), store }
    return {
      to: recipient,
      language,
      subject: t('chatMessage.subject', facts),
      lines: [t('chatMessage.text', facts)],
      link: { url: `${siteUrl}/apps/chat/${id}`, label: t('chatMessage.link') },
      after: [t('chatMessage.after')],
    }
  }
  return {
    to: recipient,
    language,
    replyTo: { name, address: email },
    subject: t('contactMessage.subject', { name }),
    lines: [
      t('contactMessage.text', { name, email: formatEmail(email), store }),
      ...(orderNumber ? [t('contactMessage.orderNumber', { number: orderNumber })] : []),
      ...message.split(/\n{2,}/),
    ],
    link: { url: `${siteUrl}/apps/email/view/${id}`, label: t('contactMessage.link') },
    after: [t('contactMessage.after')],
  }
}
