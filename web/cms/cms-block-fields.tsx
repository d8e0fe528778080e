import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HomeBlock } from '#contract/cms.ts'
import { ImageField } from '../media/image-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { BlockList } from './cms-block-list.tsx'
import { BlockText } from './cms-block-text.tsx'
import { useTargets } from './use-targets.ts'

type ErrorAt = (path: string) => ReactNode
type Of<T extends HomeBlock['type']> = {
  block: Extract<HomeBlock, { type: T }>
  errorAt: ErrorAt
  onChange: (block: HomeBlock) => void
}

/** Whether it is shown, its heading, and what its type has. */
export function BlockFields({
  block,
  errorAt,
  onChange,
}: {
  block: HomeBlock
  errorAt: ErrorAt
  onChange: (block: HomeBlock) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        label={t('cms.home.shown')}
        checked={block.enabled}
        onChange={event => onChange({ ...block, enabled: event.currentTarget.checked })}
      />
      <TextInput
        label={t('cms.home.heading')}
        value={block.heading}
        maxLength={80}
        error={errorAt('heading')}
        onChange={event => onChange({ ...block, heading: event.currentTarget.value })}
      />
      <OfType block={block} errorAt={errorAt} onChange={onChange} />
    </>
  )
}

function OfType({
  block,
  errorAt,
  onChange,
}: {
  block: HomeBlock
  errorAt: ErrorAt
  onChange: (block: HomeBlock) => void
}) {
  const { t } = useTranslation()
  const common = { errorAt, onChange }
  switch (block.type) {
    case 'featuredProducts':
      return <ProductChoice block={block} {...common} />
    case 'categoryGrid':
      return <CategoryChoice block={block} {...common} />
    case 'text':
      return (
        <BlockText
          label={t('cms.home.body')}
          value={block.body}
          error={errorAt('body')}
          onChange={body => onChange({ ...block, body })}
        />
      )
    case 'imageText':
      return <PictureAndText block={block} {...common} />
    case 'testimonials':
      return (
        <BlockList
          items={block.quotes}
          max={12}
          addLabel={t('cms.home.addQuote')}
          nameOf={index => t('cms.home.quoteAt', { position: index + 1 })}
          blank={{ quote: '', author: '' }}
          onChange={quotes => onChange({ ...block, quotes })}
        >
          {(item, set, index) => (
            <>
              <Textarea
                label={t('cms.home.quote')}
                autosize
                minRows={2}
                maxLength={400}
                value={item.quote}
                error={errorAt(`quotes.${index}.quote`)}
                onChange={event => set({ ...item, quote: event.currentTarget.value })}
              />
              <TextInput
                label={t('cms.home.author')}
                maxLength={80}
                value={item.author}
                error={errorAt(`quotes.${index}.author`)}
                onChange={event => set({ ...item, author: event.currentTarget.value })}
              />
            </>
          )}
        </BlockList>
      )
    case 'faq':
      return (
        <BlockList
          items={block.questions}
          max={30}
          addLabel={t('cms.home.addQuestion')}
          nameOf={index => t('cms.home.questionAt', { position: index + 1 })}
          blank={{ question: '', answer: '' }}
          onChange={questions => onChange({ ...block, questions })}
        >
          {(item, set, index) => (
            <>
              <TextInput
                label={t('cms.home.question')}
                maxLength={200}
                value={item.question}
                error={errorAt(`questions.${index}.question`)}
                onChange={event => set({ ...item, question: event.currentTarget.value })}
              />
              <BlockText
                label={t('cms.home.answer')}
                value={item.answer}
                error={errorAt(`questions.${index}.answer`)}
                onChange={answer => set({ ...item, answer })}
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
            maxLength={300}
            value={block.text}
            error={errorAt('text')}
            onChange={event => onChange({ ...block, text: event.currentTarget.value })}
          />
          <TextInput
            label={t('cms.home.buttonLabel')}
            maxLength={24}
            value={block.buttonLabel}
            error={errorAt('buttonLabel')}
            onChange={event => onChange({ ...block, buttonLabel: event.currentTarget.value })}
          />
        </>
      )
  }
}

function ProductChoice({ block, errorAt, onChange }: Of<'featuredProducts'>) {
  const { t } = useTranslation()
  const { category, product } = useTargets()
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
            onChange({ ...block, source: sources.find(one => one === value) ?? 'newest' })
          }
        />
        {block.source !== 'chosen' && (
          <NumberInput
            label={t('cms.home.count')}
            min={1}
            max={24}
            value={block.count}
            error={errorAt('count')}
            onChange={value => onChange({ ...block, count: Number(value) || 1 })}
          />
        )}
      </FieldRow>
      {block.source === 'category' && (
        <Select
          label={t('cms.home.pickCategory')}
          searchable
          value={block.category}
          data={category.options}
          error={errorAt('category')}
          onChange={value => onChange({ ...block, category: value })}
        />
      )}
      {block.source === 'chosen' && (
        <MultiSelect
          label={t('cms.home.pickProducts')}
          searchable
          maxValues={24}
          value={block.products}
          data={product.withChosen(block.products)}
          onSearchChange={product.search}
          error={errorAt('products')}
          onChange={products => onChange({ ...block, products })}
        />
      )}
    </>
  )
}

function CategoryChoice({ block, errorAt, onChange }: Of<'categoryGrid'>) {
  const { t } = useTranslation()
  const { category } = useTargets()
  return (
    <MultiSelect
      label={t('cms.home.pickCategories')}
      description={t('cms.home.allCategories')}
      searchable
      maxValues={12}
      value={block.categories}
      data={category.options}
      error={errorAt('categories')}
      onChange={categories => onChange({ ...block, categories })}
    />
  )
}

function PictureAndText({ block, errorAt, onChange }: Of<'imageText'>) {
  const { t } = useTranslation()
  return (
    <>
      <ImageField
        label={t('cms.home.image')}
        max={1}
        pictures={block.image ? [{ url: block.image, alt: block.alt }] : []}
        onChange={([picture]) =>
          onChange({ ...block, image: picture?.url ?? '', alt: picture?.alt ?? '' })
        }
      />
      <FieldRow>
        <TextInput
          label={t('cms.home.alt')}
          maxLength={200}
          value={block.alt}
          error={errorAt('alt')}
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
        error={errorAt('body')}
        onChange={body => onChange({ ...block, body })}
      />
      <FieldRow>
        <TextInput
          label={t('cms.home.buttonLabel')}
          maxLength={24}
          value={block.buttonLabel}
          error={errorAt('buttonLabel')}
          onChange={event => onChange({ ...block, buttonLabel: event.currentTarget.value })}
        />
        <TextInput
          label={t('cms.home.link')}
          placeholder={t('cms.nav.urlHint')}
          value={block.link}
          error={errorAt('link')}
          onChange={event => onChange({ ...block, link: event.currentTarget.value })}
        />
      </FieldRow>
    </>
  )
}
