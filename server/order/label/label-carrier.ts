import type { Address } from '#contract/lib/country/address.ts'
import type { labelTypes } from '#contract/order/file/order-label.ts'

type LabelContact = { company: string; email: string; phone: string; address: Address }

/** A parcel that needs a label. */
export type LabelOrder = {
  /** The number of the parcel. */
  reference: string
  sender: LabelContact
  recipient: LabelContact
  /** The packaging, in words of the seller; '' if it is unknown. */
  box: string
  /** In grams; null if it is unknown. */
  weight: number | null
  /** The carrier and its service that the seller chose; '' for any. */
  carrier: string
  service: string
  /** The currency of the order, in which the postage is stored. */
  currency: string
}

/** A label that the carrier has created. */
export type CarrierLabel = {
  /** The id that the carrier gave it. */
  labelId: string
  carrier: string
  trackingNumber: string
  trackingUrl: string
  /** In minor units of its currency. */
  postage: { amount: number; currency: string } | null
  contentType: (typeof labelTypes)[number]
  content: Buffer
}

/** Creates the labels of parcels. Its functions send requests, so no transaction is open meanwhile. */
export type LabelCarrier = {
  /**
   * Returns the label of a parcel. The same key returns the same label and is charged once.
   * @throws Problem 422 label_refused if the carrier created no label; 503 label_service_unreachable
   *   or 502 label_reply_invalid if it may have created one
   */
  createLabel: (key: string, order: LabelOrder) => Promise<CarrierLabel>
  /** Cancels the label that was created with the key. @throws Problem like `createLabel` */
  cancelLabel: (key: string) => Promise<void>
}
