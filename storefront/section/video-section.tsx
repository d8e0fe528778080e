import { parseVideoUrl, videoProviders } from '#contract/lib/text/video-url.ts'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { Icon } from '../component/icon.tsx'
import { SizedImage } from '../component/sized-image.tsx'

/** Without JavaScript, the video is a link to its page. */
export function VideoSection({ section, isFirst }: SectionProps<'video'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const { heading, text, video: url, image, alt } = section.settings
  const video = parseVideoUrl(url)
  if (!video) return <SectionContainer section={section} isEmpty />
  const { name, origin, getPlayerPath } = videoProviders[video.provider]
  return (
    <SectionContainer section={section} heading={heading}>
      {text && (
        <p className="section-lead" {...contentLanguage}>
          {text}
        </p>
      )}
      <div
        className="video"
        data-embed={origin + getPlayerPath(video.id)}
        data-title={heading || t('video')}
      >
        <a href={url} target="_blank" rel="noopener noreferrer">
          <SizedImage
            url={image}
            alt={alt}
            sizes="(min-width: 80em) 72rem, 100vw"
            isFirst={isFirst}
          />
          <span className="video-play button">
            <Icon name="play" />
            {t('playVideo')}
          </span>
        </a>
        <p className="video-note">{t('videoNote', { provider: name })}</p>
      </div>
    </SectionContainer>
  )
}
