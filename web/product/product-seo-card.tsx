import { useTranslation } from 'react-i18next'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { productSlugApi } from '#contract/store/free-slug.ts'
import { SearchListing } from '../component/search-listing.tsx'
import { ShareCard } from '../component/share-card.tsx'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { useFreeSlug } from '../store/use-free-slug.ts'
import { SlugField } from '../ui/field/slug-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { CollapsibleCard } from '../ui/page/collapsible-card.tsx'
import type { ProductValues } from './product-values.ts'

/** Search engines cut off longer texts. */
const maxVisibleTitle = 60
const maxVisibleDescription = 160

/** The SEO fields of a product with a preview of its search result. */
export function ProductSeoCard({ form }: { form: ContractForm<ProductValues> }) {
  const { t } = useTranslation()
  const { title, slug, description = '', seoTitle = '', seoDescription = '', version } = form.values
  const [firstImage] = form.values.images
  const freeSlug = useFreeSlug(productSlugApi.getFreeSlug, title, version === undefined)
  const snippet = { title: seoTitle || title, text: seoDescription || toTextLine(description) }
  return (
    <CollapsibleCard
      title={t('product.card.seo')}
      summary={<SearchListing path={`/products/${slug || freeSlug || '…'}`} {...snippet} />}
    >
      <TextField
        form={form}
        name="seoTitle"
        label={t('productField.seoTitle')}
        placeholder={title}
        description={t('product.seo.charactersUsed', {
          count: snippet.title.length,
          max: maxVisibleTitle,
        })}
      />
      <TextareaField
        form={form}
        name="seoDescription"
        label={t('productField.seoDescription')}
        placeholder={toTextLine(description).slice(0, maxVisibleDescription)}
        description={t('product.seo.charactersUsed', {
          count: snippet.text.length,
          max: maxVisibleDescription,
        })}
      />
      <SlugField
        form={form}
        name="slug"
        sourceName={title}
        {...(version === undefined && { freeSlug })}
        prefix="/products/"
        label={t('productField.slug')}
        description={version ? t('product.seo.slugChange') : undefined}
      />
      <ShareCard image={firstImage?.url} {...snippet} />
    </CollapsibleCard>
  )
}
