import { ButtonLink } from './button-link.tsx'
import { useContentLanguage, useFrame } from './frame/page-context.tsx'
import type { HeroProps } from './frame/theme-components.tsx'
import { SizedImage } from './sized-image.tsx'

/** A slide: its image and its text. Style sheets decide where they are. */
export function Hero(props: HeroProps) {
  return (
    <>
      <HeroImage {...props} />
      <HeroText {...props} />
    </>
  )
}

/** The width of the image by the setting `heroLayout` of the theme. */
const heroSizes: Record<string, string> = { split: '(min-width: 60em) 50vw, 100vw' }

export function HeroImage({ slide, isFirst }: HeroProps) {
  return (
    <SizedImage
      className="hero-image"
      url={slide.image}
      narrowUrl={slide.mobileImage}
      alt={slide.alt}
      sizes={heroSizes[String(useFrame().theme.settings['heroLayout'])] ?? '100vw'}
      isFirst={isFirst}
    />
  )
}

export function HeroText({ slide, isTitle, eyebrow = '' }: HeroProps & { eyebrow?: string }) {
  const Heading = isTitle ? 'h1' : 'h2'
  return (
    <div className="hero-text" {...useContentLanguage()}>
      {eyebrow && <p className="hero-eyebrow">{eyebrow}</p>}
      {slide.heading && <Heading className="hero-heading">{slide.heading}</Heading>}
      {slide.text && <p>{slide.text}</p>}
      <ButtonLink label={slide.buttonLabel} link={slide.link} />
    </div>
  )
}
