import { useTranslation } from 'react-i18next'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SlugField, toSlug } from '../ui/form/slug-field.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './product-seo-card.module.css'
import type { ProductValues } from './product-values.ts'

/** Search engines cut off longer texts. */
const maxVisibleTitle = 60
const maxVisibleDescription = 160

/** The SEO fields of a product with a preview of its search result. */
export function ProductSeoCard({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  const host = useCurrentStore()?.host ?? ''
  const { title, slug, description = '', seoTitle = '', seoDescription = '' } = form.values
  const snippet = { title: seoTitle || title, text: seoDescription || htmlToText(description) }
  return (
    <SectionCard title={t('product.card.seo')}>
      <div className={css.snippet} role="img" aria-label={t('product.seo.preview')}>
        <span className={css.url}>
          {host} › products › {slug || toSlug(title) || '…'}
        </span>
        <span className={css.title}>{snippet.title || t('product.seo.untitled')}</span>
        <span className={css.text}>{snippet.text || t('product.seo.noText')}</span>
      </div>
      <TextField
        form={form}
        name="seoTitle"
        label={t('product.field.seoTitle')}
        placeholder={title}
        description={t('product.seo.charactersUsed', {
          count: snippet.title.length,
          max: maxVisibleTitle,
        })}
      />
      <TextareaField
        form={form}
        name="seoDescription"
        label={t('product.field.seoDescription')}
        placeholder={htmlToText(description).slice(0, maxVisibleDescription)}
        description={t('product.seo.charactersUsed', {
          count: snippet.text.length,
          max: maxVisibleDescription,
        })}
      />
      <SlugField
        form={form}
        name="slug"
        sourceName={title}
        prefix="products/"
        label={t('product.field.slug')}
        description={form.values.version ? t('product.seo.slugChange') : undefined}
      />
    </SectionCard>
  )
}

/** Returns the text of HTML. Parses it in a separate document, so that nothing loads or runs. */
const htmlToText = (html: string) =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|li|h\d|td)>|<br\s*\/?>/g, '$& '), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim()
