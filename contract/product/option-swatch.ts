import { z } from 'zod'
import { HexColor } from '../lib/color.ts'
import { MediaUrl, singleLineText } from '../lib/schemas.ts'

/** How shoppers see a value of an option: by a color, or by one of the images of the product. */
export const OptionSwatch = z.object({
  value: singleLineText(120, 1),
  color: HexColor.optional(),
  image: MediaUrl.optional(),
})
export type OptionSwatch = z.infer<typeof OptionSwatch>
