import { z } from 'zod'
import { ContactMessage } from '#contract/contact-message.ts'
import type { App } from '../lib/call/serve.ts'
import { selectColumns, type Tx, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { createMailSender, type Mail } from '../lib/mail/mail.ts'

const ContactMailPayload = z.object({ businessId: z.string(), id: z.string() })

/** Returns the job that emails a message of the contact form to the store. */
export function contactMailJobs(app: App): JobHandlers {
  const mailer = createMailSender(app.config, app.log)
  return {
    'contactMessage.mail': async (raw, { job }) => {
      const { businessId, id } = ContactMailPayload.parse(raw)
      const mail = await withBusinessTransaction(app.db, businessId, tx =>
        buildContactMail(tx, id, app.config.publicUrl),
      )
      if (mail) await mailer.send(mail, job)
    },
  }
}

type ContactMailRow = ContactMessage & { storeName: string; recipient: string | null }

/**
 * Returns the email, or undefined if the message was deleted. It goes to the contact email of the
 * store, otherwise to the email of the store or of its first owner.
 */
async function buildContactMail(tx: Tx, id: string, siteUrl: string): Promise<Mail | undefined> {
  const [row] = await tx<ContactMailRow[]>`
    select ${selectColumns(ContactMessage, { alias: 'm' })(tx)}, b.name as store_name,
      coalesce(
        nullif(c.sections #>> '{contact,email}', ''),
        nullif(b.email, ''),
        (
          select p.email from membership s join person p on p.id = s.person_id
          where s.role = 'owner' and s.status = 'active' order by s.created_at limit 1
        )) as recipient
    from contact_message m
      join business b on b.id = m.business_id
      left join cms c on c.business_id = m.business_id
    where m.id = ${id}`
  if (!row?.recipient) return undefined
  const { name, email, orderNumber, message, storeName } = row
  return {
    to: row.recipient,
    replyTo: { name, address: email },
    subject: `New message from ${name}`,
    lines: [
      `${name} (${email}) sent this message with the contact form of ${storeName}.`,
      ...(orderNumber ? [`Order number: ${orderNumber}`] : []),
      ...message.split(/\n{2,}/),
    ],
    link: { url: `${siteUrl}/apps/message/view/${id}`, label: 'View message' },
    after: ['Reply to this email to answer the sender.'],
  }
}
