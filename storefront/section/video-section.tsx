import { isVideoUrl } from '#contract/lib/text/video-url.ts'
import { useContentLanguage } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { VideoLink } from '../component/video-link.tsx'

export function VideoSection({ section, isFirst }: SectionProps<'video'>) {
  const contentLanguage = useContentLanguage()
  const { heading, text, video: url, image, alt } = section.settings
  if (!isVideoUrl(url)) return <SectionContainer section={section} isEmpty />
  return (
    <SectionContainer section={section} heading={heading}>
      {text && (
        <p className="section-lead" {...contentLanguage}>
          {text}
        </p>
      )}
      <VideoLink url={url} title={heading} image={image} alt={alt} isFirst={isFirst} />
    </SectionContainer>
  )
}
