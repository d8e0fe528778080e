import type { ProductPlan } from '../../import/import-plan.ts'
import type { ExistingProduct } from '../../import/product/import-product-value.ts'

/** Returns the stored product after the plan is written. */
export function toExistingProduct(plan: ProductPlan): ExistingProduct {
  if (plan.action !== 'create' && plan.action !== 'update')
    throw new Error(`The plan ${plan.action} writes nothing.`)
  const id = plan.action === 'update' ? plan.id : plan.next.slug
  return {
    ...plan.next,
    _id: id,
    variants: plan.next.variants.map((variant, i) => ({
      ...variant,
      _id: variant._id ?? `${id}-v${i}`,
    })),
    images: plan.next.images.map((image, i) => ({
      _id: image._id ?? `${id}-i${i}`,
      imageUrls: [image.sourceUrl],
      alt: image.alt,
      variantIndexes: image.variantIndexes,
    })),
  }
}
