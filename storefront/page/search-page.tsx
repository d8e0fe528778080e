import type {
  StorefrontContent,
  StorefrontSearchFallback,
} from '#contract/storefront/storefront-page.ts'
import { PostLinks } from '../component/blog/post-card.tsx'
import { useTexts } from '../component/frame/page-context.tsx'
import { SearchForm } from '../component/frame/search-form.tsx'
import { CategoryGrid } from '../component/list/category-grid.tsx'
import { ProductList } from '../component/list/product-list.tsx'
import { ProductGrid } from '../component/product/product-grid.tsx'
import { QuestionList } from '../component/question-list.tsx'

type Props = Omit<Extract<StorefrontContent, { kind: 'search' }>, 'kind'>

export function SearchPage({ term, correctedTerm, list, texts, fallback }: Props) {
  const t = useTexts()
  const { posts, questions } = texts
  const hasResults = !fallback || posts.length > 0 || questions.length > 0
  return (
    <div className="section">
      <h1>{term && hasResults ? t('resultsFor', { term: correctedTerm }) : t('search')}</h1>
      {term && correctedTerm !== term && <p className="search-note">{t('noResults', { term })}</p>}
      <SearchForm term={term} isFocused={term === ''} />
      {!hasResults && term && (
        <p className="search-none">
          {t('noResults', { term })} {t('searchFallback.text')}
        </p>
      )}
      {!fallback && <ProductList list={list} path="/search" term={term} />}
      {posts.length > 0 && (
        <section className="found-posts">
          <h2>{t('blog.title')}</h2>
          <PostLinks posts={posts} />
        </section>
      )}
      {questions.length > 0 && (
        <section className="found-questions">
          <h2>{t('faq.title')}</h2>
          <QuestionList questions={questions} />
        </section>
      )}
      {fallback && <SearchFallback fallback={fallback} />}
    </div>
  )
}

/** The categories and best sellers that a search without a result shows. */
function SearchFallback({
  fallback: { categories, cards },
}: {
  fallback: StorefrontSearchFallback
}) {
  const t = useTexts()
  return (
    <>
      {categories.length > 0 && (
        <section className="search-fallback">
          <h2>{t('searchFallback.categories')}</h2>
          <CategoryGrid categories={categories} />
        </section>
      )}
      {cards.length > 0 && (
        <section className="search-fallback">
          <h2>{t('searchFallback.products')}</h2>
          <ProductGrid cards={cards} isCentered />
        </section>
      )}
      <p className="section-more">
        <a href="/products">{t('allProducts')}</a>
      </p>
    </>
  )
}
