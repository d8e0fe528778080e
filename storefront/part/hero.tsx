import { SizedImage } from './sized-image.tsx'
import type { HeroProps } from './theme-parts.tsx'

/** A slide: its image and its text. Style sheets decide where they are. */
export function Hero({ slide, isFirst }: HeroProps) {
  return (
    <>
      <HeroImage slide={slide} isFirst={isFirst} />
      <HeroText slide={slide} isFirst={isFirst} />
    </>
  )
}

export function HeroImage({ slide, isFirst }: HeroProps) {
  return (
    <picture className="hero-image">
      {slide.mobileImage.startsWith('/media/') && (
        <source media="(max-width: 48em)" srcSet={slide.mobileImage} />
      )}
      <SizedImage
        url={slide.image}
        alt={slide.alt}
        sizes="(min-width: 60em) 75vw, 100vw"
        isFirst={isFirst}
      />
    </picture>
  )
}

export function HeroText({ slide, isFirst, eyebrow = '' }: HeroProps & { eyebrow?: string }) {
  const Heading = isFirst ? 'h1' : 'h2'
  return (
    <div className="hero-text">
      {eyebrow && <p className="hero-eyebrow">{eyebrow}</p>}
      <Heading className="hero-heading">{slide.heading}</Heading>
      {slide.text && <p>{slide.text}</p>}
      {slide.buttonLabel && (
        <a className="button" href={slide.link || '/products'}>
          {slide.buttonLabel}
        </a>
      )}
    </div>
  )
}
