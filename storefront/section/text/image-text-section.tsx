import { ButtonLink } from '../../component/button-link.tsx'
import { useContentLanguage, useFrame } from '../../component/frame/page-context.tsx'
import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'
import { SizedImage } from '../../component/sized-image.tsx'

export function ImageTextSection({ section, isFirst }: SectionProps<'imageText'>) {
  const { images } = useFrame()
  const { image, alt, heading, body, buttonLabel, link, imageSide } = section.settings
  const contentLanguage = useContentLanguage()
  return (
    <SectionContainer section={section}>
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
    </SectionContainer>
  )
}
