import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/session/use-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SlugField, slugOf } from '../ui/form/slug-field.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './product-seo-card.module.css'
import type { ProductValues } from './product-values.ts'

/** Longer ones are cut off by search engines. */
const shownTitle = 60
const shownDescription = 160

/** How the product looks in a search engine, while it is written. */
export function ProductSeoCard({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  const host = useStore()?.host ?? ''
  const { title, slug, description = '', seoTitle = '', seoDescription = '' } = form.values
  const shown = { title: seoTitle || title, text: seoDescription || wordsOf(description) }
  return (
    <SectionCard title={t('product.card.seo')}>
      <div className={css.snippet} role="img" aria-label={t('product.seo.preview')}>
        <span className={css.address}>
          {host} › products › {slug || slugOf(title) || '…'}
        </span>
        <span className={css.title}>{shown.title || t('product.seo.untitled')}</span>
        <span className={css.text}>{shown.text || t('product.seo.noText')}</span>
      </div>
      <TextField
        form={form}
        name="seoTitle"
        label={t('product.field.seoTitle')}
        placeholder={title}
        maxLength={120}
        description={t('product.seo.length', { count: shown.title.length, max: shownTitle })}
      />
      <TextareaField
        form={form}
        name="seoDescription"
        label={t('product.field.seoDescription')}
        placeholder={wordsOf(description).slice(0, shownDescription)}
        description={t('product.seo.length', { count: shown.text.length, max: shownDescription })}
      />
      <SlugField
        form={form}
        name="slug"
        from={title}
        prefix="products/"
        label={t('product.field.slug')}
        description={form.values.version ? t('product.seo.slugChange') : undefined}
      />
    </SectionCard>
  )
}

/** The words of rich text; parsed apart from the page, so that nothing in it is loaded or run. */
const wordsOf = (html: string) =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|li|h\d|td)>|<br\s*\/?>/g, '$& '), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim()
