import type { Conversation } from '#contract/desk/conversation.ts'
import { deriveFields } from '../conversation/derive-conversation.ts'
import { addMessage } from '../conversation/rule/add-message.ts'
import { insertRow, type Tx, updateRow } from '../lib/db/db.ts'

interface DemoMessage {
  text: string
  hoursAgo: number
  /** From the customer if it is missing. */
  direction?: 'out' | 'note'
}
interface DemoConversation {
  channel: Conversation['channel']
  subject: string
  about: 'order' | 'product' | 'nothing'
  /** The customer of the order if it is missing. */
  sender?: { name: string; email: string }
  labels?: string[]
  isAssigned?: boolean
  status?: 'open' | 'closed'
  spamReason?: string
  messages: readonly DemoMessage[]
}
interface OrderCustomer {
  name: string
  email: string
  customerId: string | null
  orderId: string
  productId: string | null
}

/** Each is with the customer of one recent order. */
const demoConversations: readonly DemoConversation[] = [
  {
    channel: 'form',
    subject: 'Where is my parcel?',
    about: 'order',
    messages: [
      {
        hoursAgo: 0.6,
        text: 'Hello,\n\nthe tracking page has not changed since Tuesday. Where is my parcel?\n\nMany thanks',
      },
    ],
  },
  {
    channel: 'email',
    subject: 'Can I still change the address?',
    about: 'order',
    labels: ['important'],
    isAssigned: true,
    messages: [
      {
        hoursAgo: 2.5,
        text: 'I have just moved and ordered to my old apartment. The new one is 14 Mill Lane. Is it too late?',
      },
    ],
  },
  {
    channel: 'email',
    subject: 'One of the mugs is chipped',
    about: 'order',
    isAssigned: true,
    messages: [
      {
        hoursAgo: 30,
        text: 'Everything is beautiful, but one mug has a chip on the rim. I can send a photo.',
      },
      {
        hoursAgo: 28,
        direction: 'note',
        text: 'Third chipped one from this batch. Please check the rest of the shelf first.',
      },
      {
        hoursAgo: 27,
        direction: 'out',
        text: 'I am sorry about the mug. Would you like a new one or a refund?',
      },
      {
        hoursAgo: 4,
        text: 'A new one, please. Here is what it looks like: a small chip, left of the handle.',
      },
    ],
  },
  {
    channel: 'form',
    subject: 'Is this dishwasher safe?',
    about: 'product',
    messages: [
      {
        hoursAgo: 7,
        text: 'I like this one very much. Can it go into the dishwasher, and is it suitable for the microwave?',
      },
    ],
  },
  {
    channel: 'email',
    subject: 'Invoice for our company',
    about: 'order',
    labels: ['company'],
    messages: [
      {
        hoursAgo: 22,
        text: 'Good morning, could you send us an invoice with our VAT number DE811907980?',
      },
      {
        hoursAgo: 20,
        direction: 'out',
        text: 'Of course. You’ll find the invoice on your order page, and I have added your VAT number.',
      },
    ],
  },
  {
    channel: 'email',
    subject: 'Forty bowls for a restaurant',
    about: 'product',
    labels: ['important', 'company'],
    isAssigned: true,
    messages: [
      {
        hoursAgo: 26,
        text: 'We open a restaurant in March and would like forty of these. How long would it take?',
      },
      {
        hoursAgo: 25,
        direction: 'note',
        text: 'The potter needs six weeks for forty. I would offer 12 %.',
      },
    ],
  },
  {
    channel: 'chat',
    subject: '',
    about: 'nothing',
    sender: { name: 'Noor', email: 'noor@shopper.example' },
    messages: [
      { hoursAgo: 0.3, text: 'Hi! Do you wrap gifts?' },
      { hoursAgo: 0.25, direction: 'out', text: 'Yes, with a card. Choose it in the cart.' },
      { hoursAgo: 0.2, text: 'Perfect. Would it arrive by Friday?' },
    ],
  },
  {
    channel: 'chat',
    subject: '',
    about: 'nothing',
    sender: { name: 'Emil', email: 'emil@shopper.example' },
    messages: [
      { hoursAgo: 5, text: 'Is the blue one coming back?' },
      { hoursAgo: 4.9, direction: 'out', text: 'Next week. I can reserve one for you.' },
    ],
  },
  {
    channel: 'form',
    subject: 'Thank you!',
    about: 'order',
    status: 'closed',
    messages: [
      {
        hoursAgo: 70,
        text: 'Just wanted to say that the wrapping was the loveliest I have ever seen.',
      },
      { hoursAgo: 68, direction: 'out', text: 'Thank you, that makes our day. Enjoy it!' },
    ],
  },
  {
    channel: 'email',
    subject: 'Return of the apron',
    about: 'order',
    status: 'closed',
    messages: [
      { hoursAgo: 120, text: 'The apron is a little short for me. How do I send it back?' },
      {
        hoursAgo: 118,
        direction: 'out',
        text: 'You can request the return on your order page. The label is free.',
      },
      { hoursAgo: 96, text: 'That was easy, thanks.' },
    ],
  },
  {
    channel: 'email',
    subject: 'First page of every search engine, guaranteed',
    about: 'nothing',
    sender: { name: 'Rank Rocket', email: 'hello@rank-rocket.example' },
    spamReason: 'forged',
    messages: [
      { hoursAgo: 12, text: 'Dear owner, we looked at your site and found 37 problems …' },
    ],
  },
]

/** Creates conversations with the customers of recent orders, assigned to the given person. */
export async function createDemoConversations(tx: Tx, personId: string): Promise<void> {
  const customers = await tx<OrderCustomer[]>`
    select o.customer_name as name, lower(o.customer_email) as email, o.customer_id, o.id as order_id,
      (select product_id from order_line where order_id = o.id order by id limit 1) as product_id
    from "order" o where o.status in ('shipped', 'delivered', 'completed') and o.customer_email <> ''
    order by o.created_at desc, o.id limit ${demoConversations.length}`
  // The newest conversation is created last.
  for (const [index, customer] of [...customers.entries()].toReversed()) {
    const demo = demoConversations[index]
    if (demo) await createDemoConversation(tx, demo, { customer, personId })
  }
  await createDemoTeamChat(tx, personId)
}

const demoTeamMessages = [
  { minutesAgo: 190, text: 'The new mugs are here. Three boxes, nothing broken.' },
  { minutesAgo: 180, text: 'I will count them after lunch and update the stock.' },
  {
    minutesAgo: 40,
    text: 'The carrier comes at four today. Please pack the express orders first.',
  },
]

async function createDemoTeamChat(tx: Tx, personId: string): Promise<void> {
  const conversationId = await insertRow(tx, 'conversation', {
    channel: 'team',
    place: 'team',
    subject: 'team',
  })
  for (const { minutesAgo, text } of demoTeamMessages) {
    const id = await addMessage(tx, {
      conversationId,
      direction: 'out',
      status: 'sent',
      authorId: personId,
      text,
    })
    await tx`
      update message set created_at = now() - make_interval(mins => ${minutesAgo}) where id = ${id}`
  }
  await tx`
    update conversation set created_at = m.first, last_message_at = m.last
    from (
      select min(created_at) as first, max(created_at) as last from message
      where conversation_id = ${conversationId}) m
    where id = ${conversationId}`
}

async function createDemoConversation(
  tx: Tx,
  demo: DemoConversation,
  { customer, personId }: { customer: OrderCustomer; personId: string },
): Promise<void> {
  const { name, email } = demo.sender ?? customer
  const conversationId = await insertRow(tx, 'conversation', {
    channel: demo.channel,
    subject: demo.subject,
    name,
    email,
    customerId: demo.sender ? null : customer.customerId,
    orderId: demo.about === 'order' ? customer.orderId : null,
    productId: demo.about === 'product' ? customer.productId : null,
    assigneeId: demo.isAssigned ? personId : null,
    labels: demo.labels ?? [],
    ...(demo.spamReason && { place: 'spam' as const, spamReason: demo.spamReason }),
  })
  for (const { direction = 'in', text, hoursAgo } of demo.messages) {
    const id = await addMessage(tx, {
      conversationId,
      direction,
      status: direction === 'out' ? 'sent' : 'received',
      subject: demo.subject,
      text,
      ...(direction === 'in' ? { fromName: name, fromEmail: email } : { authorId: personId }),
    })
    await tx`
      update message set created_at = now() - make_interval(mins => ${Math.round(hoursAgo * 60)})
      where id = ${id}`
  }
  await deriveFields(tx, conversationId)
  await tx`
    update conversation set
      created_at = (select min(created_at) from message where conversation_id = ${conversationId})
    where id = ${conversationId}`
  if (demo.status)
    await updateRow(tx, 'conversation', conversationId, { status: demo.status, waitingSince: null })
}
