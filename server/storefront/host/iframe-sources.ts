import { findTextVideos } from '#contract/lib/text/rich-text-part.ts'
import { parseVideoUrl, videoProviders } from '#contract/lib/text/video-url.ts'
import type { StorefrontPage } from '#contract/storefront/storefront-page.ts'

/** Returns the origins whose players a page can load after a click. */
export function listIframeSources({
  content,
  header,
  sections,
  footer,
}: Pick<StorefrontPage, 'content' | 'header' | 'sections' | 'footer'>): string[] {
  const allSections = [...header, ...sections, ...footer]
  const urls = [
    ...allSections.flatMap(section => (section.type === 'video' ? [section.settings.video] : [])),
    ...findTextVideos([content, allSections]),
  ]
  const origins = urls.flatMap(url => {
    const video = parseVideoUrl(url)
    return video ? [videoProviders[video.provider].origin] : []
  })
  return [...new Set(origins)]
}
