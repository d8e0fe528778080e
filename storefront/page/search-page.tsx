import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { PostLinks } from '../component/blog/post-card.tsx'
import { useTexts } from '../component/frame/page-context.tsx'
import { SearchForm } from '../component/frame/search-form.tsx'
import { countFilters } from '../component/list/active-filters.tsx'
import { ProductList } from '../component/list/product-list.tsx'
import { QuestionList } from '../component/question-list.tsx'

type Props = Omit<Extract<StorefrontContent, { kind: 'search' }>, 'kind'>

export function SearchPage({ term, correctedTerm, list, texts: { posts, questions } }: Props) {
  const t = useTexts()
  const hasProducts = list.total > 0 || countFilters(list.query) > 0
  const isEmpty = !hasProducts && posts.length === 0 && questions.length === 0
  return (
    <div className="section">
      <h1>{term && !isEmpty ? t('resultsFor', { term: correctedTerm }) : t('search')}</h1>
      {correctedTerm !== term && <p className="search-note">{t('noResults', { term })}</p>}
      <SearchForm term={term} />
      {term && (hasProducts || isEmpty) && (
        <ProductList list={list} path="/search" term={term} emptyText={t('noResults', { term })} />
      )}
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
      {isEmpty && (
        <p className="search-exit">
          <a href="/products">{t('allProducts')}</a>
        </p>
      )}
    </div>
  )
}
