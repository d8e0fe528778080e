import { ButtonLink } from '../component/button-link.tsx'
import { useContentLanguage } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { SizedImage } from '../component/sized-image.tsx'

export function PromoBannerSection({ section, isFirst }: SectionProps<'promoBanner'>) {
  const { heading, text, buttonLabel, link, image, alt, tone } = section.settings
  const contentLanguage = useContentLanguage()
  const isEmpty = heading === '' && text === '' && buttonLabel === ''
  return (
    <SectionContainer section={section} isEmpty={isEmpty}>
      <div className="promo" data-tone={tone}>
        <SizedImage url={image} alt={alt} sizes="(min-width: 60em) 40vw, 100vw" isFirst={isFirst} />
        <div className="promo-text" {...contentLanguage}>
          {heading && <h2>{heading}</h2>}
          {text && <p>{text}</p>}
          <ButtonLink label={buttonLabel} link={link} />
        </div>
      </div>
    </SectionContainer>
  )
}
