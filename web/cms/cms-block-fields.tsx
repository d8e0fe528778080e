import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HomeBlock } from '#contract/cms-home.ts'
import { ImageField } from '../media/image-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { blockLimits } from './cms-block-limits.ts'
import { BlockList } from './cms-block-list.tsx'
import { BlockText } from './cms-block-text.tsx'
import { useLinkTargets } from './use-link-targets.ts'

type GetFieldError = (path: string) => ReactNode
type BlockProps<T extends HomeBlock['type']> = {
  block: Extract<HomeBlock, { type: T }>
  getError: GetFieldError
  onChange: (block: HomeBlock) => void
}

/** The fields of a block: its visibility, its heading and those of its type. */
export function BlockFields({
  block,
  getError,
  onChange,
}: {
  block: HomeBlock
  getError: GetFieldError
  onChange: (block: HomeBlock) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        label={t('cms.home.isShown')}
        checked={block.enabled}
        onChange={event => onChange({ ...block, enabled: event.currentTarget.checked })}
      />
      <TextInput
        label={t('cms.home.heading')}
        value={block.heading}
        maxLength={blockLimits.heading}
        error={getError('heading')}
        onChange={event => onChange({ ...block, heading: event.currentTarget.value })}
      />
      <BlockTypeFields block={block} getError={getError} onChange={onChange} />
    </>
  )
}

function BlockTypeFields({
  block,
  getError,
  onChange,
}: {
  block: HomeBlock
  getError: GetFieldError
  onChange: (block: HomeBlock) => void
}) {
  const { t } = useTranslation()
  const sharedProps = { getError, onChange }
  switch (block.type) {
    case 'featuredProducts':
      return <FeaturedProductsFields block={block} {...sharedProps} />
    case 'categoryGrid':
      return <CategoryGridFields block={block} {...sharedProps} />
    case 'text':
      return (
        <BlockText
          label={t('cms.home.body')}
          value={block.body}
          error={getError('body')}
          onChange={body => onChange({ ...block, body })}
        />
      )
    case 'imageText':
      return <ImageTextFields block={block} {...sharedProps} />
    case 'testimonials':
      return (
        <BlockList
          items={block.quotes}
          max={blockLimits.quotes}
          addLabel={t('cms.home.addTestimonial')}
          getItemName={index => t('cms.home.testimonialNumber', { position: index + 1 })}
          emptyItem={{ quote: '', author: '' }}
          onChange={quotes => onChange({ ...block, quotes })}
        >
          {(item, setItem, index) => (
            <>
              <Textarea
                label={t('cms.home.testimonial')}
                autosize
                minRows={2}
                maxLength={blockLimits.quote}
                value={item.quote}
                error={getError(`quotes.${index}.quote`)}
                onChange={event => setItem({ ...item, quote: event.currentTarget.value })}
              />
              <TextInput
                label={t('cms.home.author')}
                maxLength={blockLimits.author}
                value={item.author}
                error={getError(`quotes.${index}.author`)}
                onChange={event => setItem({ ...item, author: event.currentTarget.value })}
              />
            </>
          )}
        </BlockList>
      )
    case 'faq':
      return (
        <BlockList
          items={block.questions}
          max={blockLimits.questions}
          addLabel={t('cms.home.addQuestion')}
          getItemName={index => t('cms.home.questionNumber', { position: index + 1 })}
          emptyItem={{ question: '', answer: '' }}
          onChange={questions => onChange({ ...block, questions })}
        >
          {(item, setItem, index) => (
            <>
              <TextInput
                label={t('cms.home.question')}
                maxLength={blockLimits.question}
                value={item.question}
                error={getError(`questions.${index}.question`)}
                onChange={event => setItem({ ...item, question: event.currentTarget.value })}
              />
              <BlockText
                label={t('cms.home.answer')}
                value={item.answer}
                error={getError(`questions.${index}.answer`)}
                onChange={answer => setItem({ ...item, answer })}
              />
            </>
          )}
        </BlockList>
      )
    case 'newsletter':
      return (
        <>
          <Textarea
            label={t('cms.home.body')}
            autosize
            minRows={2}
            maxLength={blockLimits.newsletterText}
            value={block.text}
            error={getError('text')}
            onChange={event => onChange({ ...block, text: event.currentTarget.value })}
          />
          <TextInput
            label={t('cms.home.buttonLabel')}
            maxLength={blockLimits.newsletterButton}
            value={block.buttonLabel}
            error={getError('buttonLabel')}
            onChange={event => onChange({ ...block, buttonLabel: event.currentTarget.value })}
          />
        </>
      )
  }
}

function FeaturedProductsFields({ block, getError, onChange }: BlockProps<'featuredProducts'>) {
  const { t } = useTranslation()
  const { category, product } = useLinkTargets()
  const sources = ['newest', 'category', 'chosen'] as const
  return (
    <>
      <FieldRow>
        <Select
          label={t('cms.home.source')}
          allowDeselect={false}
          value={block.source}
          data={sources.map(value => ({ value, label: t(`cms.home.${value}`) }))}
          onChange={value =>
            onChange({ ...block, source: sources.find(source => source === value) ?? 'newest' })
          }
        />
        {block.source !== 'chosen' && (
          <NumberInput
            label={t('cms.home.count')}
            min={1}
            max={blockLimits.productCount}
            value={block.count}
            error={getError('count')}
            onChange={value => onChange({ ...block, count: Number(value) || 1 })}
          />
        )}
      </FieldRow>
      {block.source === 'category' && (
        <Select
          label={t('cms.home.selectCategory')}
          searchable
          value={block.category}
          data={category.options}
          error={getError('category')}
          onChange={value => onChange({ ...block, category: value })}
        />
      )}
      {block.source === 'chosen' && (
        <MultiSelect
          label={t('cms.home.selectProducts')}
          searchable
          maxValues={blockLimits.products}
          value={block.products}
          data={product.withSelected(block.products)}
          onSearchChange={product.search}
          error={getError('products')}
          onChange={products => onChange({ ...block, products })}
        />
      )}
    </>
  )
}

function CategoryGridFields({ block, getError, onChange }: BlockProps<'categoryGrid'>) {
  const { t } = useTranslation()
  const { category } = useLinkTargets()
  return (
    <MultiSelect
      label={t('cms.home.selectCategories')}
      description={t('cms.home.allCategories')}
      searchable
      maxValues={blockLimits.categories}
      value={block.categories}
      data={category.options}
      error={getError('categories')}
      onChange={categories => onChange({ ...block, categories })}
    />
  )
}

function ImageTextFields({ block, getError, onChange }: BlockProps<'imageText'>) {
  const { t } = useTranslation()
  return (
    <>
      <ImageField
        label={t('cms.home.image')}
        max={1}
        images={block.image ? [{ url: block.image, alt: block.alt }] : []}
        onChange={([image]) =>
          onChange({ ...block, image: image?.url ?? '', alt: image?.alt ?? '' })
        }
      />
      <FieldRow>
        <TextInput
          label={t('cms.home.alt')}
          maxLength={blockLimits.alt}
          value={block.alt}
          error={getError('alt')}
          onChange={event => onChange({ ...block, alt: event.currentTarget.value })}
        />
        <Select
          label={t('cms.home.imageSide')}
          allowDeselect={false}
          value={block.imageSide}
          data={[
            { value: 'left', label: t('cms.home.left') },
            { value: 'right', label: t('cms.home.right') },
          ]}
          onChange={value =>
            onChange({ ...block, imageSide: value === 'right' ? 'right' : 'left' })
          }
        />
      </FieldRow>
      <BlockText
        label={t('cms.home.body')}
        value={block.body}
        error={getError('body')}
        onChange={body => onChange({ ...block, body })}
      />
      <FieldRow>
        <TextInput
          label={t('cms.home.buttonLabel')}
          maxLength={blockLimits.imageTextButton}
          value={block.buttonLabel}
          error={getError('buttonLabel')}
          onChange={event => onChange({ ...block, buttonLabel: event.currentTarget.value })}
        />
        <TextInput
          label={t('cms.home.link')}
          placeholder={t('cms.nav.urlHint')}
          value={block.link}
          error={getError('link')}
          onChange={event => onChange({ ...block, link: event.currentTarget.value })}
        />
      </FieldRow>
    </>
  )
}
