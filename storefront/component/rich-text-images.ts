import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import { toSourceSet } from './image-files.ts'

/** The width of rich text, as in `store-content.css`. */
const sizes = '(min-width: 48em) 44rem, 100vw'

/**
 * Adds the dimensions and the files of uploaded images to sanitized HTML, whose attributes contain
 * no angle brackets.
 */
export const addImageFiles = (html: string, images: StorefrontFrame['images']): string =>
  html.replaceAll(/<img ([^>]*?)\s*\/?>/g, (_, attributes: string) => {
    const [, url = ''] = /\bsrc="([^"]*)"/.exec(attributes) ?? []
    const files = images[url]
    const hasSize = /\b(?:width|height)=/.test(attributes)
    const added = [
      ...(files && !hasSize ? [`width="${files.width}" height="${files.height}"`] : []),
      ...(files ? [`srcset="${toSourceSet(url, files, 'webp')}" sizes="${sizes}"`] : []),
      'loading="lazy" decoding="async"',
    ]
    return `<img ${attributes} ${added.join(' ')}>`
  })
