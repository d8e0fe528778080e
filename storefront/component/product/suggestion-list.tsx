import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { StorefrontSuggestions } from '#contract/storefront/storefront-renderer.ts'
import { useContentLanguage, useMoney, useTexts } from '../frame/page-context.tsx'
import { ProductPlaceholder } from './product-placeholder.tsx'

/** The suggestions below a search field. The script marks the option that the keyboard selects. */
export function SuggestionList({ suggestions }: { suggestions: StorefrontSuggestions }) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const formatMoney = useMoney()
  const { term, correctedTerm, categories, cards } = suggestions
  if (term === '') return null
  if (categories.length + cards.length === 0)
    return <p className="suggestion-note">{t('noResults', { term })}</p>
  return (
    <>
      {correctedTerm !== term && (
        <p className="suggestion-note">{t('resultsFor', { term: correctedTerm })}</p>
      )}
      <div role="listbox" aria-label={t('suggestions')}>
        {categories.map(({ name, slug, image }) => (
          <a
            key={slug}
            role="option"
            aria-selected="false"
            href={`/categories/${slug}`}
            tabIndex={-1}
          >
            <SuggestionImage url={image} />
            <span {...contentLanguage}>{name}</span>
            <span className="suggestion-kind">{t('category')}</span>
          </a>
        ))}
        {cards.map(({ title, path, image, price }) => (
          <a key={path} role="option" aria-selected="false" href={path} tabIndex={-1}>
            <SuggestionImage url={image?.url ?? ''} />
            <span {...contentLanguage}>{title}</span>
            <span className="suggestion-kind">{formatMoney(price)}</span>
          </a>
        ))}
        <a
          role="option"
          aria-selected="false"
          href={`/search?q=${encodeURIComponent(term)}`}
          tabIndex={-1}
        >
          {t('allResults')}
        </a>
      </div>
    </>
  )
}

const SuggestionImage = ({ url }: { url: string }) =>
  url.startsWith('/media/') ? (
    <img src={getSizedImageUrl(url, 160)} alt="" width="48" height="48" />
  ) : (
    <ProductPlaceholder />
  )
