export type Canary = { id: string; other: string; word: string }
export type CanaryColumn = {
  table: string
  name: string
  type: string
  isRequired: boolean
  isGenerated: boolean
  default: string | null
  /** Whether the column refers to its own table. */
  isSelfReference: boolean
  checks: string[]
}

/** A redirect has one target, a task one record. Orders and returns reference each other. */
const emptyReferences = {
  'redirect.product_id': null,
  'redirect.category_id': null,
  'redirect.page_id': null,
  'redirect.post_id': null,
  'calendar_event.product_id': null,
  'calendar_event.customer_id': null,
  'calendar_event.repeat': null,
  'calendar_event.repeats_until': null,
  'task.product_id': null,
  'task.customer_id': null,
  'order.return_id': null,
  'order_file.review_id': null,
  'segment.filter': '{}',
}

const timeZones = { 'store.timezone': 'UTC', 'calendar_event.time_zone': 'UTC' }

const allowedValues = {
  'membership.role': 'owner',
  'membership.status': 'active',
  // The calls of chats and of the inbox return it.
  'conversation.channel': 'chat',
  'mailbox.failure': 'mailbox_unreachable',
}

const createEmails = (word: string) => ({
  'mail_in.sender': `${word}@example.com`,
  'email_suppression.email': `${word}@example.com`,
  'mail_in.status': 'dead',
  'mail_domain.address': `${word}@example.com`,
})

const themeContents = {
  'theme_version.settings': null,
  'theme_version.templates': null,
  'theme_draft.settings': null,
  'theme_draft.templates': null,
  'theme_publication.settings': '{}',
  'theme_publication.templates': null,
}

/**
 * Returns values of columns that reject the value by type and name. Null means the default.
 */
export const getSpecialValues = ({ id, other, word }: Canary): Record<string, string | null> => ({
  'person.preferences': null,
  ...allowedValues,
  'membership.abilities': null,
  'membership.last_seen_at': 'now',
  'role.role': word,
  'ownership_offer.recipient_id': other,
  'store.currency': 'USD',
  ...timeZones,
  'store.slug': word,
  'order.currency': 'USD',
  'order.language': null,
  'order.checkout_answers': `[{"label":"${word}","value":"${word}"}]`,
  'order_event.before': createOrderSnapshot({ id, word }),
  'order_event.after': createOrderSnapshot({ id, word }),
  ...themeContents,
  // A list has an email or a token.
  'wish_list.token_hash': null,
  'redirect.path': `/${word}`,
  'redirect.target': `/${word}`,
  ...emptyReferences,
  'list_view.list': 'product',
  'list_view.columns': '[]',
  'list_layout.columns': '[]',
  'list_layout.list': 'product',
  'list_view.query': `{"q":"${word}"}`,
  'import.counts': null,
  'import.params': `{"file":"${word}"}`,
  'import_item.problems': `[{"code":"taken","message":"${word}"}]`,
  'import_problem.params': `{"value":"${word}"}`,
  'invoice.number': null,
  'invoice.document': null,
  'invoice.checksum': null,
  'cart.checkout': null,
  'consent_event.customer_id': null,
  'consent_event.product_alert_id': null,
  'payment_session.order_id': null,
  ...createEmails(word),
  'shipping_zone.destinations': `[{"country":"DE","regions":["${word}"],"postalCodes":[]}]`,
  'shipping_zone.rates': null,
  'store.shipping_settings': null,
  'order_mail.templates': null,
  'task.steps': `[{"title":"${word}","isDone":false}]`,
  'tax_class.rates': `[{"country":"DE","region":"${word}","rate":7,"validFrom":null}]`,
  'product.status': 'active',
  'variant.stock': '9',
  'variant.price': '100',
  // No scheduled job must process these rows.
  'payment_session.state': 'paid',
  'payment_refund.state': 'succeeded',
  'mail_domain.last_checked_at': '2999-01-01',
  'domain.kind': 'subdomain',
  'domain.last_error': 'taken',
  'webhook_delivery.status': 'delivered',
  'import.status': 'done',
  'bookmark.path': `/${word}`,
  'cms.sections': `{"identity":{"tagline":"${word}"},"footer":{"text":"${word}"}}`,
})

const createOrderSnapshot = ({ id, word }: Pick<Canary, 'id' | 'word'>) =>
  JSON.stringify({
    status: 'pending',
    paymentStatus: 'unpaid',
    fulfillmentStatus: 'unfulfilled',
    subtotal: 1,
    discountTotal: 0,
    shippingTotal: 0,
    taxTotal: 0,
    total: 1,
    paidTotal: 0,
    refundedTotal: 0,
    details: {
      customer: { _id: id, name: word, email: word, phone: word, company: word, vatId: word },
      shippingAddress: { name: word, line1: word },
      billingAddress: {},
    },
    lines: [
      {
        _id: id,
        title: word,
        variantTitle: word,
        quantity: 1,
        fulfilledQuantity: 0,
        returnedQuantity: 0,
        removedQuantity: 0,
        unitPrice: 1,
        discount: 0,
        tax: 0,
        total: 1,
      },
    ],
    fulfillments: [],
  })

/** Returns a JSON value with the word in every text field that the application reads. */
function createJsonValue({ id, word }: Canary) {
  const names = [
    'name',
    'title',
    'line1',
    'line2',
    'city',
    'region',
    'phone',
    'number',
    'customer',
    'variantTitle',
    'sku',
    'fileName',
    'domain',
    'message',
    'key',
    'value',
    'field',
    'from',
    'to',
    'header',
    'note',
    'text',
    'reason',
    'q',
    'email',
  ]
  return {
    ...Object.fromEntries(names.map(name => [name, word])),
    type: 'TXT',
    found: false,
    isHidden: false,
    width: null,
    values: [word],
    line: id,
    quantity: 1,
  }
}

/** Returns a value for the column as text, or undefined to leave it out. */
export function createValue(column: CanaryColumn, canaryStore: Canary): string | undefined {
  const { table, name, type, default: defaultValue } = column
  const { id, word } = canaryStore
  const specialValue = getSpecialValues(canaryStore)[`${table}.${name}`]
  if (column.isGenerated || specialValue === null) return undefined
  if (specialValue !== undefined) return specialValue
  if (type === 'uuid') return column.isSelfReference ? undefined : id
  if (type === 'uuid[]') return `{${id}}`
  if (type === 'text[]') return column.checks.join().includes('<@') ? undefined : `{${word}}`
  if (/^abilit(y|ies)$/.test(name)) return '[{"action":"read","subject":"product"}]'
  if (type === 'jsonb') {
    const value = createJsonValue(canaryStore)
    return JSON.stringify(defaultValue?.startsWith("'[") ? [value] : value)
  }
  if (defaultValue !== null && defaultValue !== "''::text") return undefined
  if (type === 'text' || type.startsWith('character'))
    return createTextValue(name, word, column.checks)
  return column.isRequired ? createPlainValue(type, id) : undefined
}

/** Later than the end of a test run, which can be on the next day. */
const laterDate = new Date(Date.now() + 30 * 86_400_000).toISOString()

function createPlainValue(type: string, id: string): string {
  if (type === 'boolean') return 'false'
  if (/^(timestamp|date)/.test(type)) return laterDate
  return type === 'bytea' ? `\\x${id.replaceAll('-', '')}` : '1'
}

function createTextValue(name: string, word: string, checks: readonly string[]): string {
  const allowedValue = checks
    .map(check => /ARRAY\['([^']*)'/.exec(check)?.[1])
    .find(value => value !== undefined)
  if (allowedValue !== undefined) return allowedValue
  if (name === 'email' || name.endsWith('_email')) return `${word}@example.com`
  return /(^|_)(url|image|logo|favicon|avatar)$/.test(name) ? `/media/${word}.webp` : word
}
