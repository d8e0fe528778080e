import { isUtf8 } from 'node:buffer'
import type { AttachmentType } from '#contract/lib/attachment.ts'
import { detectImageType } from './image.ts'

/** Control characters that no text contains. */
const binaryPattern = /[^\P{Cc}\t\n\f\r]/u

/** Returns the type of a file that follows from its content, or undefined for other types. */
export function detectFileType(content: Buffer): AttachmentType | undefined {
  // Some programs write a few bytes before the header.
  if (content.subarray(0, 1024).includes('%PDF-')) return 'application/pdf'
  const imageType = detectImageType(content.subarray(0, 64))
  if (imageType && imageType !== 'image/avif') return imageType
  return isUtf8(content) && !binaryPattern.test(content.toString()) ? 'text/plain' : undefined
}
