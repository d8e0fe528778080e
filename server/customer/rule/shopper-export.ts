/** The columns of a record that a shopper receives. `true` exports the value as it is. */
type ExportFields = { readonly [column: string]: true | ExportFields }

/** Returns the columns of a text with spaces and line ends. */
const listFields = (columns: string): ExportFields =>
  Object.fromEntries(
    columns
      .trim()
      .split(/\s+/)
      .map(column => [column, true]),
  )

const emailFields = listFields('email language state sent_at unsubscribed_at created_at')

/**
 * Shoppers download their data without a review by staff. So a new column is not in the file before it is listed
 * here: others can contain the notes and the names of staff.
 */
const shopperFields: ExportFields = {
  exportedAt: true,
  profile: listFields(`
    id name email phone address company vat_id tax_exempt accepts_marketing order_count
    total_spent last_order_at created_at
  `),
  addresses: listFields('address created_at'),
  orders: {
    ...listFields(`
      id number status payment_status fulfillment_status return_status customer_name
      customer_email customer_phone customer_company customer_vat_id language shipping_address
      billing_address currency item_count subtotal discount_total shipping_total shipping_tax
      shipping_tax_rate tax_total tax_included tax_exemption total paid_total refunded_total
      payment_method payment_instructions shipping_method delivery_from delivery_to customer_note
      checkout_answers created_at confirmed_at shipped_at delivered_at completed_at canceled_at
    `),
    lines: listFields(`
      id title variant_title sku image quantity fulfilled_quantity returned_quantity unit_price
      discount tax_rate tax total
    `),
    discounts: listFields('name code amount'),
    events: listFields('at type'),
    payments: listFields('kind method amount at'),
    invoices: listFields('kind number issued_on due_on total document'),
    shipments: listFields(`
      number status carrier service tracking_number tracking_url lines created_at shipped_at
      delivered_at
    `),
    returns: {
      ...listFields('number kind status wish reason answer decided_at send_back_by created_at'),
      lines: listFields('line_id quantity reason received_quantity'),
    },
    withdrawals: listFields('name email created_at'),
  },
  reviews: listFields('product rating title text name status reply created_at'),
  newsletter: listFields(`
    email state language consent_text source requested_at confirmed_at unsubscribed_at created_at
  `),
  productAlerts: listFields(`
    product kind email state price language consent_text source requested_at confirmed_at sent_at
    created_at
  `),
  wishList: listFields('product price currency was_available created_at'),
  campaignEmails: emailFields,
  automationEmails: emailFields,
  consents: listFields('about kind source consent_text created_at'),
  messages: listFields('direction from_email to_emails subject text sent_at created_at'),
}

/** The events that shoppers cause or receive by email. Staff cause the others. */
export const shopperEventTypes = [
  'created',
  'terms_accepted',
  'shopper_edited',
  'withdrawn',
  'payment_link_sent',
  'order_email_resent',
]

/** Returns the part of the data about a person that a shopper receives. */
export const toShopperExport = (data: unknown) => pickExportFields(data, shopperFields)

function pickExportFields(value: unknown, fields: true | ExportFields): unknown {
  if (fields === true) return value
  if (Array.isArray(value)) return value.map(item => pickExportFields(item, fields))
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(
    Object.entries(value).flatMap(([column, part]) => {
      const partFields = fields[column]
      return partFields ? [[column, pickExportFields(part, partFields)]] : []
    }),
  )
}
