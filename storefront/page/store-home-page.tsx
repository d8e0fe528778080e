import type { HomeBlock } from '#contract/cms-home.ts'
import type { StorefrontHomeSection } from '#contract/storefront-page.ts'
import { ProductGrid } from '../part/product-card.tsx'
import { RichText } from '../part/sanitized-html.tsx'

export function StoreHomePage({ sections }: { sections: readonly StorefrontHomeSection[] }) {
  return sections.map(section =>
    section.type === 'hero' ? (
      <Hero key={section.id} slides={section.slides} />
    ) : (
      <section key={section.id} className={`section section-${section.block.type}`}>
        {section.block.heading && <h2>{section.block.heading}</h2>}
        <BlockContent {...section} />
      </section>
    ),
  )
}

type HeroSlides = Extract<StorefrontHomeSection, { type: 'hero' }>['slides']

function Hero({ slides }: { slides: HeroSlides }) {
  const [slide] = slides
  if (!slide) return null
  return (
    <section className="hero">
      {slide.image.startsWith('/media/') && (
        <img src={slide.image} alt={slide.alt} fetchPriority="high" />
      )}
      <div className="hero-text">
        <h1>{slide.heading}</h1>
        {slide.text && <p>{slide.text}</p>}
        {slide.buttonLabel && (
          <a className="button" href={slide.link || '/products'}>
            {slide.buttonLabel}
          </a>
        )}
      </div>
    </section>
  )
}

type BlockProps = Omit<Extract<StorefrontHomeSection, { type: 'block' }>, 'type' | 'id'>

function BlockContent({ block, cards, categories }: BlockProps) {
  if (block.type === 'featuredProducts') return <ProductGrid cards={cards} />
  if (block.type === 'categoryGrid')
    return (
      <ul className="grid">
        {categories.map(({ name, slug, image }) => (
          <li key={slug} className="card">
            <div className="card-image">
              {image.startsWith('/media/') && <img src={image} alt="" loading="lazy" />}
            </div>
            <h3 className="card-title">
              <a href={`/categories/${slug}`}>{name}</a>
            </h3>
          </li>
        ))}
      </ul>
    )
  return <TextBlock block={block} />
}

function TextBlock({ block }: { block: HomeBlock }) {
  switch (block.type) {
    case 'text':
      return <RichText html={block.body} />
    case 'imageText':
      return (
        <div className="image-text" data-side={block.imageSide}>
          {block.image.startsWith('/media/') && (
            <img src={block.image} alt={block.alt} loading="lazy" />
          )}
          <RichText html={block.body} />
        </div>
      )
    case 'testimonials':
      return (
        <ul className="grid">
          {block.quotes.map(({ quote, author }) => (
            <li key={quote}>
              <blockquote>
                <p>{quote}</p>
                {author && <footer>{author}</footer>}
              </blockquote>
            </li>
          ))}
        </ul>
      )
    case 'faq':
      return block.questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <RichText html={answer} />
        </details>
      ))
    default:
      return null
  }
}
