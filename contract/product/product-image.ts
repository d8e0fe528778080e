import { z } from 'zod'
import { Id, singleLineText } from '../lib/schemas.ts'

const Percent = z.int().min(0).max(100)

export const ImageInput = z.object({
  /** The id of an image that the product already has. */
  _id: Id.optional(),
  /** The id of an upload, for a new image. */
  media: Id.optional(),
  alt: singleLineText(300).optional(),
  /** The point in percent that stays visible where a store crops the image. */
  focusX: Percent.optional(),
  focusY: Percent.optional(),
})

export const ProductImage = z.object({
  _id: Id,
  /** Empty until an imported image is downloaded from `sourceUrl`. */
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  position: z.int(),
  focusX: Percent,
  focusY: Percent,
  media: Id.nullable(),
  sourceUrl: z.string(),
  state: z.enum(['ready', 'waiting', 'failed']),
})
export type ProductImage = z.infer<typeof ProductImage>
