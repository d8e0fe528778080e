import { findTextVideos } from '#contract/lib/text/rich-text-part.ts'
import { isVideoFileUrl, parseVideoUrl, videoProviders } from '#contract/lib/text/video-url.ts'
import type { StorefrontPage } from '#contract/storefront/storefront-page.ts'
import type { PageSources } from './storefront-headers.ts'

/** Returns the origins whose players or files a page can load after a click. */
export function listVideoSources({
  content,
  header,
  sections,
  footer,
}: Pick<StorefrontPage, 'content' | 'header' | 'sections' | 'footer'>): Pick<
  PageSources,
  'iframes' | 'media'
> {
  const allSections = [...header, ...sections, ...footer]
  const urls = [
    ...(content.kind === 'product' ? [content.product.videoUrl] : []),
    ...allSections.flatMap(section => (section.type === 'video' ? [section.settings.video] : [])),
    ...findTextVideos([content, allSections]),
  ]
  const players = urls.flatMap(url => {
    const video = parseVideoUrl(url)
    return video ? [videoProviders[video.provider].origin] : []
  })
  const files = urls.filter(isVideoFileUrl).map(url => new URL(url).origin)
  return { iframes: [...new Set(players)], media: [...new Set(files)] }
}
