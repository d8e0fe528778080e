import { ButtonLink } from '../../part/button-link.tsx'
import { useContentLanguage, useFrame } from '../../part/frame/page-context.tsx'
import { SectionFrame } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { SanitizedHtml } from '../../part/sanitized-html.tsx'
import { SizedImage } from '../../part/sized-image.tsx'

export function ImageTextSection({ section, isFirst }: SectionProps<'imageText'>) {
  const { images } = useFrame()
  const { image, alt, heading, body, buttonLabel, link, imageSide } = section.settings
  const contentLanguage = useContentLanguage()
  return (
    <SectionFrame section={section}>
      <div
        className="image-text"
        data-side={imageSide}
        data-text-only={images[image] ? undefined : ''}
      >
        <SizedImage url={image} alt={alt} sizes="(min-width: 60em) 50vw, 100vw" isFirst={isFirst} />
        <div>
          {heading && <h2 {...contentLanguage}>{heading}</h2>}
          <SanitizedHtml html={body} />
          <ButtonLink label={buttonLabel} link={link} />
        </div>
      </div>
    </SectionFrame>
  )
}
