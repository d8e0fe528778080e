import { getSizedImageUrl } from '#contract/lib/image.ts'
import { isVideoFileUrl, parseVideoUrl, videoProviders } from '#contract/lib/text/video-url.ts'
import { useFrame, useTexts } from './frame/page-context.tsx'
import { Icon } from './icon.tsx'
import { SizedImage } from './sized-image.tsx'

type Props = {
  url: string
  title?: string
  image?: string
  alt?: string
  isFirst?: boolean
}

/** A video that is loaded after a click. Without JavaScript, that of a provider is a link to its page. */
export function VideoLink({ url, title = '', image = '', alt = '', isFirst = false }: Props) {
  const t = useTexts()
  const { store } = useFrame()
  const video = parseVideoUrl(url)
  if (isVideoFileUrl(url)) {
    const { origin, host } = new URL(url)
    return (
      <div className="video">
        {/* biome-ignore lint/a11y/useMediaCaption: sellers have no files with captions */}
        <video
          src={url}
          poster={image ? getSizedImageUrl(image, 1200) : undefined}
          controls
          playsInline
          preload="none"
          aria-label={title || t('video')}
        />
        {origin !== store.url && <VideoNote provider={host} />}
      </div>
    )
  }
  if (!video) return null
  const { name, origin, getPlayerPath } = videoProviders[video.provider]
  return (
    <div
      className="video"
      data-embed={origin + getPlayerPath(video.id)}
      data-title={title || t('video')}
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
      <VideoNote provider={name} />
    </div>
  )
}

function VideoNote({ provider }: { provider: string }) {
  const t = useTexts()
  return <p className="video-note">{t('videoNote', { provider })}</p>
}
