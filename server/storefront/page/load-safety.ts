import type {
  ProductSafety,
  StorefrontSafety,
  StorefrontSafetyParty,
} from '#contract/product/product-safety.ts'
import type { Tx } from '../../lib/db/db.ts'

export type ProductSafetyRow = ProductSafety & { safetyWarnings: string }

/** Selects the safety fields of a product `p` as one value. */
export const selectSafety = (tx: Tx) => tx`
  jsonb_build_object(
    'manufacturerName', p.manufacturer_name,
    'manufacturerAddress', p.manufacturer_address,
    'manufacturerContact', p.manufacturer_contact,
    'responsibleName', p.responsible_name,
    'responsibleAddress', p.responsible_address,
    'responsibleContact', p.responsible_contact,
    'safetyWarnings', p.safety_warnings)`

/** A product without a manufacturer or responsible person has that of the store. */
export const toSafety = (
  { safetyWarnings, ...product }: ProductSafetyRow,
  store: ProductSafety,
): StorefrontSafety => ({
  manufacturer: getManufacturer(product) ?? getManufacturer(store),
  responsiblePerson: getResponsiblePerson(product) ?? getResponsiblePerson(store),
  warnings: safetyWarnings,
})

const getManufacturer = (safety: ProductSafety) =>
  toParty(safety.manufacturerName, safety.manufacturerAddress, safety.manufacturerContact)

const getResponsiblePerson = (safety: ProductSafety) =>
  toParty(safety.responsibleName, safety.responsibleAddress, safety.responsibleContact)

/** The fields of two parties are never mixed. */
const toParty = (name: string, address: string, contact: string): StorefrontSafetyParty | null =>
  name || address || contact ? { name, address, contact } : null
