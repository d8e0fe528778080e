import { parseVideoUrl, videoProviders } from '#contract/lib/text/video-url.ts'
import type { StorefrontSection } from '#contract/storefront/storefront-page.ts'

/** Returns the origins whose players a page can load after a click. */
export function listIframeSources(sections: readonly StorefrontSection[]): string[] {
  const origins = sections.flatMap(section => {
    const video = section.type === 'video' ? parseVideoUrl(section.settings.video) : undefined
    return video ? [videoProviders[video.provider].origin] : []
  })
  return [...new Set(origins)]
}
