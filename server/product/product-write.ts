import { type ProductInput, productLimits } from '#contract/product.ts'
import { failField } from '../lib/call/problem.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'

/** The product's own columns of an edit, cleaned. */
export function toProductColumns(body: Partial<ProductInput>) {
  const { title, slug, status, vendor, productType, seoTitle, seoDescription } = body
  const description =
    body.description === undefined ? undefined : sanitizeRichText(body.description)
  if (description && description.length > productLimits.description)
    throw failField(
      'description',
      'too_big',
      `At most ${productLimits.description} characters, the marks included`,
    )
  return {
    title,
    slug,
    description,
    status,
    vendor,
    productType,
    seoTitle,
    seoDescription,
    tags: body.tags?.map(tag => tag.replace(/\s+/g, ' ')),
    options: body.options,
  }
}
