import { Input, NumberInput, Select, Skeleton, Switch, Textarea, TextInput } from '@mantine/core'
import { Suspense, useId } from 'react'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { VideoUrl } from '#contract/lib/text/video-url.ts'
import type { SectionField } from '#contract/section/section-field.ts'
import { RecordInput } from '../../component/record-input.tsx'
import { preloadable } from '../../lib/page/preloadable.tsx'
import { ImageField } from '../../media/image-field.tsx'
import { LinkInput } from './link-input.tsx'

const LazyEditor = preloadable(() =>
  import('../../rich-text/rich-text-editor.tsx').then(({ RichTextEditor }) => RichTextEditor),
)

type Props<Field extends SectionField = SectionField> = {
  field: Field
  label: string
  hint: string | undefined
  path: string
  value: unknown
  /** The alt text beside an image. */
  alt: string | undefined
  error: string | undefined
  isDisabled: boolean
  getOptionName: (value: string) => string
  onChange: (value: unknown) => void
  onAltChange: (alt: string) => void
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/** The input of one field of a section or item. */
export function SettingInput(props: Props) {
  const { field, label, hint, path, value, error, isDisabled, onChange } = props
  const inputProps = { label, description: hint, error, disabled: isDisabled, 'data-path': path }
  switch (field.type) {
    case 'text':
      return (
        <TextInput
          {...inputProps}
          maxLength={field.max}
          value={toText(value)}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'multiline':
      return (
        <Textarea
          {...inputProps}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={field.max}
          value={toText(value)}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'video':
      return (
        <TextInput
          {...inputProps}
          dir="ltr"
          placeholder="https://www.youtube.com/watch?v=…"
          maxLength={getMaxLength(VideoUrl)}
          value={toText(value)}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'richText':
      return <RichTextInput {...props} />
    case 'image':
      return <ImageInput {...props} />
    case 'link':
      return <LinkInput {...inputProps} value={toText(value)} onChange={onChange} />
    case 'select':
      return (
        <Select
          {...inputProps}
          allowDeselect={false}
          value={toText(value)}
          data={field.options.map(option => ({
            value: option,
            label: props.getOptionName(option),
          }))}
          onChange={next => next !== null && onChange(next)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...inputProps}
          min={field.min}
          max={field.max}
          clampBehavior="strict"
          value={typeof value === 'number' ? value : field.default}
          onChange={next => typeof next === 'number' && onChange(next)}
        />
      )
    case 'boolean':
      return (
        <Switch
          {...inputProps}
          checked={value === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )
    case 'records':
      return (
        <RecordInput
          {...inputProps}
          entity={field.entity}
          max={field.max}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
        />
      )
  }
}

function RichTextInput({ label, hint, path, value, error, isDisabled, onChange }: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={hint}
      error={error}
      inert={isDisabled}
    >
      <Suspense fallback={<Skeleton h={160} radius="sm" />}>
        <LazyEditor
          labelledBy={id}
          label={label}
          path={path}
          value={toText(value)}
          minHeight={110}
          onChange={onChange}
        />
      </Suspense>
    </Input.Wrapper>
  )
}

function ImageInput({ label, hint, path, value, alt, error, isDisabled, ...handlers }: Props) {
  const url = toText(value)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={hint}
      error={error}
      data-path={path}
      tabIndex={-1}
      inert={isDisabled}
    >
      <ImageField
        label={label}
        max={1}
        images={url ? [{ url, alt: alt ?? '' }] : []}
        onChange={([image]) => {
          if ((image?.url ?? '') !== url) handlers.onChange(image?.url ?? '')
          else if (image && image.alt !== alt) handlers.onAltChange(image.alt)
        }}
      />
    </Input.Wrapper>
  )
}
