import { z } from 'zod'
import { multiLineText } from '../lib/schemas.ts'
import { VideoUrl } from '../lib/text/video-url.ts'

const maxTableText = 4000

/** The fields that a page of a product shows in its gallery and as tables. */
export const ProductPresentation = z.object({
  videoUrl: VideoUrl,
  /** A line for each detail, such as `Material: Linen`. */
  details: multiLineText(maxTableText),
  /** A line for each row, with `|` between its cells. The first row has the names of the columns. */
  sizeTable: multiLineText(maxTableText),
})
