import type { StorefrontHomeSection } from '#contract/storefront-page.ts'
import { type HeroSlide, useThemeParts } from '../part/theme-parts.tsx'
import { BlockContent } from './home-block.tsx'

export function StoreHomePage({ sections }: { sections: readonly StorefrontHomeSection[] }) {
  return sections.map(section =>
    section.type === 'hero' ? (
      <Slides key={section.id} slides={section.slides} />
    ) : (
      <section key={section.id} className={`section section-${section.block.type}`}>
        {section.block.heading && section.block.type !== 'imageText' && (
          <h2>{section.block.heading}</h2>
        )}
        <BlockContent {...section} />
      </section>
    ),
  )
}

/** Several slides are a row to scroll, which needs no script. */
function Slides({ slides }: { slides: readonly HeroSlide[] }) {
  const { Hero } = useThemeParts()
  return (
    <div className="slides">
      {slides.map((slide, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slides have no other key
        <section key={index} className="hero" aria-label={slide.heading || undefined}>
          <Hero slide={slide} isFirst={index === 0} />
        </section>
      ))}
    </div>
  )
}
