import type { HomeBlock } from '#contract/cms-home.ts'
import type { StorefrontCategory, StorefrontHomeSection } from '#contract/storefront-page.ts'
import { useFrame } from '../part/page-context.tsx'
import { ProductGrid } from '../part/product-grid.tsx'
import { RichText } from '../part/sanitized-html.tsx'
import { SizedImage } from '../part/sized-image.tsx'

type Props = Omit<Extract<StorefrontHomeSection, { type: 'block' }>, 'type' | 'id'>
type Block<Type extends HomeBlock['type']> = Extract<HomeBlock, { type: Type }>

/** The content of a section of the home page, below its heading. */
export function BlockContent({ block, cards, categories }: Props) {
  switch (block.type) {
    case 'featuredProducts':
      return <ProductGrid cards={cards} />
    case 'categoryGrid':
      return <CategoryGrid categories={categories} />
    case 'text':
      return <RichText html={block.body} />
    case 'imageText':
      return <ImageText block={block} />
    case 'testimonials':
      return <Testimonials block={block} />
    case 'faq':
      return <Questions block={block} />
    case 'newsletter':
      return <Newsletter block={block} />
  }
}

function CategoryGrid({ categories }: { categories: readonly StorefrontCategory[] }) {
  return (
    <ul className="grid category-grid">
      {categories.map(({ name, slug, image }) => (
        <li key={slug} className="card">
          <div className="card-image">
            <SizedImage url={image} alt="" sizes="(min-width: 60em) 30vw, 50vw" />
          </div>
          <h3 className="card-title">
            <a href={`/categories/${slug}`}>{name}</a>
          </h3>
        </li>
      ))}
    </ul>
  )
}

function ImageText({ block }: { block: Block<'imageText'> }) {
  return (
    <div className="image-text" data-side={block.imageSide}>
      <SizedImage url={block.image} alt={block.alt} sizes="(min-width: 60em) 50vw, 100vw" />
      <div>
        {block.heading && <h2>{block.heading}</h2>}
        <RichText html={block.body} />
        {block.buttonLabel && (
          <a className="button" href={block.link || '/products'}>
            {block.buttonLabel}
          </a>
        )}
      </div>
    </div>
  )
}

function Testimonials({ block }: { block: Block<'testimonials'> }) {
  return (
    <ul className="quotes">
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
}

function Questions({ block }: { block: Block<'faq'> }) {
  return block.questions.map(({ question, answer }) => (
    <details key={question}>
      <summary>{question}</summary>
      <RichText html={answer} />
    </details>
  ))
}

/** Shoppers subscribe by email to the store. */
function Newsletter({ block }: { block: Block<'newsletter'> }) {
  const { email } = useFrame().contact
  return (
    <>
      {block.text && <p>{block.text}</p>}
      {email && block.buttonLabel && (
        <a
          className="button"
          href={`mailto:${email}?subject=${encodeURIComponent(block.heading || block.buttonLabel)}`}
        >
          {block.buttonLabel}
        </a>
      )}
    </>
  )
}
