import { pickFields } from '#contract/lib/shape.ts'
import { ProductFields, type ProductInput, productLimits } from '#contract/product/product.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'

/**
 * Returns the columns of the product's own row that an edit sets, with rich text and tags cleaned.
 */
export function toProductColumns(body: Partial<ProductInput>) {
  const columns = pickFields(ProductFields, body)
  const description =
    body.description === undefined ? undefined : sanitizeRichText(body.description)
  if (description && description.length > productLimits.description)
    throw createFieldProblem('description', 'description_too_long', {
      count: productLimits.description,
    })
  return { ...columns, description, tags: body.tags?.map(tag => tag.replace(/\s+/g, ' ')) }
}
