import { z } from 'zod'
import { multiLineText, singleLineText } from '../lib/schemas.ts'

/**
 * The companies responsible for the safety of a product (regulation (EU) 2023/988, article 19). A contact is an
 * email or a URL. Addresses have several lines.
 */
export const ProductSafety = z.object({
  manufacturerName: singleLineText(160),
  manufacturerAddress: multiLineText(300),
  manufacturerContact: singleLineText(200),
  /** The responsible person in the European Union, if the manufacturer is elsewhere. */
  responsibleName: singleLineText(160),
  responsibleAddress: multiLineText(300),
  responsibleContact: singleLineText(200),
})
export type ProductSafety = z.infer<typeof ProductSafety>

/** A company responsible for the safety of a product. A contact is an email or a URL. */
export type StorefrontSafetyParty = { name: string; address: string; contact: string }
export type StorefrontSafety = {
  manufacturer: StorefrontSafetyParty | null
  responsiblePerson: StorefrontSafetyParty | null
  warnings: string
}
