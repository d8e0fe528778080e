import { ButtonLink } from '../part/button-link.tsx'
import { useContentLanguage } from '../part/frame/page-context.tsx'
import { SectionFrame } from '../part/frame/section-frame.tsx'
import type { SectionProps } from '../part/frame/theme-parts.tsx'
import { SizedImage } from '../part/sized-image.tsx'

export function PromoBannerSection({ section, isFirst }: SectionProps<'promoBanner'>) {
  const { heading, text, buttonLabel, link, image, alt, tone } = section.settings
  const contentLanguage = useContentLanguage()
  const isEmpty = heading === '' && text === '' && buttonLabel === ''
  return (
    <SectionFrame section={section} isEmpty={isEmpty}>
      <div className="promo" data-tone={tone}>
        <SizedImage url={image} alt={alt} sizes="(min-width: 60em) 40vw, 100vw" isFirst={isFirst} />
        <div className="promo-text" {...contentLanguage}>
          {heading && <h2>{heading}</h2>}
          {text && <p>{text}</p>}
          <ButtonLink label={buttonLabel} link={link} />
        </div>
      </div>
    </SectionFrame>
  )
}
